"""Fair dice: derives all chance in a game from secrets that nobody can choose last.

The same secrets always give the same dice, as docs/fair-dice-specification.md defines.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice
from typing import Final

from qwixx.rules import COLOURS, Colour, Roll, Variant

SCHEME: Final = "qwixx-fair-2"
DAY_SCHEME: Final = "qwixx-day-1"
"""The scheme of a game of the day: the server alone seals its dice, before the day begins."""

BOT: Final = "bot"
"""Stands for the part of a seat in which a bot sat when the dice were sealed."""
ABSENT: Final = "absent"
"""Stands for the part of a player who did not answer in time."""

_BYTES: Final = re.compile("[0-9a-f]{64}")


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

    game: str
    """The name of the game."""
    variant: str
    parts: tuple[str, ...]
    """For each seat the part as 64 hex digits, or `BOT`, or `ABSENT`."""
    first: int | None = None
    """The seat that rolls first; None draws lots."""
    restarts: tuple[tuple[int, ...], ...] = ()
    """The seats that did not reveal, one tuple for each restart of the sealing."""
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
        """Returns the random seed of a bot's decision, the same for everybody who plays a day."""
        return int.from_bytes(bytes(islice(self._bytes(f"bot {turn} {seat} {phase}"), 7)))

    def _bytes(self, label: str) -> Iterator[int]:
        """Yields random bytes for one draw, without end."""
        for block in count():
            yield from _hmac(self._key, f"{label}\n{block}")


def _bytes(secret: str) -> bytes:
    """Returns the 32 bytes. Other spellings raise ValueError: they would open the same commitment
    a second way."""
    if not is_secret(secret):
        raise ValueError(f"32 bytes are written as 64 hex digits, not {secret!r}")
    return bytes.fromhex(secret)


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _below(limit: int, source: Iterator[int]) -> int:
    """Draws a number below the limit. It skips bytes that would make some numbers likelier."""
    fair = 256 - 256 % limit
    return next(byte for byte in source if byte < fair) % limit
