"""What helper processes are asked, as messages: one line of JSON each."""

from typing import Final, TypeAlias

import msgspec


class Load(msgspec.Struct, tag="load"):
    """Load a bot, so that its first move does not wait for that."""

    level: str


class LoadCoach(msgspec.Struct, tag="load-coach"):
    """Load the coach, so that the first hint does not wait for that."""


class Think(msgspec.Struct, tag="think"):
    """Choose a move. A bot that plays better the longer it thinks has so many seconds."""

    level: str
    position: str
    seat: int
    seed: int
    seconds: float


class Review(msgspec.Struct, tag="review"):
    """Look at a recorded game again. The answer is JSON, as `qwixx review --json` tells it."""

    record: str


class Advise(msgspec.Struct, tag="advise"):
    """Say what every move of that seat is worth. The answer is JSON, as of `qwixx advise`."""

    position: str
    seat: int


class Solved(msgspec.Struct, tag="solved"):
    """Say which games for one are solved on this machine. The answer is a list of variants."""


Task: TypeAlias = Load | LoadCoach | Think | Review | Advise | Solved

PROBLEM: Final = "!"
"""An answer that begins with this says what went wrong."""


def write_task(task: Task) -> bytes:
    return msgspec.json.encode(task) + b"\n"


def read_task(line: bytes) -> Task:
    task: Task = msgspec.json.decode(line, type=Task)
    return task
