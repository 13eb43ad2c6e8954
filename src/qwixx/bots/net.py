"""The value net for one position, in plain Python, and its values of all moves.

It runs without NumPy. `qwixx.batch` does the same for many positions, and `qwixx.kernel` in
compiled code.
"""

import math
import sys
from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import TypeAlias, cast

from qwixx.bots.registry import weights_path
from qwixx.bots.turn_ends import (
    ExpectedTable,
    TurnEnd,
    colour_ends,
    expected_table,
    white_ends,
)
from qwixx.kernel.encoding import MARGIN, SCALE, TIE_BREAK, encoding_of
from qwixx.kernel.weights_file import Floats, Weights, load_weights
from qwixx.rules import Card, Colour, Game, Move, Phase, Variant

Vector: TypeAlias = Sequence[float]
Closed: TypeAlias = frozenset[Colour]

if sys.version_info >= (3, 12):
    from math import sumprod
else:

    def sumprod(p: Vector, q: Vector, /) -> float:
        total: float = sum(map(mul, p, q))
        return total


class Net:
    """Values the moves of any seat of a game."""

    def __init__(self, variant: Variant, weights: Weights[Floats]) -> None:
        self.variant = variant
        self.weights = weights
        self._encoding = encoding_of(variant)
        self._colours = variant.row_colours
        self._cells = (1 << len(variant.rows[0])) - 1  # The mark bits of a row without its lock
        self._mine, self._other, mix, inner, head = (
            cast("list[list[float]]", part.tolist())
            for part in (weights.mine, weights.other, weights.mix, weights.inner, weights.head)
        )
        # One line for each unit of the next layer.
        self._mix = _transposed(mix)
        self._inner = list(zip(_transposed(inner), weights.inner_bias.tolist(), strict=True))
        self._win, self._points = _transposed(head)
        self._win_bias, self._points_bias = weights.head_bias.tolist()

    def values(self, game: Game, seat: int) -> dict[Move, float]:
        """Returns the value of each move to that seat: the expected share of the win.

        In solo games, values are points in units of SCALE. A misthrow that is out of the question
        is left out. The value of the active player's answer to the white dice is that of the best
        colour move after it. The others are expected to answer as if all of their opponents passed.
        """
        if game.variant != self.variant:
            raise ValueError(
                f"this net plays the {self.variant.name} game, not {game.variant.name}"
            )
        if game.phase is Phase.COLOUR:
            ends = colour_ends(game, seat)
            values = self._values(_Seen(self, game, expected_table(game, {})), seat, ends)
            return {end.colour: value for end, value in zip(ends, values, strict=True)}
        table = self._expected(game, seat)
        ends = white_ends(game, seat, table)
        best: dict[Move, float] = {}
        for end, value in zip(
            ends, self._values(_Seen(self, game, table), seat, ends), strict=True
        ):
            if value > best.get(end.white, -math.inf):
                best[end.white] = value
        return best

    def _expected(self, game: Game, seat: int) -> ExpectedTable:
        """Returns the cards that a seat expects at the end of the turn before it answers."""
        passing = expected_table(game, {})
        seen = _Seen(self, game, passing)
        answers: dict[int, TurnEnd] = {}
        for other in range(game.players):
            if other != seat:
                ends = white_ends(game, other, passing)
                values = self._values(seen, other, ends) if len(ends) > 1 else [0.0]
                answers[other] = ends[values.index(max(values))]
        return expected_table(game, answers)

    def _values(self, seen: "_Seen", seat: int, ends: Sequence[TurnEnd]) -> list[float]:
        """Returns the value of each end of the turn to that seat."""
        players = len(seen.table.cards)
        return [
            _result(end, players) if end.is_over else self._value(seen, seat, end) for end in ends
        ]

    def _value(self, seen: "_Seen", seat: int, end: TurnEnd) -> float:
        encoding, mine = self._encoding, self._mine
        red, yellow, green, blue = self.rows(end.card, end.closed)
        margin = encoding.margin + max(-MARGIN, min(MARGIN, end.margin))
        first = [
            total if (total := a + b + c + d + e + f + g) > 0.0 else 0.0
            for a, b, c, d, e, f, g in zip(
                seen.base(seat, end.closed),
                mine[red],
                mine[yellow],
                mine[green],
                mine[blue],
                mine[margin],
                mine[encoding.misthrows + end.card.misthrows],
                strict=True,
            )
        ]
        second = [max(0.0, sumprod(first, unit) + bias) for unit, bias in self._inner]
        points = sumprod(second, self._points) + self._points_bias
        if len(seen.table.cards) == 1:
            return points
        win = sumprod(second, self._win) + self._win_bias
        return 1 / (1 + math.exp(-win)) + TIE_BREAK * points

    def rows(self, card: Card, closed: Closed) -> list[int]:
        """Returns the embedding rows of the four rows of a card."""
        index, states, cells = self._encoding.row_index, self._encoding.row_states, self._cells
        return [
            row * states
            + index[self._colours[row] in closed][(marks & cells).bit_length()][marks.bit_count()]
            for row, marks in enumerate(card.marks)
        ]

    def tower(self, card: Card, closed: Closed, seat_row: int) -> Vector:
        """Returns the first layer of an opponent's card: one of the small towers."""
        # A fourth misthrow has ended the game, so its row does not matter.
        rows = [*self.rows(card, closed), self._encoding.misthrows + min(card.misthrows, 3)]
        rows += [seat_row, *(self._encoding.lucky + number for number in card.lucky)]
        other = self._other
        sums = map(sum, zip(*[other[row] for row in rows], strict=True))
        return [max(0.0, total) for total in sums]

    def own(self, card: Card, seat_row: int, others: Vector) -> Vector:
        """Returns the part of the first layer that is the same for all ends of a player's turn.

        It consists of the seat, the lucky numbers and the sum of the opponents' towers.
        """
        mine = self._mine
        rows: list[Vector] = [
            mine[seat_row],
            *(mine[self._encoding.lucky + number] for number in card.lucky),
        ]
        if any(others):
            rows.append([sumprod(others, unit) for unit in self._mix])
        return list(map(sum, zip(*rows, strict=True)))


class _Seen:
    """The first layer of each seat without the player's own card, at an expected table."""

    def __init__(self, net: Net, game: Game, table: ExpectedTable) -> None:
        self.table = table
        self._net = net
        players = game.players
        # The number of other players who roll before each seat once this turn is over.
        soon = [(seat - game.active - 1) % players for seat in range(players)]
        encoding = encoding_of(game.variant)
        self._seat_rows = [encoding.seat(players, number) for number in soon]
        self._towers: dict[Closed, list[Vector]] = {}
        self._bases: dict[tuple[int, Closed], Vector] = {}

    def base(self, seat: int, closed: Closed) -> Vector:
        """Returns the first layer for a seat when these rows are closed."""
        key = seat, closed
        if key not in self._bases:
            cards = self.table.cards
            if closed not in self._towers:
                self._towers[closed] = [
                    self._net.tower(card, closed, row)
                    for card, row in zip(cards, self._seat_rows, strict=True)
                ]
            towers = [each for other, each in enumerate(self._towers[closed]) if other != seat]
            others = list(map(sum, zip(*towers, strict=True)))
            self._bases[key] = self._net.own(cards[seat], self._seat_rows[seat], others)
        return self._bases[key]


def _result(end: TurnEnd, players: int) -> float:
    """Returns the value of a finished game: the share of the win, and a little for the points."""
    points = end.margin / SCALE
    if players == 1:
        return points
    share = 1.0 if end.margin > 0 else 1 / (1 + end.ties) if end.margin == 0 else 0.0
    return share + TIE_BREAK * points


def _transposed(matrix: Sequence[Vector]) -> list[Vector]:
    return [list(column) for column in zip(*matrix, strict=True)]


@lru_cache(maxsize=8)
def shipped_net(variant: Variant) -> Net:
    """Returns the net that comes with the package. Raises BadWeights if it cannot be used."""
    weights, _ = load_weights(weights_path(variant), variant)
    return Net(variant, weights)
