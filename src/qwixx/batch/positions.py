"""Many positions of one game as arrays.

Seats are counted from the active player, who is seat 0 of every position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from qwixx.kernel.chart import ROWS
from qwixx.kernel.translate import position_of
from qwixx.rules import Game, Variant

Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]

ROW: Final = np.arange(ROWS)
COUNT: Final = np.array([bits.bit_count() for bits in range(1 << ROWS)])
"""[closed]: how many rows that are."""


@dataclass
class Positions:
    """Some positions with the same number of seats."""

    rows: Ints
    """[position, seat, row]: row states."""
    misthrows: Ints
    """[position, seat]"""
    closed: Ints
    """[position]: a bit for each closed row."""
    lucky: Ints
    """[position, seat]: a bit for each lucky number."""
    over: Bools
    """[position]: whether the game has ended."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def players(self) -> int:
        return int(self.rows.shape[1])

    def select(self, which: Ints | Bools) -> "Positions":
        return Positions(*(part[which] for part in vars(self).values()))

    def next_turn(self) -> "Positions":
        """Returns the same positions, seen from the seat that rolls next."""
        return self._seen_from(-1)

    def last_turn(self) -> "Positions":
        """Returns the same positions, seen from the seat that rolled the turn before."""
        return self._seen_from(1)

    def _seen_from(self, steps: int) -> "Positions":
        return Positions(
            np.roll(self.rows, steps, 1),
            np.roll(self.misthrows, steps, 1),
            self.closed,
            np.roll(self.lucky, steps, 1),
            self.over,
        )


def join(parts: Sequence[Positions]) -> Positions:
    """All those positions."""
    fields = zip(*(vars(part).values() for part in parts), strict=True)
    return Positions(*(np.concatenate(field) for field in fields))


def positions_of(games: Sequence[Game]) -> Positions:
    """The positions of games of one variant with the same number of seats."""
    positions = [position_of(game) for game in games]
    players = games[0].players
    rows = np.array([position.rows for position in positions]).reshape(-1, players, ROWS)
    misthrows = np.array([position.misthrows for position in positions])
    lucky = np.array([position.lucky for position in positions])
    seats = (np.array([[p.active] for p in positions]) + np.arange(players)) % players
    variant = games[0].variant
    closed = np.array([position.closed for position in positions])
    return Positions(
        np.take_along_axis(rows, seats[:, :, None], 1),
        np.take_along_axis(misthrows, seats, 1),
        closed,
        np.take_along_axis(lucky, seats, 1),
        (COUNT[closed] >= variant.most_closed) | (misthrows >= variant.most_misthrows).any(1),
    )


def dice_of(game: Game) -> list[int]:
    """The six dice of a game, those that have left as 0."""
    assert game.dice is not None
    return [pips or 0 for pips in (*game.dice.white, *game.dice.coloured)]


def deal(variant: Variant, count: int, players: int, chance: np.random.Generator) -> Positions:
    """Returns that many games before their first roll."""
    lucky = np.zeros((count, players), np.int64)
    if variant.lucky_count:
        pairs = np.array([1 << low | 1 << high for low, high in variant.lucky_pairs])
        lucky = pairs[chance.random((count, len(pairs))).argsort(1)[:, :players]]
    zeros = np.zeros((count, players), np.int64)
    rows = np.zeros((count, players, ROWS), np.int64)
    return Positions(rows, zeros, zeros[:, 0].copy(), lucky, zeros[:, 0] > 0)
