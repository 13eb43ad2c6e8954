"""Players to train against and to compare with that are no nets."""

from typing import Any

import numpy as np

from qwixx.batch.net import BatchNet, Cards
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import ROW, Active, Positions
from qwixx.batch.rules import Options, rules_for
from qwixx.bots.compiled import records_of
from qwixx.kernel.arrays import Bools, Floats, Ints, Reals
from qwixx.kernel.chart import chart_for
from qwixx.kernel.encoding import SCALE
from qwixx.kernel.formula import formula_for
from qwixx.kernel.heuristic import heuristic_colour, heuristic_white
from qwixx.kernel.jit import jit
from qwixx.kernel.options import PASS, colour_options, white_options
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import Variant


class CarefulPlayer(BatchPolicy):
    """A yardstick that learns nothing: many crosses, few cells skipped, no misthrows."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.rules = rules_for(variant)
        self.net = _CarefulNet(variant)


class _CarefulNet(BatchNet):
    def __init__(self, variant: Variant) -> None:
        self._states = row_states_for(variant)
        self._rules = rules_for(variant)

    def bases(self, positions: Positions[Any]) -> Floats:
        return np.zeros((*positions.misthrows.shape, 1), np.float32)

    def values(self, positions: Positions[Active], bases: Floats, cards: Cards) -> Reals:  # noqa: ARG002
        crosses, used = self._states.crosses[cards.rows], self._states.last[cards.rows]
        is_closed = (cards.closed[:, None] >> ROW & 1).astype(bool)
        skipped = 0.4 * np.where(is_closed, crosses, used)
        worth = (crosses - skipped).sum(-1) - cards.misthrows
        margin = self._rules.scores(cards.rows, cards.misthrows) - cards.best
        playing = 1 / (1 + np.exp(1 - worth / 10))
        return np.where(cards.over, (margin > 0) * 1.0, playing) + margin / SCALE / 1000


class HeuristicPlayer:
    """The `heuristic` bot. Its choice has the value 1, and all others 0."""

    def __init__(self, variant: Variant) -> None:
        self._chart = chart_for(variant)
        self._formula = formula_for(variant)

    def white_values(self, positions: Positions[Active], white: Options, dice: Ints) -> Reals:
        """Returns [position, seat, option]."""
        picks = np.full(positions.misthrows.shape, PASS)
        _white_picks(self._chart, records_of(positions, dice), self._formula, picks)
        return _chosen(picks, white.legal)

    def colour_values(
        self, positions: Positions[Active], colour: Options, dice: Ints, crossed: Bools
    ) -> Reals:
        """Returns [position, option]."""
        picks = np.full(len(positions), PASS)
        records = records_of(positions, dice)
        _colour_picks(self._chart, records, self._formula, crossed, picks)
        return _chosen(picks, colour.legal)


def _chosen(picks: Ints, legal: Bools) -> Reals:
    """Returns [..., option]: 1 for the option that each pick is."""
    options: Ints = (picks + 1) % (PASS + 1)
    chosen: Reals = (np.arange(legal.shape[-1]) == options[..., None]) * 1.0
    return chosen


@jit
def _white_picks(charts: Any, positions: Any, formulas: Any, picks: Ints) -> None:
    for number in range(len(positions)):
        position = positions[number]
        for seat in range(position.players):
            options = white_options(charts[0], position, seat)
            picks[number, seat] = heuristic_white(charts[0], position, seat, options, formulas[0])


@jit
def _colour_picks(charts: Any, positions: Any, formulas: Any, crossed: Bools, picks: Ints) -> None:
    for number in range(len(positions)):
        position = positions[number]
        options = colour_options(charts[0], position, 0)
        picks[number] = heuristic_colour(
            charts[0], position, 0, options, crossed[number], formulas[0]
        )
