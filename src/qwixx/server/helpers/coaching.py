"""The coach inside a helper process, JSON out. Nothing of the server itself loads this."""

import msgspec

from qwixx import coach
from qwixx.notation import Record, read_position


def review(record: Record) -> str:
    """A recorded game, looked at again."""
    return _json(coach.review(record).as_json())


def advise(position: str, seat: int) -> str:
    """Every legal move of a seat, best first."""
    found = coach.advise(read_position(position), seat)
    return _json([advice.as_json() for advice in found])


def solved() -> str:
    """The variants of which every game for one can be judged exactly."""
    return _json(coach.solved_variants())


def _json(told: object) -> str:
    return msgspec.json.encode(told).decode()
