"""The helper process: a task a line in, an answer a line out, until its input is closed."""

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Final

from qwixx.bots import PatientBot, load_bot
from qwixx.notation import read_position, read_record
from qwixx.rules import Variant
from qwixx.server.helpers.tasks import (
    PROBLEM,
    Advise,
    Load,
    LoadCoach,
    Review,
    Solved,
    Task,
    Think,
    read_task,
)

_LESS_IMPORTANT: Final = 5
"""Than the server itself, which people wait for. An argument says it if it is another number."""

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
                _hurry(game.variant)
                bot = bot.within(seconds)
            return str(bot.choose(game, seat, Random(seed)))
        case LoadCoach():
            _coaching()
            return "loaded"
        case Review(text):
            record = read_record(text)
            _hurry(record.start.variant)
            return str(_coaching().review(record))
        case Advise(position, seat):
            return str(_coaching().advise(position, seat))
        case Solved():
            return str(_coaching().solved())


def _coaching() -> ModuleType:
    """What only those helpers load that are asked for it."""
    return import_module("qwixx.server.helpers.coaching")


def _hurry(variant: Variant) -> None:
    """Plays many turns faster from soon on, where that can be."""
    if find_spec("numba"):
        import_module("qwixx.server.helpers.haste").hurry(variant)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else _LESS_IMPORTANT)
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a bot prints is no answer
    for line in sys.stdin.buffer:
        try:
            answer = _answer(read_task(line))
        except Exception as error:  # noqa: BLE001  (a bot may be anybody's: the server hears of it)
            answer = f"{PROBLEM} {type(error).__name__}: {error}".replace("\n", " ")
        print(answer, file=answers, flush=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server has been killed, and nobody waits for an answer
        main()
