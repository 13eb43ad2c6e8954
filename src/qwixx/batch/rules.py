"""The rules of one variant for many positions: the legal crosses, and their results.

Options count the pass as 0, so option k is the pick k - 1 of `qwixx.kernel.options`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from qwixx.batch.positions import ROW, Active, Lines, Positions, Previous, ends_game
from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.kernel.chart import NEVER, ROWS, chart_for
from qwixx.kernel.options import PASS
from qwixx.kernel.row_states import row_states_for
from qwixx.kernel.translate import move_of
from qwixx.rules import Game, Move, Phase, Variant

COLOUR: Final = np.array([0, *(pick >> 1 for pick in range(PASS))])
"""[option]: the colour of a colour option."""
WHITE_ROW: Final = np.array([0, *(pick & 3 for pick in range(PASS))])
"""[option]: the row of a white option."""


def move_of_option(game: Game, seat: int, option: int) -> Move:
    """Returns the move that an option of a seat stands for in this phase."""
    return move_of(game, seat, (option + PASS) % (PASS + 1))


def option_of_move(game: Game, move: Move) -> int:
    if move.colour is None:
        return 0
    if game.phase is Phase.COLOUR:
        assert game.dice is not None
        sums = game.dice.colour_sums(move.colour)
        return 1 + 2 * game.variant.row_colours.index(move.colour) + sums.index(move.number)
    row = game.variant.by_name[move.colour, move.number].row
    return 1 + row + (ROWS if move.lucky else 0)


@dataclass
class Options(Lines):
    """The moves that are allowed: the last dimension counts the options, the pass first."""

    legal: Bools
    after: Ints  # The state of the option's row then; of the pass, nothing
    locks: Ints  # The row that it closes, as a bit
    free: Bools  # Whether it is a legal cross that skips nothing
    row: Ints  # The row that it crosses; of the pass, nothing

    def cross(self, rows: Ints, *chosen: Ints) -> None:
        """Crosses options in `rows` [line, row]; `chosen` are their indices, the option last."""
        lines = np.flatnonzero(chosen[-1])
        at = tuple(part[lines] for part in chosen)
        rows[lines, self.row[at]] = self.after[at]

    def locks_of(self, answers: Ints) -> Ints:
        """Returns [position, seat]: the rows that these answers close."""
        return np.take_along_axis(self.locks, answers[:, :, None], 2)[:, :, 0]


class BatchRules:
    """The rules of one variant for many positions, read from the tables of the kernel."""

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
        scores: Ints = self.points[rows].sum(-1)
        return scores - self.variant.misthrow_points * misthrows

    def white(self, positions: Positions[Active], dice: Ints) -> Options:
        """[position, seat, option]: the answers to the white dice; the lucky ones come last."""
        rows = positions.rows
        total = dice[:, 0] + dice[:, 1]
        is_open = (positions.closed[:, None, None] >> ROW & 1) == 0
        after = self._after[ROW, total[:, None, None], rows]
        legal = (after != NEVER) & is_open
        before = rows
        if self.variant.lucky_count:
            crosses = np.where(is_open, self._crosses[rows], 99)
            fewest = crosses == crosses.min(-1, keepdims=True)
            rolled = (positions.lucky >> total[:, None] & 1).astype(bool)[..., None]
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

    def threatened(self, positions: Positions[Active], dice: Ints) -> Ints:
        """[position]: the rows that others than the active seat may close with the white dice."""
        total = dice[:, 0] + dice[:, 1]
        rows = positions.rows[:, 1:]
        closing = self._locked[self._after[ROW, total[:, None, None], rows]]
        if self.variant.lucky_count:
            rolled = (positions.lucky[:, 1:] >> total[:, None] & 1)[..., None]
            closing = closing | (rolled & self._locked[self._lucky_after[rows]])
        threatened: Ints = (closing.any(1).astype(np.int64) << ROW).sum(-1)
        return threatened

    def after_white(
        self, positions: Positions[Active], white: Options, answers: Ints
    ) -> Positions[Active]:
        """Returns the positions after these answers: [position, seat], an option each."""
        rows = positions.rows.copy()
        position, seat = np.nonzero(answers)
        at = position, seat, answers[position, seat]
        rows[position, seat, white.row[at]] = white.after[at]
        closed = positions.closed | np.bitwise_or.reduce(white.locks_of(answers), 1)
        over = ends_game(self.variant, closed)
        return Positions(rows, positions.misthrows, closed, positions.lucky, over)

    def after_colour(
        self, positions: Positions[Active], colour: Options, moves: Ints, crossed: Bools
    ) -> Positions[Previous]:
        """Returns the positions after these colour moves of the active seats.

        Nothing happens any more where the game is over.
        """
        going = ~positions.over
        rows = positions.rows.copy()
        position = np.flatnonzero((moves > 0) & going)
        option = moves[position]
        rows[position, 0, colour.row[position, option]] = colour.after[position, option]
        closed = positions.closed.copy()
        closed[position] |= colour.locks[position, option]
        misthrows = positions.misthrows.copy()
        misthrows[:, 0] += (moves == 0) & ~crossed & going
        over = positions.over | ends_game(self.variant, closed, misthrows[:, 0])
        return Positions(rows, misthrows, closed, positions.lucky, over)


@lru_cache(maxsize=8)
def rules_for(variant: Variant) -> BatchRules:
    return BatchRules(variant)


def rivals(scores: Ints) -> tuple[Ints, Ints]:
    """Returns [position, seat]: the best total among the others, and how many seats have it."""
    players = scores.shape[1]
    if players == 1:
        return np.zeros_like(scores), np.ones_like(scores)
    others = np.where(np.eye(players, dtype=bool), -999, scores[:, None, :])
    best = others.max(-1)
    return best, (others == best[..., None]).sum(-1)


def shared_wins(scores: Ints) -> Reals:
    """Returns [position, seat]: the share of the win of each, at the end of a game."""
    winners = scores == scores.max(1, keepdims=True)
    shares: Reals = winners / winners.sum(1, keepdims=True)
    return shares


@lru_cache(maxsize=8)
def white_pairs(sides: int) -> Ints:
    """Returns [pair, 2]: all rolls of two dice."""
    faces = np.arange(1, sides + 1)
    return np.stack(np.meshgrid(faces, faces), -1).reshape(-1, 2)
