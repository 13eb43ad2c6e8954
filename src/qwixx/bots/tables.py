"""Many tables of one game at once, in numpy: what may be crossed there, and what comes of it.

Seats are counted from the active player, who is seat 0 of every table. Options count the pass as 0,
so option k is the pick k - 1 of `qwixx.kernel.options`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from qwixx.kernel.chart import NEVER, ROWS, chart_for
from qwixx.kernel.options import PASS
from qwixx.kernel.row_states import row_states_for
from qwixx.kernel.translate import position_of
from qwixx.rules import Game, Variant

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

ROW: Final = np.arange(ROWS)
COLOUR: Final = np.array([0, *(pick >> 1 for pick in range(PASS))])
"""[option]: the colour of a colour option."""
WHITE_ROW: Final = np.array([0, *(pick & 3 for pick in range(PASS))])
"""[option]: the row of a white option."""
COUNT: Final = np.array([bits.bit_count() for bits in range(1 << ROWS)])
"""[closed]: how many rows that are."""


def pick_of(option: int) -> int:
    """The pick that an option is."""
    return (option + PASS) % (PASS + 1)


@dataclass
class Tables:
    """Some tables with the same number of seats."""

    rows: Ints
    """[table, seat, row]: row states."""
    misthrows: Ints
    """[table, seat]"""
    closed: Ints
    """[table]: a bit for each closed row."""
    lucky: Ints
    """[table, seat]: a bit for each lucky number."""
    over: Bools
    """[table]: whether the game has ended."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def players(self) -> int:
        return int(self.rows.shape[1])

    def select(self, which: Ints | Bools) -> "Tables":
        return Tables(*(part[which] for part in vars(self).values()))

    def next_turn(self) -> "Tables":
        """The same tables, seen from who rolls next."""
        return self._seen_from(-1)

    def last_turn(self) -> "Tables":
        """The same tables, seen from who rolled the turn before."""
        return self._seen_from(1)

    def _seen_from(self, steps: int) -> "Tables":
        return Tables(
            np.roll(self.rows, steps, 1),
            np.roll(self.misthrows, steps, 1),
            self.closed,
            np.roll(self.lucky, steps, 1),
            self.over,
        )


def join(parts: Sequence[Tables]) -> Tables:
    """All those tables."""
    fields = zip(*(vars(part).values() for part in parts), strict=True)
    return Tables(*(np.concatenate(field) for field in fields))


def tables_of(games: Sequence[Game]) -> Tables:
    """The tables of games of one variant with the same number of seats."""
    positions = [position_of(game) for game in games]
    players = games[0].players
    rows = np.array([position.rows for position in positions]).reshape(-1, players, ROWS)
    misthrows = np.array([position.misthrows for position in positions])
    lucky = np.array([position.lucky for position in positions])
    seats = (np.array([[p.active] for p in positions]) + np.arange(players)) % players
    variant = games[0].variant
    closed = np.array([position.closed for position in positions])
    return Tables(
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


@dataclass
class Options:
    """What may be crossed: the last dimension counts the options, the pass first."""

    legal: Bools
    after: Ints
    """The state of the option's row then; of the pass, nothing."""
    locks: Ints
    """The row that it closes, as a bit."""
    free: Bools
    """Whether it is a legal cross that skips nothing."""
    row: Ints
    """The row that it crosses; of the pass, nothing."""

    def select(self, which: Ints | Bools) -> "Options":
        return Options(*(part[which] for part in vars(self).values()))


class Charts:
    """The rules of one variant for many tables, read from the kernel's tables."""

    def __init__(self, variant: Variant) -> None:
        chart = chart_for(variant)[0]
        self.variant = variant
        self.points: Ints = chart["points"].astype(np.int64)
        self._after = chart["after"].reshape(ROWS, -1, 128).astype(np.int64)
        self._row_of = np.maximum(row_states_for(variant).row, 0)
        self._lucky_after = chart["lucky_after"].astype(np.int64)
        self._crosses = chart["crosses"].astype(np.int64)
        self._last = chart["last"].astype(np.int64)
        # One more, so that what is never allowed can be looked up.
        self._locked = np.zeros(NEVER + 1, np.int64)
        self._locked[: len(chart["locked"])] = chart["locked"]
        self._jump = np.full((NEVER + 1,), -9)
        self._jump[: len(self._last)] = self._last

    def scores(self, rows: Ints, misthrows: Ints) -> Ints:
        """What cards are worth."""
        scores: Ints = self.points[rows].sum(-1)
        return scores - self.variant.misthrow_points * misthrows

    def white(self, tables: Tables, dice: Ints) -> Options:
        """[table, seat, option]: the answers to the white dice; lucky ones last, where there are
        lucky numbers."""
        rows = tables.rows
        total = dice[:, 0] + dice[:, 1]
        is_open = (tables.closed[:, None, None] >> ROW & 1) == 0
        after = self._after[ROW, total[:, None, None], rows]
        legal = (after != NEVER) & is_open
        before = rows
        if self.variant.lucky_count:
            crosses = np.where(is_open, self._crosses[rows], 99)
            fewest = crosses == crosses.min(-1, keepdims=True)
            rolled = (tables.lucky >> total[:, None] & 1).astype(bool)[..., None]
            next_free = self._lucky_after[rows]
            legal = np.concatenate([legal, (next_free != NEVER) & is_open & fewest & rolled], -1)
            after = np.concatenate([after, next_free], -1)
            before = np.concatenate([rows, rows], -1)
        row = np.broadcast_to(WHITE_ROW[1 : legal.shape[-1] + 1], legal.shape)
        return self._options(before, after, legal, row)

    def colour(self, rows: Ints, closed: Ints, dice: Ints) -> Options:
        """[card, option]: the colour moves of active players with these cards."""
        colour = COLOUR[1:]
        total = np.tile(dice[:, :2], ROWS) + dice[:, 2 + colour]
        row = self._row_of[colour, total]
        before = np.take_along_axis(rows, row, 1)
        after = self._after[row, total, before]
        # A closed row has taken its die along, wherever else the cells of that colour stand.
        legal = (after != NEVER) & ((closed[:, None] >> row | closed[:, None] >> colour) & 1 == 0)
        legal[dice[:, 0] == dice[:, 1], 1::2] = False  # both dice make the same sum
        return self._options(before, after, legal, row)

    def _options(self, before: Ints, after: Ints, legal: Bools, row: Ints) -> Options:
        shape = (*legal.shape[:-1], legal.shape[-1] + 1)
        all_legal = np.ones(shape, bool)
        all_legal[..., 1:] = legal
        all_after = np.zeros(shape, np.int64)
        all_after[..., 1:] = after
        locks = np.zeros(shape, np.int64)
        locks[..., 1:] = np.where(legal, self._locked[after], 0) << row
        free = np.zeros(shape, bool)
        free[..., 1:] = legal & (self._jump[after] == self._last[before] + 1)
        all_rows = np.zeros(shape, np.int64)
        all_rows[..., 1:] = row
        return Options(all_legal, all_after, locks, free, all_rows)

    def threatened(self, tables: Tables, dice: Ints) -> Ints:
        """[table]: the rows that others than the active seat may close with the white dice."""
        total = dice[:, 0] + dice[:, 1]
        rows = tables.rows[:, 1:]
        closing = self._locked[self._after[ROW, total[:, None, None], rows]]
        if self.variant.lucky_count:
            rolled = (tables.lucky[:, 1:] >> total[:, None] & 1)[..., None]
            closing = closing | (rolled & self._locked[self._lucky_after[rows]])
        threatened: Ints = (closing.any(1).astype(np.int64) << ROW).sum(-1)
        return threatened

    def after_white(self, tables: Tables, white: Options, answers: Ints) -> Tables:
        """The tables once everybody has answered so: [table, seat], an option each."""
        rows = tables.rows.copy()
        table, seat = np.nonzero(answers)
        option = answers[table, seat]
        rows[table, seat, white.row[table, seat, option]] = white.after[table, seat, option]
        locks = np.take_along_axis(white.locks, answers[:, :, None], 2)[:, :, 0]
        closed = tables.closed | np.bitwise_or.reduce(locks, 1)
        over = COUNT[closed] >= self.variant.most_closed
        return Tables(rows, tables.misthrows, closed, tables.lucky, over)

    def after_colour(self, tables: Tables, colour: Options, moves: Ints, crossed: Bools) -> Tables:
        """The tables after these colour moves of the active seats; where the game is over,
        nothing happens any more."""
        going = ~tables.over
        rows = tables.rows.copy()
        table = np.flatnonzero((moves > 0) & going)
        option = moves[table]
        rows[table, 0, colour.row[table, option]] = colour.after[table, option]
        closed = tables.closed.copy()
        closed[table] |= colour.locks[table, option]
        misthrows = tables.misthrows.copy()
        misthrows[:, 0] += (moves == 0) & ~crossed & going
        over = (
            tables.over
            | (COUNT[closed] >= self.variant.most_closed)
            | (misthrows[:, 0] >= self.variant.most_misthrows)
        )
        return Tables(rows, misthrows, closed, tables.lucky, over)


@lru_cache(maxsize=8)
def charts_for(variant: Variant) -> Charts:
    return Charts(variant)


def rivals(scores: Ints) -> tuple[Ints, Ints]:
    """[table, seat]: the best total among the others, and how many have it; alone, nothing."""
    players = scores.shape[1]
    if players == 1:
        return np.zeros_like(scores), np.ones_like(scores)
    others = np.where(np.eye(players, dtype=bool), -999, scores[:, None, :])
    best = others.max(-1)
    return best, (others == best[..., None]).sum(-1)


def shared_wins(scores: Ints) -> npt.NDArray[np.float64]:
    """[table, seat]: the share of the win of each, at the end of a game."""
    winners = scores == scores.max(1, keepdims=True)
    shares: npt.NDArray[np.float64] = winners / winners.sum(1, keepdims=True)
    return shares
