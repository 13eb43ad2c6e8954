"""The formula of the `heuristic` bot at many tables at once: an opponent to train against.

It values what `qwixx.kernel.heuristic` values, and a test compares what they choose. The values are
the formula's own and no win shares: all that counts is which one is the highest.
"""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

import numpy as np
import torch
from torch import Tensor

from qwixx.kernel.chart import chart_for
from qwixx.kernel.heuristic import OUT_OF_THE_QUESTION, formula_for, plain_formula_for
from research.training.play import rivals
from research.training.table import Cards, Options, Rules

_IMPOSSIBLE: Final = -float("inf")
"""Below even what is out of the question."""


@dataclass
class _Crosses:
    """The crosses among some options, for S cards K each: [G, S, K]."""

    legal: Tensor
    row: Tensor
    free: Tensor
    crosses: Tensor
    locks: Tensor

    @classmethod
    def of(cls, options: Options) -> "_Crosses":
        """Leaves out the pass, and of each option the rows that it does not touch."""
        row = options.row[..., 1:]
        touched = (
            part[..., 1:, :].gather(-1, row[..., None])[..., 0]
            for part in (options.free, options.crosses, options.locks)
        )
        return cls(options.legal[..., 1:], row, *touched)


@dataclass
class _Outlook:
    """How the game stands for S cards before a choice."""

    air: Tensor
    """[G, 1, 1]: the breath of a row."""
    closed: Tensor
    """[G, 1, 1]: whether a row is closed, so that a lock ends the game."""
    ending: Tensor
    """[G, S, 1]: what it is worth to end the game as it stands."""
    end_point: float
    """What each further point is worth then."""
    denied: Tensor
    """[G, S, R]: the hope that a lock in that row takes from the best opponent."""

    def of_active(self) -> "_Outlook":
        return replace(self, ending=self.ending[:, :1], denied=self.denied[:, :1])


class HeuristicPlayer:
    """Chooses for every seat by the formula."""

    def __init__(self, rules: Rules) -> None:
        variant = rules.encoding.variant
        length = rules.encoding.length
        self.rules = rules
        self.formula = plain_formula_for(variant)
        chart, formula = chart_for(variant)[0], formula_for(variant)[0]
        ready = np.zeros((length + 1, length + 2), np.float32)
        ready[chart["last"], chart["crosses"]] = formula["ready"]
        left = formula["free"].reshape(rules.rows, -1)[:, : length + 1].astype(np.float32)
        self._ready = torch.from_numpy(ready).to(rules.device)
        self._left = torch.from_numpy(left).to(rules.device)
        """[row, free]: the cells that are left."""
        self._every_row = torch.arange(rules.rows, device=rules.device)

    def white(self, cards: Cards, white: Options, dice: Tensor) -> Tensor:
        """[G, P, W]: the values of everybody's answers to the white dice."""
        outlook = self._outlook(cards)
        crosses = _Crosses.of(white)
        gains = self._gains(outlook, cards.free, cards.crosses, crosses)
        passing = torch.full_like(gains[..., :1], self.formula.patience)
        values = torch.cat([passing, gains], -1)

        # The active player thinks of the colour phase too: S is here what each answer may leave.
        unsure = self._threatened(cards, dice)
        free, count = white.free[:, 0], white.crosses[:, 0]
        blocked = (cards.closed | unsure)[:, None] | white.locks[:, 0]
        moves = _Crosses.of(self.rules.colour_options(free, count, blocked, dice))
        best = self._gains(outlook.of_active(), free, count, moves).amax(-1)
        ends = white.locks[:, 0].any(-1) & outlook.closed[:, 0]
        values[:, 0] += best.clamp(min=0.0).masked_fill(ends, 0.0)

        free_white = _skips_nothing(crosses, cards.free)[:, 0]
        free_colour = _skips_nothing(moves, free)[:, 0]
        idle = self._misthrow(cards, outlook).masked_fill(free_colour, OUT_OF_THE_QUESTION)
        values[:, 0, 0] = torch.maximum(idle, best[:, 0]).masked_fill(
            free_white & ~free_colour, OUT_OF_THE_QUESTION
        )
        return values

    def colour(self, cards: Cards, colour: Options, crossed: Tensor) -> Tensor:
        """[G, C]: the values of the active player's colour moves [G, C, R]; `crossed` says who
        has crossed in the white phase."""
        outlook = self._outlook(cards)
        moves = _Crosses.of(Options(*(part[:, None] for part in vars(colour).values())))
        free, count = cards.free[:, :1], cards.crosses[:, :1]
        gains = self._gains(outlook.of_active(), free, count, moves)
        idle = self._misthrow(cards, outlook).masked_fill(
            _skips_nothing(moves, free)[:, 0], OUT_OF_THE_QUESTION
        )
        return torch.cat([idle.masked_fill(crossed, 0.0)[:, None], gains.flatten(1)], -1)

    def _outlook(self, cards: Cards) -> _Outlook:
        formula = self.formula
        closed = cards.closed.any(-1)
        ready = self._ready[cards.free, cards.crosses].masked_fill(cards.closed[:, None], 0.0)
        nearest = ready.amax(1)
        second = torch.where(closed[:, None], nearest, torch.minimum(nearest, _best_other(nearest)))
        misthrows = cards.misthrows.amax(1) / (self.rules.most_misthrows - 1)
        air = torch.exp(
            formula.breath
            + formula.breath_ready * second.amax(-1)
            + formula.breath_misthrows * misthrows**2
            + formula.breath_players * (cards.players - 2)
            + formula.breath_closed * closed
        )[:, None, None]
        more = (
            self._hope(self._every_row, cards.free, cards.crosses, air)
            - self.rules.row_points[cards.crosses]
        )
        scores = self.rules.scores(cards)
        hopes = scores + more.masked_fill(cards.closed[:, None], 0.0).sum(-1)
        if cards.players == 1:
            end_point, ending, denied = 1.0, scores - hopes, torch.zeros_like(more)
        else:
            end_point = formula.end_lead
            lead = scores - rivals(scores)[0] - formula.end_margin
            ending = end_point * lead + _best_other(hopes).clamp(min=0.0) - hopes
            denied = _best_other(more.transpose(1, 2)).transpose(1, 2).clamp(min=0.0)
        return _Outlook(
            air,
            closed[:, None, None],
            ending[..., None],
            end_point,
            denied,
        )

    def _hope(self, row: Tensor, free: Tensor, crosses: Tensor, air: Tensor) -> Tensor:
        """What open rows will score."""
        left = self._left[row, free]
        expected = crosses + air * left / (air + left)
        worth = expected * (1.0 + self.formula.curve * expected) / 2.0
        return worth + self.formula.lock * self._ready[free, crosses]

    def _gains(self, outlook: _Outlook, free: Tensor, count: Tensor, crosses: _Crosses) -> Tensor:
        """[G, S, K]: what the crosses are worth in rows [G, S, R] with so many crosses."""
        row = crosses.row
        free, count = free.gather(-1, row), count.gather(-1, row)
        before = self._hope(row, free, count, outlook.air)
        points = self.rules.row_points[crosses.crosses]
        denied = outlook.denied.expand(-1, row.shape[1], -1).gather(-1, row)
        locked = torch.where(
            outlook.closed,
            outlook.ending + outlook.end_point * (points - self.rules.row_points[count]),
            points - before + self.formula.deny * denied,
        )
        hoped = self._hope(row, crosses.free, crosses.crosses, outlook.air) - before
        return torch.where(crosses.locks, locked, hoped).masked_fill(~crosses.legal, _IMPOSSIBLE)

    def _misthrow(self, cards: Cards, outlook: _Outlook) -> Tensor:
        """[G]: what a misthrow is worth to the active player."""
        points = self.rules.misthrow_points
        misthrows = cards.misthrows[:, 0]
        ended = outlook.ending[:, 0, 0] - outlook.end_point * points
        usual = -self.formula.misthrow - self.formula.misthrow_more * misthrows
        return torch.where(misthrows + 1 >= self.rules.most_misthrows, ended, usual)

    def _threatened(self, cards: Cards, dice: Tensor) -> Tensor:
        """[G, R]: the rows that somebody who waits may close with the white dice. As in the bot,
        a lucky number threatens every row, not only those with the fewest crosses."""
        rules = self.rules
        free, crosses = cards.free[:, 1:], cards.crosses[:, 1:]
        total = dice[:, 0] + dice[:, 1]
        target = rules.positions[total][:, None]
        locks = (target >= rules.encoding.first_lock) & (target >= free)
        if rules.has_lucky:
            lucky = (cards.lucky[:, 1:] == total[:, None, None]).any(-1, keepdim=True)
            locks = locks | (lucky & (free >= rules.encoding.first_lock))
        return (locks & (crosses >= rules.needed)).any(1)


def _best_other(values: Tensor) -> Tensor:
    """For each entry of the last dimension, the highest of the others."""
    turned = [values.roll(step, -1) for step in range(1, values.shape[-1])]
    return reduce(torch.maximum, turned)


def _skips_nothing(crosses: _Crosses, free: Tensor) -> Tensor:
    """[G, S]: whether a cross skips no cell of its row [G, S, R]."""
    return (crosses.legal & (crosses.free == free.gather(-1, crosses.row) + 1)).any(-1)
