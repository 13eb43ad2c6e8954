"""The process in which bots think: a task a line in, a move a line out."""

import sys
from contextlib import suppress
from functools import cache
from random import Random

import msgspec

from qwixx.bots import Bot, load_bot
from qwixx.notation import read_position
from qwixx.server.helpers.thinker import Task

_bot = cache(load_bot)


def _choose(task: Task) -> str:
    bot: Bot = _bot(task.level)
    return str(bot.choose(read_position(task.position), task.seat, Random(task.seed)))


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a bot prints is no answer
    for line in sys.stdin.buffer:
        try:
            answer = _choose(msgspec.json.decode(line, type=Task))
        except Exception as error:  # noqa: BLE001  (a bot may be anybody's: the server hears of it)
            answer = f"! {type(error).__name__}: {error}".replace("\n", " ")
        print(answer, file=answers, flush=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server has been killed, and nobody waits for an answer
        main()
