"""The helper process: reads a task in each line and writes an answer, until its input is closed."""

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Final

import msgspec

from qwixx.bots import PatientBot, load_bot
from qwixx.notation import read_position, read_record
from qwixx.rules import Variant
from qwixx.server.helpers.messages import (
    PROBLEM,
    Advise,
    Load,
    LoadCoach,
    Review,
    Solved,
    Task,
    Think,
)

_NICENESS: Final = 5
"""The default priority, lower than the server's. An argument overrides it."""

_ENGINE_CHOICE: Final = "qwixx.server.helpers.engine_choice"

_bot = cache(load_bot)


def _answer(task: Task) -> str:
    match task:
        case Load(level):
            _bot(level)
            return "loaded"
        case Think(level, position, seat, seed, seconds):
            bot = _bot(level)
            game = read_position(position)
            if isinstance(bot, PatientBot):
                _choose_engine(game.variant)
                bot = bot.within(seconds)
            return str(bot.choose(game, seat, Random(seed)))
        case LoadCoach():
            _coach()
            return "loaded"
        case Review(text):
            record = read_record(text)
            _choose_engine(record.start.variant)
            return _json(_coach().review(record).as_json())
        case Advise(position, seat):  # it plays no turns, so it needs no engine
            moves = _coach().advise(read_position(position), seat)
            return _json([move.as_json() for move in moves])
        case Solved():
            return _json(_coach().solved_variants())


def _coach() -> ModuleType:
    """Returns the coach, which only the helpers load that need it."""
    return import_module("qwixx.coach")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _choose_engine(variant: Variant) -> None:
    """Chooses between compiled code and NumPy for this process, if Numba is installed."""
    if find_spec("numba"):
        import_module(_ENGINE_CHOICE).choose_engine(variant)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else _NICENESS)
    answers = sys.stdout
    sys.stdout = sys.stderr  # a bot that prints must not disturb the answers
    for line in sys.stdin.buffer:
        try:
            answer = _answer(msgspec.json.decode(line, type=Task))
        except Exception as error:  # noqa: BLE001  (a bot may raise anything)
            answer = f"{PROBLEM} {type(error).__name__}: {error}".replace("\n", " ")
        choice = sys.modules.get(_ENGINE_CHOICE)
        is_outdated = choice is not None and choice.is_outdated()
        print(answer, file=answers, flush=True)
        if is_outdated:  # another process would be faster; the server starts one when it needs it
            return


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server has been killed, and nobody waits for an answer
        main()
