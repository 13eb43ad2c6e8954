"""What the net says of many cards and of whole tables at once."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qwixx.bots.tables import COUNT, ROW, Ints, Tables, charts_for, rivals, shared_wins
from qwixx.kernel.chart import ROWS
from qwixx.kernel.encoding import MARGIN, SCALE, TIE_BREAK, encoding_of
from qwixx.kernel.row_states import embedding_rows
from qwixx.kernel.weights_file import Weights
from qwixx.rules import Variant

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NetArrays:
    """The weights of a net as arrays; see `Weights` for their shapes."""

    mine: Floats
    other: Floats
    mix: Floats
    inner: Floats
    inner_bias: Floats
    head: Floats
    head_bias: Floats


def arrays_of(weights: Weights) -> NetArrays:
    """Returns these weights as arrays."""
    return NetArrays(**{name: np.asarray(part) for name, part in vars(weights).items()})


@dataclass
class Cards:
    """Cards that some seats may have at the end of a turn."""

    table: Ints
    seat: Ints
    rows: Ints
    """[card, row]"""
    misthrows: Ints
    closed: Ints
    """The closed rows then, as bits."""
    best: Ints
    """The best total among the others, and how many have it."""
    ties: Ints
    over: npt.NDArray[np.bool_]
    """Whether the game ends with that."""

    def select(self, which: Ints | npt.NDArray[np.bool_]) -> "Cards":
        return Cards(*(part[which] for part in vars(self).values()))


@dataclass
class Worth:
    """[table, seat]: what some tables are worth."""

    shares: Reals
    """Of the win; alone, the points to expect."""
    points: Reals
    """The expected final totals."""

    def next_turn(self) -> "Worth":
        """The same, counted from who was next."""
        return Worth(np.roll(self.shares, -1, 1), np.roll(self.points, -1, 1))

    def last_turn(self) -> "Worth":
        """The same, counted from who rolled the turn before."""
        return Worth(np.roll(self.shares, 1, 1), np.roll(self.points, 1, 1))


class Leaves(NamedTuple):
    """What the net says of some tables at the end of a turn."""

    shares: Reals
    """[table, seat]: of the win; alone, the points to expect."""
    first: Floats
    """[table, seat, unit]: the first layer, where there is more to be read from."""
    leads: Reals
    """[table, seat]: over the best of the others, in points; alone, the points to expect."""


class Look:
    """The net on many tables, whose seats are counted from the active player."""

    def __init__(self, variant: Variant, weights: NetArrays) -> None:
        self.weights = weights
        self.variant = variant
        self._charts = charts_for(variant)
        self._encoding = encoding_of(variant)
        self._index = embedding_rows(variant)

    def values(self, tables: Tables, sight: Floats, cards: Cards) -> Reals:
        """[card]: what is chosen by: the share of the win and a little for the points; alone,
        points in units of SCALE. `sight` is that of these tables."""
        margin = self._charts.scores(cards.rows, cards.misthrows) - cards.best
        values = np.empty(len(margin))
        over = cards.over
        values[over] = _settled(margin[over], cards.ties[over], tables.players)
        on = np.flatnonzero(~over)
        out = self._top(self._first(tables, sight, cards.select(on), margin[on]))
        if tables.players == 1:
            values[on] = out[:, 1]
        else:
            values[on] = 1 / (1 + np.exp(-out[:, 0])) + TIE_BREAK * out[:, 1]
        return values

    def leaves(self, tables: Tables) -> Leaves:
        """What tables are worth at the end of a turn."""
        players, count = tables.players, len(tables)
        scores = self._charts.scores(tables.rows, tables.misthrows)
        best, ties = rivals(scores)
        table, seat = np.divmod(np.arange(count * players), players)
        cards = Cards(
            table,
            seat,
            tables.rows.reshape(-1, ROWS),
            np.minimum(tables.misthrows, self.variant.most_misthrows - 1).reshape(-1),
            tables.closed[table],
            best.reshape(-1),
            ties.reshape(-1),
            np.zeros(len(table), bool),
        )
        first = self._first(tables, self.sight(tables), cards, (scores - best).reshape(-1))
        out = self._top(first).reshape(count, players, 2).astype(np.float64)
        leads = out[..., 1] * SCALE
        leads[tables.over] = (scores - best)[tables.over]
        if players == 1:
            shares = leads
        else:
            wins = 1 / (1 + np.exp(-out[..., 0]))
            shares = wins / wins.sum(1, keepdims=True)
            shares[tables.over] = shared_wins(scores[tables.over])
        return Leaves(shares, first.reshape(count, players, first.shape[1]), leads)

    def worth(self, tables: Tables) -> Worth:
        """What is chosen by at the end of a turn: the shares, and a little for the lead where
        games are as good as decided; alone, points in units of SCALE. And the leads, in points."""
        shares, _, leads = self.leaves(tables)
        if tables.players == 1:
            return Worth(shares / SCALE, shares)
        return Worth(shares + TIE_BREAK * leads / SCALE, leads)

    def sight(self, tables: Tables) -> Floats:
        """[table, seat, width]: the first layer but for the own card, after the turn of seat 0."""
        return self._sight(tables, tables.closed)

    def _sight(self, tables: Tables, closed: Ints) -> Floats:
        encoding, weights = self._encoding, self.weights
        players = tables.players
        index = self._index[closed[:, None, None] >> ROW & 1, ROW, tables.rows]
        seats = [encoding.seat(players, (seat - 1) % players) for seat in range(players)]
        own = weights.mine[seats]
        if players == 1 and not self.variant.lucky_count:
            return np.broadcast_to(own, (len(closed), 1, own.shape[1])).copy()
        towers = weights.other[index[..., 0]]
        for row in range(1, ROWS):
            towers += weights.other[index[..., row]]
        # A fourth misthrow has ended the game, so it is nobody's concern here.
        towers += weights.other[encoding.misthrows + tables.misthrows.clip(max=3)]
        towers += weights.other[seats]
        if self.variant.lucky_count:
            own = own + np.zeros((len(closed), 1, 1), np.float32)
            for number in self.variant.numbers:
                has = (tables.lucky >> number & 1).astype(np.float32)[..., None]
                if has.any():
                    towers += has * weights.other[encoding.lucky + number]
                    own = own + has * weights.mine[encoding.lucky + number]
        np.maximum(towers, 0, out=towers)
        others = towers.sum(1, keepdims=True) - towers
        sight: Floats = others @ weights.mix + own
        return sight

    def _first(self, tables: Tables, sight: Floats, cards: Cards, margin: Ints) -> Floats:
        """[card, unit]: the first layer."""
        encoding, weights = self._encoding, self.weights
        first = sight[cards.table, cards.seat]
        changed = np.flatnonzero(cards.closed != tables.closed[cards.table])
        if len(changed):  # a row that is closed now looks different to everybody
            there = tables.select(cards.table[changed])
            seen = self._sight(there, cards.closed[changed])
            first[changed] = seen[np.arange(len(changed)), cards.seat[changed]]
        index = self._index[cards.closed[:, None] >> ROW & 1, ROW, cards.rows]
        for row in range(ROWS):
            first += weights.mine[index[:, row]]
        first += weights.mine[encoding.margin + margin.clip(-MARGIN, MARGIN)]
        first += weights.mine[encoding.misthrows + cards.misthrows]
        return np.maximum(first, 0, out=first)

    def _top(self, first: Floats) -> Floats:
        """[card, 2]: win logit and score difference."""
        hidden: Floats = first @ self.weights.inner
        hidden += self.weights.inner_bias
        np.maximum(hidden, 0, out=hidden)
        out: Floats = hidden @ self.weights.head + self.weights.head_bias
        return out


def _settled(margin: Ints, ties: Ints, players: int) -> Reals:
    """What finished games are worth."""
    points: Reals = margin / SCALE
    if players == 1:
        return points
    share = np.where(margin > 0, 1.0, np.where(margin == 0, 1 / (1 + ties), 0.0))
    settled: Reals = share + TIE_BREAK * points
    return settled


def ends(variant: Variant, closed: Ints) -> npt.NDArray[np.bool_]:
    """Whether so many rows are closed that the game ends."""
    ended: npt.NDArray[np.bool_] = COUNT[closed] >= variant.most_closed
    return ended
