"""Many positions of one game as arrays, and the values of their seats.

Seats are counted from one player, whom the type names. `next_turn` and `last_turn` count from the
player before or after. A *place* is a seat in that count, and 0 is the player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, NewType, Self, TypeVar, cast

import numpy as np
import numpy.typing as npt

from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.kernel.chart import ROWS
from qwixx.kernel.translate import dice_of, position_of
from qwixx.rules import Game, Variant

ROW: Final = np.arange(ROWS)
_COUNT: Final = np.array([bits.bit_count() for bits in range(1 << ROWS)])
"""[closed]: how many rows that are."""

Place = NewType("Place", int)  # A seat, counted from the player whose turn it is
Places = NewType("Places", Ints)
ACTIVE: Final = Place(0)  # The place of the player whose turn it is

Item = TypeVar("Item", bound=np.generic)
First = TypeVar("First")  # The player from whom seats are counted: `Active` or `Previous`


class Active:
    """The player whose turn it is: before the roll, that of the next one."""


class Previous:
    """The player whose turn has just ended."""


class Lines:
    """Arrays in which the first dimension counts the same things."""

    def select(self, which: Ints | Bools) -> Self:
        return type(self)(*(part[which] for part in vars(self).values()))

    def replace(self, which: Ints, others: Self) -> None:
        """Replaces the lines `which` by these others."""
        for part, other in zip(vars(self).values(), vars(others).values(), strict=True):
            part[which] = other


@dataclass
class Positions(Lines, Generic[First]):
    """Some positions with the same number of seats."""

    rows: Ints  # [position, seat, row]: row states
    misthrows: Ints  # [position, seat]
    closed: Ints  # [position]: a bit for each closed row
    lucky: Ints  # [position, seat]: a bit for each lucky number
    over: Bools  # [position]: whether the game has ended

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def players(self) -> int:
        return int(self.rows.shape[1])

    def next_turn(self: "Positions[Previous]") -> "Positions[Active]":
        """Returns the same positions, counted from the seat that rolls next."""
        rows, misthrows, lucky = map(from_next, (self.rows, self.misthrows, self.lucky))
        return Positions(rows, misthrows, self.closed, lucky, self.over)

    def last_turn(self: "Positions[Active]") -> "Positions[Previous]":
        """Returns the same positions, counted from the seat that rolled the turn before."""
        rows, misthrows, lucky = map(from_previous, (self.rows, self.misthrows, self.lucky))
        return Positions(rows, misthrows, self.closed, lucky, self.over)


@dataclass
class SeatValues:
    """The values of one position, by seat at the table."""

    shares: Reals
    points: Reals


@dataclass
class Values(Lines, Generic[First]):
    """[position, seat]: the values of some positions."""

    shares: Reals  # Of the win; alone, the points to expect
    points: Reals  # The expected final totals, or leads over the best of the others

    def next_turn(self: "Values[Previous]") -> "Values[Active]":
        """Returns these values, counted from the seat that rolls next."""
        return Values(from_next(self.shares), from_next(self.points))

    def last_turn(self: "Values[Active]") -> "Values[Previous]":
        """Returns these values, counted from the seat that rolled the turn before."""
        return Values(from_previous(self.shares), from_previous(self.points))

    def in_that_turn(self: "Values[Previous]") -> "Values[Active]":
        """Returns these values for the turn that has just ended, whose player was active then."""
        return cast("Values[Active]", self)

    def by_seat(self, first: Sequence[int] | Ints) -> list[SeatValues]:
        """Returns the values of each position by seat, if these count from the seats `first`."""
        back = -np.asarray(first)
        parts = counted_from(self.shares, back), counted_from(self.points, back)
        return [SeatValues(*line) for line in zip(*parts, strict=True)]


def ends_game(variant: Variant, closed: Ints, misthrows: Ints | int = 0) -> Bools:
    """Returns the positions in which these closed rows, or these misthrows of the active player,
    end the game."""
    ended: Bools = (_COUNT[closed] >= variant.most_closed) | (misthrows >= variant.most_misthrows)
    return ended


def from_next(numbers: npt.NDArray[Item]) -> npt.NDArray[Item]:
    """Returns numbers [position, seat, …], counted from the seat that rolls next."""
    return np.roll(numbers, -1, 1)


def from_previous(numbers: npt.NDArray[Item]) -> npt.NDArray[Item]:
    """Returns numbers [position, seat, …], counted from the seat that rolled the turn before."""
    return np.roll(numbers, 1, 1)


def counted_from(numbers: npt.NDArray[Item], first: Sequence[int] | Ints) -> npt.NDArray[Item]:
    """Returns numbers [position, seat, …], counted from these seats [position]."""
    players = numbers.shape[1]
    seats = (np.asarray(first)[:, None] + np.arange(players)) % players
    counted: npt.NDArray[Item] = numbers[np.arange(len(numbers))[:, None], seats]
    return counted


def place_of(game: Game, seat: int) -> Place:
    return Place((seat - game.active) % game.players)


def seat_of(game: Game, place: Place) -> int:
    return (place + game.active) % game.players


def positions_of(games: Sequence[Game]) -> Positions[Active]:
    """Returns the positions of games of one variant with the same number of seats."""
    return _positions(games, [game.active for game in games])


def ends_of(games: Sequence[Game], rolled: Sequence[int] | Ints) -> Positions[Previous]:
    """Returns positions at the ends of turns, counted from the seats that rolled in them."""
    return _positions(games, rolled)


def _positions(games: Sequence[Game], first: Sequence[int] | Ints) -> Positions[First]:
    variant, players = games[0].variant, games[0].players
    found = [position_of(game) for game in games]
    rows = np.array([position.rows for position in found]).reshape(-1, players, ROWS)
    misthrows = np.array([position.misthrows for position in found])
    lucky = np.array([position.lucky for position in found])
    closed = np.array([position.closed for position in found])
    over = ends_game(variant, closed, misthrows.max(1))
    rows, misthrows, lucky = (counted_from(part, first) for part in (rows, misthrows, lucky))
    return Positions(rows, misthrows, closed, lucky, over)


def dice_in(games: Sequence[Game]) -> Ints:
    """Returns [position, die]: the six dice of these games, those that have left as 0."""
    return np.array([dice_of(game) for game in games])
