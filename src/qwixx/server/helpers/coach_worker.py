"""The coach inside a helper process. The server process never loads this module."""

import msgspec

from qwixx import coach
from qwixx.notation import Record, read_position


def review(record: Record) -> str:
    """Returns the review of a record as JSON."""
    return _json(coach.review(record).as_json())


def advise(position: str, seat: int) -> str:
    """Returns every legal move of a seat as JSON, best first."""
    found = coach.advise(read_position(position), seat)
    return _json([advice.as_json() for advice in found])


def solved() -> str:
    """Returns the variants whose solo games are all solved, as JSON."""
    return _json(coach.solved_variants())


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
