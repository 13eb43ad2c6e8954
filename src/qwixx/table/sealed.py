"""Writes and reads the headers of a record about its dice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qwixx.notation import Record
from qwixx.table.fair import ABSENT, BOT, DAY_SCHEME, SCHEME, Seal, commitment, is_secret

REAL: Final = "real"
"""The header of real dice, rolled by hand."""

DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""A game of the day is named by its day."""

GAME: Final = re.compile(r"[A-Z]{6}-([1-9][0-9]*)(?:\.([1-9][0-9]*))?")
"""The name of a game: its table, its number there, and the number of restarts of the sealing."""

_SEATS: Final = re.compile(r"[0-9](?: [0-9])*")


class NotSealed(ValueError):  # noqa: N818
    """The record lacks data that a check of the dice needs."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The dice headers of a record."""

    commitment: str
    secret: str | None
    """None in a game of the day whose secret is not published yet."""
    seal: Seal


def headers(seal: Seal, secret: str, *, over: bool) -> dict[str, tuple[str, ...]]:
    """Returns the headers of a game with fair dice.

    They include the server's secret once the game is over. The secret of a day is added after the
    day, because others still play with it.
    """
    told = {
        "Game": (seal.game,),
        "Dice": (seal.scheme,),
        "DiceCommitment": (commitment(secret),),
        "DiceParts": seal.parts,
        "FirstBy": ("lot" if seal.first is None else "rematch",),
    }
    if seal.restarts:
        told["DiceRestarts"] = tuple(" ".join(map(str, seats)) for seats in seal.restarts)
    if seal.scheme == DAY_SCHEME:
        del told["DiceParts"], told["FirstBy"]
    elif over:
        told["DiceSecret"] = (secret,)
    return told


def real_headers(game: str) -> dict[str, tuple[str, ...]]:
    """Returns the headers of a game with real dice."""
    return {"Game": (game,), "Dice": (REAL,)}


def is_real(record: Record) -> bool:
    """Returns whether the game had real dice, which cannot be checked."""
    return record.headers.get("Dice") == (REAL,)


def sealed(record: Record) -> Sealed:
    """Reads the dice headers of a record. Raises NotSealed."""
    scheme = _header(record, "Dice")
    if scheme == DAY_SCHEME:
        return _sealed_day(record)
    if scheme != SCHEME:
        raise NotSealed(f"these dice are sealed in a way that is not known here: {scheme}")
    secret, promised = _secret(record, "DiceSecret"), _secret(record, "DiceCommitment")
    by = _header(record, "FirstBy")
    if by not in ("lot", "rematch"):
        raise NotSealed(f"the header FirstBy is lot or rematch, not {by!r}")
    game = _header(record, "Game")
    if not GAME.fullmatch(game):
        raise NotSealed(f"the header Game is like CDFGHJ-1 or CDFGHJ-1.1, not {game!r}")
    seal = Seal(
        game,
        record.start.variant.name,
        tuple(_parts(record)),
        None if by == "lot" else record.start.first,
        tuple(_restarts(record)),
    )
    return Sealed(promised, secret, seal)


def _sealed_day(record: Record) -> Sealed:
    day = _header(record, "Game")
    if not DAY.fullmatch(day):
        raise NotSealed(f"the header Game is a day like 2026-11-15, not {day!r}")
    secret = _secret(record, "DiceSecret") if "DiceSecret" in record.headers else None
    seal = Seal(day, record.start.variant.name, (), scheme=DAY_SCHEME)
    return Sealed(_secret(record, "DiceCommitment"), secret, seal)


def _header(record: Record, name: str) -> str:
    values = record.headers.get(name, ())
    if len(values) != 1:
        raise NotSealed(f"the header {name} is missing: nothing is known about these dice")
    return values[0]


def _secret(record: Record, name: str) -> str:
    value = _header(record, name)
    if not is_secret(value):
        raise NotSealed(f"the header {name} is 64 hex digits, not {value!r}")
    return value


def _parts(record: Record) -> Iterator[str]:
    values = record.headers.get("DiceParts", ())
    if len(values) != len(record.players):
        raise NotSealed(f"the header DiceParts has one value for each seat, not {len(values)}")
    for value in values:
        if value not in (BOT, ABSENT) and not is_secret(value):
            raise NotSealed(f"a part is 64 hex digits, or {BOT} or {ABSENT}, not {value!r}")
        yield value


def _restarts(record: Record) -> Iterator[tuple[int, ...]]:
    for value in record.headers.get("DiceRestarts", ()):
        if not _SEATS.fullmatch(value):
            raise NotSealed(f"the header DiceRestarts has seats like 0 2, not {value!r}")
        yield tuple(map(int, value.split(" ")))
