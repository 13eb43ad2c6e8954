"""Many continuations of a game at once, in numpy: everybody plays on with the net.

To be fast, players here look one move ahead as if the others passed, and the active player does
not think again after the white phase.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from qwixx.bots.net import Net, top
from qwixx.bots.weights_file import Floats
from qwixx.kernel.encoding import MARGIN, SCALE, TIE_BREAK, encoding_of
from qwixx.kernel.sheet import NEVER, ROWS, sheet_for

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_ROW: Final = np.arange(ROWS)
_ILLEGAL: Final = -9.0


@dataclass
class Tables:
    """Some tables of the same game after the same turn."""

    rows: Ints
    """[game, seat, row]: row states."""
    misthrows: Ints
    """[game, seat]"""
    closed: Bools
    """[game, row]"""

    def select(self, games: Ints | Bools) -> "Tables":
        return Tables(self.rows[games], self.misthrows[games], self.closed[games])


@dataclass
class _Crosses:
    """What some seats may cross, or pass: the last dimension counts the options."""

    legal: Bools
    rows: Ints
    """[..., option, row]: the row states then."""
    closed: Bools
    """[..., option, row]: the closed rows then."""


class Rollouts:
    """Plays on with a net, at the table of one game."""

    def __init__(self, net: Net, lucky: tuple[int, ...]) -> None:
        """`lucky` has the lucky numbers of each seat as bits."""
        variant = net.variant
        sheet = sheet_for(variant)[0]
        self._weights = net.weights
        self._encoding = encoding_of(variant)
        self._index = self._encoding.by_state
        self._after = sheet["after"].reshape(ROWS, -1, 128).astype(np.int64)
        self._lucky_after = sheet["lucky_after"].astype(np.int64)
        self._points = sheet["points"].astype(np.int64)
        self._crosses = sheet["crosses"].astype(np.int64)
        self._locked = sheet["locked"].astype(bool)
        self._variant = variant
        self._players = len(lucky)
        numbers = np.arange(2 * variant.sides + 1)
        self._is_lucky = (np.array(lucky)[:, None] >> numbers & 1).astype(bool)
        self._own = np.zeros((self._players, self._weights.mine.shape[1]), np.float32)
        self._towers = np.zeros((self._players, self._weights.other.shape[1]), np.float32)
        for seat, number in np.argwhere(self._is_lucky):
            self._own[seat] += self._weights.mine[self._encoding.lucky + number]
            self._towers[seat] += self._weights.other[self._encoding.lucky + number]

    def values(self, tables: Tables, active: int, seat: int, dice: Ints) -> Floats:
        """[game]: what a seat can expect after the turns of `dice` [turn, game, die], in which
        `active` rolls first."""
        result = np.zeros(len(tables.rows), np.float32)
        playing = np.arange(len(tables.rows))
        for turn, thrown in enumerate(dice):
            rolls = (active + turn) % self._players
            tables, over = self._turn(tables, rolls, thrown[playing])
            result[playing[over]] = self._final(tables.select(over), seat)
            tables, playing = tables.select(~over), playing[~over]
            if not len(playing):
                break
        else:
            rolls = (active + len(dice) - 1) % self._players
            everybody = np.arange(len(playing))
            result[playing] = self._value(
                tables,
                self._sight(tables, rolls),
                everybody,
                np.full(len(playing), seat),
                tables.rows[:, seat],
                tables.misthrows[:, seat],
                tables.closed,
                self._rivals(tables)[0][:, seat],
                rolls,
            )
        return result

    # One turn

    def _turn(self, tables: Tables, active: int, dice: Ints) -> tuple[Tables, Bools]:
        games = np.arange(len(tables.rows))
        white = self._white(tables, dice)
        sight = self._sight(tables, active)
        best, ties = self._rivals(tables)
        values = self._waiting(tables, white, sight, best, ties, active)
        picks = values.argmax(-1)
        colour, joint = self._rolling(tables, white, dice, sight, best, ties, active)
        flat = joint.reshape(len(games), -1).argmax(1)
        picks[:, active], moves = np.divmod(flat, joint.shape[2])

        rows = np.take_along_axis(white.rows, picks[:, :, None, None], 2)[:, :, 0]
        locks = np.take_along_axis(white.closed, picks[:, :, None, None], 2)[:, :, 0]
        misthrows = tables.misthrows.copy()
        closed = locks.any(1)
        over = closed.sum(1) >= self._variant.most_closed
        mine = picks[:, active]
        chosen = colour.rows[games, mine, moves]
        # Another's lock may have closed the row, or the game.
        touched = chosen != rows[:, active]
        lost = over | (touched & closed).any(1)
        rows[:, active] = np.where(lost[:, None], rows[:, active], chosen)
        closed = closed | (colour.closed[games, mine, moves] & ~lost[:, None])
        thrown = ~over & (mine == 0) & (lost | (moves == 0))
        misthrows[:, active] += thrown
        over = (closed.sum(1) >= self._variant.most_closed) | (
            misthrows[:, active] >= self._variant.most_misthrows
        )
        return Tables(rows, misthrows, closed), over

    def _white(self, tables: Tables, dice: Ints) -> _Crosses:
        """[game, seat, option]: pass, the sum in each row and, in Longo, each lucky cross."""
        total = dice[:, 0] + dice[:, 1]
        rows = tables.rows
        after = self._after[_ROW, total[:, None, None], rows]
        is_open = ~tables.closed[:, None, :]
        targets = [after]
        legal = [(after != NEVER) & is_open]
        if self._variant.lucky_count:
            crosses = np.where(is_open, self._crosses[rows], 99)
            fewest = crosses == crosses.min(-1, keepdims=True)
            lucky = self._lucky_after[rows]
            rolled = self._is_lucky[:, total].T[:, :, None]
            targets.append(lucky)
            legal.append((lucky != NEVER) & is_open & fewest & rolled)
        return self._crossed(
            rows, tables.closed[:, None, :], np.concatenate(targets, -1), np.concatenate(legal, -1)
        )

    def _crossed(self, rows: Ints, closed: Bools, targets: Ints, legal: Bools) -> _Crosses:
        """The pass and, for each target in row order, the cards with that cross."""
        options = targets.shape[-1]
        shape = (*targets.shape[:-1], 1 + options, ROWS)
        after = np.broadcast_to(rows[..., None, :], shape).copy()
        shut = np.broadcast_to(closed[..., None, :], shape).copy()
        number = np.arange(options)
        targets = np.where(legal, targets, 0)
        after[..., 1 + number, number % ROWS] = np.where(
            legal, targets, after[..., 1 + number, number % ROWS]
        )
        shut[..., 1 + number, number % ROWS] |= legal & self._locked[targets]
        passes = np.ones((*legal.shape[:-1], 1), bool)
        return _Crosses(np.concatenate([passes, legal], -1), after, shut)

    def _waiting(
        self, tables: Tables, white: _Crosses, sight: Floats, best: Ints, ties: Ints, active: int
    ) -> Floats:
        """[game, seat, option]: the values of answers of who is not active."""
        wanted = white.legal.copy()
        wanted[:, active] = False
        game, seat, option = np.nonzero(wanted)
        rows = white.rows[game, seat, option]
        closed = white.closed[game, seat, option]
        misthrows = tables.misthrows[game, seat]
        worth = self._worth(tables, sight, game, seat, rows, misthrows, closed, best, ties, active)
        values = np.full(wanted.shape, _ILLEGAL, np.float32)
        values[game, seat, option] = worth
        return values

    def _rolling(
        self,
        tables: Tables,
        white: _Crosses,
        dice: Ints,
        sight: Floats,
        best: Ints,
        ties: Ints,
        active: int,
    ) -> tuple[_Crosses, Floats]:
        """The active player's colour moves [game, white option, option], and their values."""
        rows, closed = white.rows[:, active], white.closed[:, active]
        sums = dice[:, :2, None] + dice[:, None, 2:]
        after = self._after[_ROW, sums[:, None], rows[:, :, None, :]]
        ended = closed.sum(-1) >= self._variant.most_closed
        legal = (after != NEVER) & ~closed[:, :, None, :] & ~ended[..., None, None]
        legal[dice[:, 0] == dice[:, 1], :, 1] = False
        shape = (*rows.shape[:2], 2 * ROWS)
        colour = self._crossed(rows, closed, after.reshape(shape), legal.reshape(shape))
        wanted = colour.legal & white.legal[:, active, :, None]
        game, answer, option = np.nonzero(wanted)
        thrown = (answer == 0) & (option == 0) & ~ended[game, 0]
        misthrows = tables.misthrows[game, active] + thrown
        seats = np.full(len(game), active)
        worth = self._worth(
            tables,
            sight,
            game,
            seats,
            colour.rows[game, answer, option],
            misthrows,
            colour.closed[game, answer, option],
            best,
            ties,
            active,
        )
        values = np.full(wanted.shape, _ILLEGAL, np.float32)
        values[game, answer, option] = worth
        return colour, values

    # What cards are worth

    def _worth(
        self,
        tables: Tables,
        sight: Floats,
        game: Ints,
        seat: Ints,
        rows: Ints,
        misthrows: Ints,
        closed: Bools,
        best: Ints,
        ties: Ints,
        active: int,
    ) -> Floats:
        """The values of cards of some seats, in games that they may have ended."""
        best, ties = best[game, seat], ties[game, seat]
        over = (closed.sum(-1) >= self._variant.most_closed) | (
            misthrows >= self._variant.most_misthrows
        )
        values = np.empty(len(game), np.float32)
        margin = self._points[rows].sum(-1) - self._variant.misthrow_points * misthrows - best
        values[over] = self._settled(margin[over], ties[over])
        on = ~over
        values[on] = self._value(
            tables, sight, game[on], seat[on], rows[on], misthrows[on], closed[on], best[on], active
        )
        return values

    def _value(
        self,
        tables: Tables,
        sight: Floats,
        game: Ints,
        seat: Ints,
        rows: Ints,
        misthrows: Ints,
        closed: Bools,
        best: Ints,
        active: int,
    ) -> Floats:
        """What the net says of cards after the turn of `active`."""
        encoding, weights = self._encoding, self._weights
        first = sight[game, seat]
        newly = np.flatnonzero((closed != tables.closed[game]).any(-1))
        if len(newly):  # a row that is closed now looks different to everybody
            there = tables.select(game[newly])
            there.closed = closed[newly]
            first[newly] = self._sight(there, active)[np.arange(len(newly)), seat[newly]]
        index = self._index[closed.astype(np.int64), _ROW, rows]
        margin = self._points[rows].sum(-1) - self._variant.misthrow_points * misthrows - best
        for row in range(ROWS):
            first += weights.mine[index[:, row]]
        first += weights.mine[encoding.margin + margin.clip(-MARGIN, MARGIN)]
        first += weights.mine[encoding.misthrows + misthrows]
        out = top(weights, first)
        if self._players == 1:
            points: Floats = out[:, 1]
            return points
        wins: Floats = 1 / (1 + np.exp(-out[:, 0])) + TIE_BREAK * out[:, 1]
        return wins

    def _sight(self, tables: Tables, active: int) -> Floats:
        """[game, seat, width]: the first layer but for the own card, after that turn."""
        encoding, weights = self._encoding, self._weights
        index = self._index[tables.closed[:, None, :].astype(np.int64), _ROW, tables.rows]
        seats = [
            encoding.seat(self._players, (seat - active - 1) % self._players)
            for seat in range(self._players)
        ]
        towers = weights.other[index[..., 0]]
        for row in range(1, ROWS):
            towers += weights.other[index[..., row]]
        towers += weights.other[encoding.misthrows + tables.misthrows.clip(max=3)]
        towers += weights.other[seats] + self._towers
        np.maximum(towers, 0, out=towers)
        towers = towers.sum(1, keepdims=True) - towers
        sight: Floats = towers @ weights.mix + (weights.mine[seats] + self._own)
        return sight

    def _scores(self, tables: Tables) -> Ints:
        scores: Ints = self._points[tables.rows].sum(-1)
        return scores - self._variant.misthrow_points * tables.misthrows

    def _rivals(self, tables: Tables) -> tuple[Ints, Ints]:
        """[game, seat]: the best total among the others, and how many have it."""
        scores = self._scores(tables)
        if self._players == 1:
            return np.zeros_like(scores), np.ones_like(scores)
        others = np.where(np.eye(self._players, dtype=bool), -999, scores[:, None, :])
        best = others.max(-1)
        return best, (others == best[..., None]).sum(-1)

    def _final(self, tables: Tables, seat: int) -> Floats:
        best, ties = self._rivals(tables)
        return self._settled((self._scores(tables) - best)[:, seat], ties[:, seat])

    def _settled(self, margin: Ints, ties: Ints) -> Floats:
        points = (margin / SCALE).astype(np.float32)
        if self._players == 1:
            return points
        share = np.where(margin > 0, 1.0, np.where(margin == 0, 1 / (1 + ties), 0.0))
        settled: Floats = (share + TIE_BREAK * points).astype(np.float32)
        return settled
