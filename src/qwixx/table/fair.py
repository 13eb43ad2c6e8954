"""Fair dice: derives all chance in a game from secrets that nobody can choose last.

The same secrets always give the same dice, as docs/fair-dice-specification.md defines. The headers
of a record have everything that is needed to check its dice.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice
from typing import Final

from qwixx.notation import Record
from qwixx.rules import COLOURS, Colour, Roll, Variant

SCHEME: Final = "qwixx-fair-2"
DAY_SCHEME: Final = "qwixx-day-1"
"""The scheme of a game of the day: the server alone seals its dice, before the day begins."""

# These stand for the part of a seat.
BOT: Final = "bot"  # a bot sat there when the dice were sealed
ABSENT: Final = "absent"  # the player did not answer in time

REAL: Final = "real"  # the header of real dice, rolled by hand

DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")  # names a game of the day
GAME: Final = re.compile(r"[A-Z]{6}-[1-9][0-9]*(\.[1-9][0-9]*)?")
"""The name of a game: its table, its number there, and the number of restarts of the sealing."""

_BYTES: Final = re.compile("[0-9a-f]{64}")
_SEATS: Final = re.compile(r"[0-9](?: [0-9])*")


def is_secret(text: str) -> bool:
    """Returns whether the text is 64 hex digits in small letters, for 32 bytes."""
    return _BYTES.fullmatch(text) is not None


@lru_cache(maxsize=10_000)  # every view shows it
def commitment(secret: str) -> str:
    """Returns the commitment to a secret: the SHA-256 of its bytes."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


@dataclass(frozen=True, slots=True)
class Seal:
    """All inputs of the dice except the server's secret."""

    game: str  # its name
    variant: str
    parts: tuple[str, ...]  # for each seat the part as 64 hex digits, or `BOT`, or `ABSENT`
    first: int | None = None  # the seat that rolls first; None draws lots
    restarts: tuple[tuple[int, ...], ...] = ()  # the seats that did not reveal, each time
    scheme: str = SCHEME

    @property
    def people(self) -> tuple[int, ...]:
        """The seats whose parts are in the dice."""
        return tuple(n for n, part in enumerate(self.parts) if part not in (BOT, ABSENT))

    def lines(self) -> Iterator[str]:
        """Yields the lines from which the key of the game is computed."""
        yield self.scheme
        yield self.game
        yield self.variant
        yield f"first {'lot' if self.first is None else self.first}"
        yield from (f"{seat} {part}" for seat, part in enumerate(self.parts))
        yield from (f"restart {' '.join(map(str, seats))}" for seats in self.restarts)


class FairDice:
    """The dice of one game."""

    def __init__(self, secret: str, seal: Seal) -> None:
        """`secret` is the server's: 64 hex digits."""
        self.seal = seal
        self._key = _hmac(_bytes(secret), "\n".join(seal.lines()))

    def first(self, players: int) -> int:
        """Draws the seat that rolls first."""
        return _below(players, self._bytes("first"))

    def lucky(self, variant: Variant, players: int) -> list[tuple[int, int]] | None:
        """Deals lucky numbers to each seat; None in a variant without them."""
        if not variant.lucky_count:
            return None
        pairs = list(variant.lucky_pairs)
        source = self._bytes("lucky")
        return [pairs.pop(_below(len(pairs), source)) for _ in range(players)]

    def roll(self, turn: int, sides: int, closed: Collection[Colour] = ()) -> Roll:
        """Rolls the dice of that turn. Dice that have left the game are drawn, but not shown."""
        source = self._bytes(f"turn {turn}")
        left, right, *coloured = (_below(sides, source) + 1 for _ in range(2 + len(COLOURS)))
        shown = zip(COLOURS, coloured, strict=True)
        return Roll(
            (left, right), tuple(None if colour in closed else pips for colour, pips in shown)
        )

    def chance(self, turn: int, seat: int, phase: str) -> int:
        """Returns the seed of a bot's decision, the same for everybody who plays that day."""
        return int.from_bytes(bytes(islice(self._bytes(f"bot {turn} {seat} {phase}"), 7)))

    def _bytes(self, label: str) -> Iterator[int]:
        """Yields random bytes for one draw, without end."""
        for block in count():
            yield from _hmac(self._key, f"{label}\n{block}")


def _bytes(secret: str) -> bytes:
    """Returns the 32 bytes. Other spellings raise ValueError: they would open the same commitment
    a second way."""
    if not is_secret(secret):
        raise ValueError(f"expected 64 hexadecimal digits, found {secret!r}")
    return bytes.fromhex(secret)


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _below(limit: int, source: Iterator[int]) -> int:
    """Draws a number below the limit. It skips bytes that would make some numbers likelier."""
    fair = 256 - 256 % limit
    return next(byte for byte in source if byte < fair) % limit


# Headers of records


class NotSealed(ValueError):  # noqa: N818
    """The record lacks data that a check of the dice needs."""


@dataclass(frozen=True, slots=True)
class DiceHeaders:
    commitment: str
    secret: str | None  # None in a game of the day whose secret is not published yet
    seal: Seal


def headers_of(seal: Seal, secret: str, *, over: bool) -> dict[str, tuple[str, ...]]:
    """Returns the headers of a game with fair dice.

    They include the server's secret once the game is over. The secret of a day is added after the
    day, because others still play with it.
    """
    values = {
        "Game": (seal.game,),
        "Dice": (seal.scheme,),
        "DiceCommitment": (commitment(secret),),
        "DiceParts": seal.parts,
        "FirstBy": ("lot" if seal.first is None else "rematch",),
    }
    if seal.restarts:
        values["DiceRestarts"] = tuple(" ".join(map(str, seats)) for seats in seal.restarts)
    if seal.scheme == DAY_SCHEME:
        del values["DiceParts"], values["FirstBy"]
    elif over:
        values["DiceSecret"] = (secret,)
    return values


def is_real(record: Record) -> bool:
    """Returns whether the game had real dice, which cannot be checked."""
    return record.headers.get("Dice") == (REAL,)


def dice_headers(record: Record) -> DiceHeaders:
    """Reads the dice headers of a record. Raises NotSealed."""
    scheme = _header(record, "Dice")
    if scheme == DAY_SCHEME:
        return _sealed_day(record)
    if scheme != SCHEME:
        raise NotSealed(f"these dice are sealed in a way that is not known here: {scheme}")
    secret, promised = _secret(record, "DiceSecret"), _secret(record, "DiceCommitment")
    by = _header(record, "FirstBy")
    if by not in ("lot", "rematch"):
        raise NotSealed(f"expected lot or rematch in the header FirstBy, found {by!r}")
    game = _header(record, "Game")
    if not GAME.fullmatch(game):
        raise NotSealed(f"expected a header Game like CDFGHJ-1 or CDFGHJ-1.1, found {game!r}")
    seal = Seal(
        game,
        record.start.variant.name,
        tuple(_parts(record)),
        None if by == "lot" else record.start.first,
        tuple(_restarts(record)),
    )
    return DiceHeaders(promised, secret, seal)


def _sealed_day(record: Record) -> DiceHeaders:
    day = _header(record, "Game")
    if not DAY.fullmatch(day):
        raise NotSealed(f"expected a header Game like 2026-11-15, found {day!r}")
    secret = _secret(record, "DiceSecret") if "DiceSecret" in record.headers else None
    seal = Seal(day, record.start.variant.name, (), scheme=DAY_SCHEME)
    return DiceHeaders(_secret(record, "DiceCommitment"), secret, seal)


def _header(record: Record, name: str) -> str:
    values = record.headers.get(name, ())
    if len(values) != 1:
        raise NotSealed(f"the header {name} is missing: only records of sealed dice can be checked")
    return values[0]


def _secret(record: Record, name: str) -> str:
    value = _header(record, name)
    if not is_secret(value):
        raise NotSealed(f"expected 64 hexadecimal digits in the header {name}, found {value!r}")
    return value


def _parts(record: Record) -> Iterator[str]:
    values = record.headers.get("DiceParts", ())
    if len(values) != len(record.players):
        raise NotSealed(f"expected a value of DiceParts for each seat, found {len(values)}")
    for value in values:
        if value not in (BOT, ABSENT) and not is_secret(value):
            raise NotSealed(
                f"expected a part of 64 hexadecimal digits, {BOT} or {ABSENT}, found {value!r}"
            )
        yield value


def _restarts(record: Record) -> Iterator[tuple[int, ...]]:
    for value in record.headers.get("DiceRestarts", ()):
        if not _SEATS.fullmatch(value):
            raise NotSealed(f"expected seats like 0 2 in the header DiceRestarts, found {value!r}")
        yield tuple(map(int, value.split(" ")))
