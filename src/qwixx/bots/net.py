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
    best_rival,
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
                f"expected a {self.variant.name} game for this net, found {game.variant.name}"
            )
        if game.phase is Phase.COLOUR:
            ends = colour_ends(game, seat)
            values = self._values(_Seen(self, game.cards, seat + 1), seat, ends)
            return {end.colour: value for end, value in zip(ends, values, strict=True)}
        table = self._expected(game, seat)
        ends = white_ends(game, seat, table)
        values = self._values(_Seen(self, table.cards, game.active + 1), seat, ends)
        best: dict[Move, float] = {}
        for end, value in zip(ends, values, strict=True):
            if value > best.get(end.white, -math.inf):
                best[end.white] = value
        return best

    def layers(self, game: Game) -> list[tuple[Vector, float, float]]:
        """Returns for each seat at the end of a turn: the first layer, the win logit and the lead,
        in units of SCALE."""
        seen, closed = _Seen(self, game.cards, game.active), game.closed
        margins = (score - best_rival(game.scores, s)[0] for s, score in enumerate(game.scores))
        return [
            self._layers(seen.base(seat, closed), card, closed, margin)
            for (seat, card), margin in zip(enumerate(game.cards), margins, strict=True)
        ]

    def _expected(self, game: Game, seat: int) -> ExpectedTable:
        """Returns the cards that a seat expects at the end of the turn before it answers."""
        passing = expected_table(game, {})
        seen = _Seen(self, passing.cards, game.active + 1)
        answers: dict[int, TurnEnd] = {}
        for other in range(game.players):
            if other != seat:
                ends = white_ends(game, other, passing)
                values = self._values(seen, other, ends) if len(ends) > 1 else [0.0]
                answers[other] = ends[values.index(max(values))]
        return expected_table(game, answers)

    def _values(self, seen: "_Seen", seat: int, ends: Sequence[TurnEnd]) -> list[float]:
        """Returns the value of each end of the turn to that seat."""
        return [
            _result(end, seen.players) if end.is_over else self._value(seen, seat, end)
            for end in ends
        ]

    def _value(self, seen: "_Seen", seat: int, end: TurnEnd) -> float:
        base = seen.base(seat, end.closed)
        _, win, points = self._layers(base, end.card, end.closed, end.margin)
        return points if seen.players == 1 else 1 / (1 + math.exp(-win)) + TIE_BREAK * points

    def _layers(
        self, base: Vector, card: Card, closed: Closed, margin: int
    ) -> tuple[Vector, float, float]:
        encoding, mine = self._encoding, self._mine
        red, yellow, green, blue = self.rows(card, closed)
        margin = max(-MARGIN, min(MARGIN, margin))
        first = [
            total if (total := a + b + c + d + e + f + g) > 0.0 else 0.0
            for a, b, c, d, e, f, g in zip(
                base,
                mine[red],
                mine[yellow],
                mine[green],
                mine[blue],
                mine[encoding.margin + margin],
                mine[encoding.misthrows + card.misthrows],
                strict=True,
            )
        ]
        second = [max(0.0, sumprod(first, unit) + bias) for unit, bias in self._inner]
        win = sumprod(second, self._win) + self._win_bias
        return first, win, sumprod(second, self._points) + self._points_bias

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
    """The first layer of each seat without the player's own card, if the cards are these."""

    def __init__(self, net: Net, cards: Sequence[Card], rolls_next: int) -> None:
        self.players = len(cards)
        self._net = net
        self._cards = cards
        soon = [(seat - rolls_next) % self.players for seat in range(self.players)]
        encoding = encoding_of(net.variant)
        self._seat_rows = [encoding.seat(self.players, number) for number in soon]
        self._towers: dict[Closed, list[Vector]] = {}
        self._bases: dict[tuple[int, Closed], Vector] = {}

    def base(self, seat: int, closed: Closed) -> Vector:
        """Returns the first layer for a seat when these rows are closed."""
        key = seat, closed
        if key not in self._bases:
            cards = self._cards
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
