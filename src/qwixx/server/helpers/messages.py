"""The messages to helper processes: one line of JSON each."""

from typing import Final, TypeAlias

import msgspec


class Load(msgspec.Struct, tag="load", frozen=True):
    """Loads a bot, so that its first move does not wait for that."""

    level: str


class LoadCoach(msgspec.Struct, tag="load-coach", frozen=True):
    """Loads the coach, so that the first hint does not wait for that."""


class Think(msgspec.Struct, tag="think"):
    """Chooses a move. `seconds` is for a bot that plays better the longer it thinks."""

    level: str
    position: str
    seat: int
    seed: int
    seconds: float


class Review(msgspec.Struct, tag="review"):
    """Reviews a record. The answer is the JSON of `qwixx review --json`."""

    record: str


class Advise(msgspec.Struct, tag="advise"):
    """Values every move of a seat. The answer is the JSON of `qwixx advise --json`."""

    position: str
    seat: int


class Solved(msgspec.Struct, tag="solved"):
    """Lists the variants whose solo games are all solved on this machine."""


Task: TypeAlias = Load | LoadCoach | Think | Review | Advise | Solved

PROBLEM: Final = "!"  # the first character of an answer that says what went wrong
