"""Values many positions: the share of the win of every seat, and the expected points.

Seats are counted from the active player, as in `qwixx.batch.positions`.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from qwixx.batch.net import Reals, Values
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Bools, Ints, Positions
from qwixx.bots.registry import weights_path
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.openings import SAMPLED, are_first, stored_opening
from qwixx.coach.rolls import sampled_rolls, seeds_of
from qwixx.coach.sharpness import sharpened, shipped_sharpness
from qwixx.coach.totals import Totals, shipped_totals
from qwixx.kernel.weights_file import BadWeights
from qwixx.rules import Variant

_AT_ONCE: Final = 1 << 13
"""The most positions that are valued together, so that they stay in the processor's cache."""


class Evaluator:
    """Plays turns as `strong` would, and values the positions at their ends."""

    def __init__(self, policy: BatchPolicy, totals: Totals, sharpness: dict[int, float]) -> None:
        self.policy = policy
        self.rules = policy.rules
        self.variant = policy.variant
        self.totals = totals
        self.sharpness = sharpness
        """By the number of players; without an entry, the net is not corrected."""
        self._openings: dict[tuple[int, ...], tuple[Reals, Reals]] = {}

    def leaves(self, tables: Positions) -> Values:
        """Values positions at the end of a turn (of seat 0)."""
        shares, first, _ = self.policy.at_ends(tables.players).leaves(tables)
        if tables.players == 1:
            return Values(shares, shares)
        scores = self.rules.scores(tables.rows, tables.misthrows)
        gains = self.totals.gains(first)
        gains[tables.over] = 0
        return self._calibrated(Values(shares, gains + scores))

    def _calibrated(self, worth: Values) -> Values:
        """Corrects the net's winning chances by the fitted sharpness."""
        sharpness = self.sharpness.get(worth.shares.shape[1], 1.0)
        return Values(sharpened(worth.shares, sharpness), worth.points)

    def after_last_turn(self, tables: Positions) -> Values:
        """Values positions at the end of a turn, counted from the player who rolls next."""
        return self.leaves(tables.last_turn()).next_turn()

    def after_roll(self, tables: Positions, dice: Ints) -> Values:
        """W₁: values positions after these rolls [table, die], by playing the turn."""
        if self.policy.compiled:
            head = self.totals.head(tables.players)
            return self._calibrated(self.policy.compiled(tables, dice, head))
        parts = [
            self.leaves(self.policy.turn(tables.select(piece), dice[piece]))
            for piece in np.array_split(np.arange(len(tables)), -(-len(tables) // _AT_ONCE))
        ]
        return Values(
            np.concatenate([part.shares for part in parts]),
            np.concatenate([part.points for part in parts]),
        )

    def after_white(self, tables: Positions, dice: Ints, crossed: Bools) -> Values:
        """W₂: values positions after the white phase, before the colour move."""
        return self.leaves(self.policy.finish(tables, dice, crossed))

    def before_roll(self, tables: Positions, salt: int = 0) -> Values:
        """W₀: values positions by the mean over rolls; the same position has the same value."""
        worth = self.mean(tables, sampled_rolls(self.variant, seeds_of(tables, salt)))
        for place in are_first(tables).tolist():
            opening = self._opening(tables.select(np.array([place])), salt)
            worth.shares[place], worth.points[place] = opening
        return worth

    def _opening(self, tables: Positions, salt: int) -> tuple[Reals, Reals]:
        """Returns W₀ of the first position of a game: exact, or from a large sample."""
        stored = stored_opening(self.variant, tables.players)
        if stored:
            return stored
        key = salt, *tables.lucky[0].tolist()
        if key not in self._openings:
            rolls = sampled_rolls(self.variant, seeds_of(tables, salt), SAMPLED)
            worth = self.mean(tables, rolls)
            self._openings[key] = worth.shares[0], worth.points[0]
        return self._openings[key]

    def mean(self, tables: Positions, rolls: Ints) -> Values:
        """Returns the mean of W₁ over rolls [table, roll, die]; of a finished game, its result."""
        times = rolls.shape[1]
        worth = self.leaves(tables)
        going = np.flatnonzero(~tables.over)
        if len(going):
            many = tables.select(going.repeat(times))
            after = self.after_roll(many, rolls[going].reshape(len(many), -1))
            shape = (len(going), times, tables.players)
            worth.shares[going] = after.shares.reshape(shape).mean(1)
            worth.points[going] = after.points.reshape(shape).mean(1)
        return worth


@lru_cache(maxsize=8)
def evaluator_for(variant: Variant) -> Evaluator:
    """Returns the evaluator of a variant. Raises BadWeights if its weights cannot be used."""
    if not weights_path(variant).exists():
        raise BadWeights(f"the coach knows nothing of {variant.name}: no net has learnt it")
    return Evaluator(shipped_policy(variant), shipped_totals(variant), shipped_sharpness(variant))
