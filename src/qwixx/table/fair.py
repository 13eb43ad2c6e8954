"""Fair dice: everything random in a game, derived from secrets that nobody could choose last.

Pure: the same secrets always give the same dice. docs/fair-dice.md describes it exactly.
"""

import hashlib
import hmac
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import Final

from qwixx.rules import COLOURS, Colour, Roll, Variant

SCHEME: Final = "qwixx-fair-1"
NO_PART: Final = "-"


@lru_cache(maxsize=10_000)  # it is shown in every view
def commitment(secret: str) -> str:
    """What is shown before the secret itself: the SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


class FairDice:
    """The dice of one game."""

    def __init__(self, secret: str, game: str, parts: Mapping[int, str]) -> None:
        """`secret` is the server's, `parts` are those of the players by seat: 64 hex digits."""
        lines = [SCHEME, game, *(f"{seat} {parts[seat]}" for seat in sorted(parts))]
        self._key = _hmac(bytes.fromhex(secret), "\n".join(lines))

    def first(self, players: int) -> int:
        """The seat that rolls first, by lot."""
        return _below(players, self._bytes("first"))

    def lucky(self, variant: Variant, players: int) -> list[tuple[int, int]] | None:
        """The lucky numbers dealt to each seat; None in a game that has none."""
        if not variant.lucky_count:
            return None
        pairs = list(variant.lucky_pairs)
        source = self._bytes("lucky")
        return [pairs.pop(_below(len(pairs), source)) for _ in range(players)]

    def roll(self, turn: int, sides: int, closed: Collection[Colour] = ()) -> Roll:
        """The dice of that turn. All six are drawn; those that have left the game do not show."""
        source = self._bytes(f"turn {turn}")
        left, right, *coloured = (_below(sides, source) + 1 for _ in range(2 + len(COLOURS)))
        shown = zip(COLOURS, coloured, strict=True)
        return Roll(
            (left, right), tuple(None if colour in closed else pips for colour, pips in shown)
        )

    def _bytes(self, label: str) -> Iterator[int]:
        """The bytes for one draw, as many as are asked for."""
        for block in count():
            yield from _hmac(self._key, f"{label}\n{block}")


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _below(limit: int, source: Iterator[int]) -> int:
    """A number below the limit, all equally likely: bytes that would favour some are skipped."""
    fair = 256 - 256 % limit
    return next(byte for byte in source if byte < fair) % limit
