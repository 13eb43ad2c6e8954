"""The value net for many cards and for whole positions at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from qwixx.batch.positions import ROW, Active, Lines, Positions, Previous
from qwixx.batch.rules import rivals, rules_for, shared_wins
from qwixx.kernel.arrays import Bools, Floats, Ints, Reals
from qwixx.kernel.chart import ROWS
from qwixx.kernel.encoding import MARGIN, SCALE, TIE_BREAK, encoding_of
from qwixx.kernel.row_states import embedding_rows
from qwixx.kernel.weights_file import Weights
from qwixx.rules import Variant

NetArrays: TypeAlias = Weights[Floats]


def arrays_of(weights: Weights[Any]) -> NetArrays:
    return Weights(**{name: np.asarray(part) for name, part in vars(weights).items()})


@dataclass
class Cards(Lines):
    """Cards that some seats may have at the end of a turn."""

    position: Ints
    seat: Ints
    rows: Ints  # [card, row]
    misthrows: Ints
    closed: Ints  # The closed rows then, as bits
    best: Ints  # The best total among the others, and how many have it
    ties: Ints
    over: Bools  # Whether the game ends with that


class Leaves(NamedTuple):
    """The values of some positions at the end of a turn."""

    shares: Reals  # [position, seat]: of the win; alone, the points to expect
    first: Floats  # [position, seat, unit]: the first layer, from which more can be read
    leads: Reals  # [position, seat]: over the best of the others; alone, the points to expect


class Layers(NamedTuple):
    """The units of the net for every seat, layer by layer: [position, seat, unit]."""

    first: Floats
    hidden: Floats
    out: Floats  # Win logit and score difference


class BatchNet:
    """The net on many positions, whose seats are counted from the active player."""

    def __init__(self, variant: Variant, weights: NetArrays) -> None:
        self.weights = weights
        self.variant = variant
        self._rules = rules_for(variant)
        self._encoding = encoding_of(variant)
        self._index = embedding_rows(variant)

    def values(self, positions: Positions[Active], bases: Floats, cards: Cards) -> Reals:
        """[card]: the values to choose by. They are the share of the win and a little for the
        points; in solo games, points in units of SCALE. `bases` is that of these positions."""
        margin = self._rules.scores(cards.rows, cards.misthrows) - cards.best
        values = np.empty(len(margin))
        over = cards.over
        values[over] = _settled(margin[over], cards.ties[over], positions.players)
        on = np.flatnonzero(~over)
        out = self._out(self._hidden(self._first(positions, bases, cards.select(on), margin[on])))
        if positions.players == 1:
            values[on] = out[:, 1]
        else:
            values[on] = 1 / (1 + np.exp(-out[:, 0])) + TIE_BREAK * out[:, 1]
        return values

    def leaves(self, positions: Positions[Previous]) -> Leaves:
        """Returns what positions are worth at the end of a turn."""
        scores = self._rules.scores(positions.rows, positions.misthrows)
        layers = self.layers(positions)
        out = layers.out.astype(np.float64)
        leads = out[..., 1] * SCALE
        leads[positions.over] = (scores - rivals(scores)[0])[positions.over]
        if positions.players == 1:
            shares = leads
        else:
            wins = 1 / (1 + np.exp(-out[..., 0]))
            shares = wins / wins.sum(1, keepdims=True)
            shares[positions.over] = shared_wins(scores[positions.over])
        return Leaves(shares, layers.first, leads)

    def layers(self, positions: Positions[Previous]) -> Layers:
        """Returns what the net computes for every seat at the end of a turn."""
        players, count = positions.players, len(positions)
        scores = self._rules.scores(positions.rows, positions.misthrows)
        best, ties = rivals(scores)
        position, seat = np.divmod(np.arange(count * players), players)
        cards = Cards(
            position,
            seat,
            positions.rows.reshape(-1, ROWS),
            np.minimum(positions.misthrows, self.variant.most_misthrows - 1).reshape(-1),
            positions.closed[position],
            best.reshape(-1),
            ties.reshape(-1),
            np.zeros(len(position), bool),
        )
        first = self._first(positions, self.bases(positions), cards, (scores - best).reshape(-1))
        hidden = self._hidden(first)
        parts = first, hidden, self._out(hidden)
        return Layers(*(part.reshape(count, players, part.shape[1]) for part in parts))

    def bases(self, positions: Positions[Any]) -> Floats:
        """Returns [position, seat, width]: the first layer without the player's own card, after
        the turn of seat 0."""
        return self._bases_of(positions, positions.closed)

    def _bases_of(self, positions: Positions[Any], closed: Ints) -> Floats:
        weights, players = self.weights, positions.players
        own = weights.mine[self.seat_rows(players)]
        if players == 1 and not self.variant.lucky_count:
            return np.broadcast_to(own, (len(closed), 1, own.shape[1])).copy()
        if self.variant.lucky_count:
            lucky = self._encoding.lucky
            own = own + sum(
                has * weights.mine[lucky + number] for number, has in _each_lucky(positions)
            )
        towers = self.towers(positions, closed)
        bases: Floats = (towers.sum(1, keepdims=True) - towers) @ weights.mix + own
        return bases

    def towers(self, positions: Positions[Any], closed: Ints) -> Floats:
        """Returns [position, seat, unit]: the part of each card in the inputs of the other seats
        when these rows are closed."""
        encoding, weights = self._encoding, self.weights
        index = self.row_index(closed[:, None], positions.rows)
        towers = weights.other[index[..., 0]]
        for row in range(1, ROWS):
            towers += weights.other[index[..., row]]
        # A fourth misthrow has ended the game, so it is nobody's concern here.
        towers += weights.other[encoding.misthrows + positions.misthrows.clip(max=3)]
        towers += weights.other[self.seat_rows(positions.players)]
        if self.variant.lucky_count:
            for number, has in _each_lucky(positions):
                towers += has * weights.other[encoding.lucky + number]
        return np.maximum(towers, 0, out=towers)

    def row_index(self, closed: Ints, rows: Ints) -> Ints:
        """Returns the embedding rows of card rows [..., row] when these rows are closed."""
        index: Ints = self._index[closed[..., None] >> ROW & 1, ROW, rows]
        return index

    def seat_rows(self, players: int) -> list[int]:
        """Returns [seat]: the embedding rows of the seats after the turn of seat 0."""
        return [self._encoding.seat(players, (seat - 1) % players) for seat in range(players)]

    def _first(
        self, positions: Positions[Any], bases: Floats, cards: Cards, margin: Ints
    ) -> Floats:
        """[card, unit]: the first layer."""
        encoding, weights = self._encoding, self.weights
        first = bases[cards.position, cards.seat]
        changed = np.flatnonzero(cards.closed != positions.closed[cards.position])
        if len(changed):  # a row that is closed now looks different to everybody
            there = positions.select(cards.position[changed])
            seen = self._bases_of(there, cards.closed[changed])
            first[changed] = seen[np.arange(len(changed)), cards.seat[changed]]
        index = self.row_index(cards.closed, cards.rows)
        for row in range(ROWS):
            first += weights.mine[index[:, row]]
        first += weights.mine[encoding.margin + margin.clip(-MARGIN, MARGIN)]
        first += weights.mine[encoding.misthrows + cards.misthrows]
        return np.maximum(first, 0, out=first)

    def _hidden(self, first: Floats) -> Floats:
        hidden: Floats = first @ self.weights.inner
        hidden += self.weights.inner_bias
        return np.maximum(hidden, 0, out=hidden)

    def _out(self, hidden: Floats) -> Floats:
        """Returns [card, 2]: win logit and score difference."""
        out: Floats = hidden @ self.weights.head + self.weights.head_bias
        return out


def _each_lucky(positions: Positions[Any]) -> Iterator[tuple[int, Floats]]:
    """Yields each lucky number, and [position, seat, 1] as 1 or 0 who has it."""
    for number in range(int(positions.lucky.max(initial=0)).bit_length()):
        has = (positions.lucky >> number & 1).astype(np.float32)[..., None]
        if has.any():
            yield number, has


def _settled(margin: Ints, ties: Ints, players: int) -> Reals:
    """Returns the values of finished games."""
    points: Reals = margin / SCALE
    if players == 1:
        return points
    share = np.where(margin > 0, 1.0, np.where(margin == 0, 1 / (1 + ties), 0.0))
    settled: Reals = share + TIE_BREAK * points
    return settled
