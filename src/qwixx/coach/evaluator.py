"""Values many positions: the share of the win of every seat, and the expected points.

A position before a roll is averaged over a sample of rolls. Every pair of white dice occurs equally
often, and every face of each coloured die. A seed from the position itself decides which of them
come together. So the sample knows nothing of the real roll, and the same position always has the
same value.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Active, Positions, Previous, Values
from qwixx.batch.rules import white_pairs
from qwixx.bots.registry import weights_path
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.fitted import OPENINGS, numbers_in, shipped_heads, shipped_sharpness
from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.kernel.chart import ROWS
from qwixx.kernel.weights_file import BadWeights
from qwixx.rules import Variant

SAMPLED: Final = 8
"""How often each pair of white dice is rolled in the sample for a first position. In Longo first
positions differ by their lucky numbers, so no values are stored."""

Bits = npt.NDArray[np.uint64]

# splitmix64
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FACTORS: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))


class Evaluator:
    """Plays turns as `strong` would, and values the positions at their ends."""

    def __init__(self, policy: BatchPolicy) -> None:
        self.policy = policy
        self.rules = policy.rules
        self.variant = policy.variant
        heads = shipped_heads(self.variant).items()
        self._heads = {players: np.array(head) for players, head in heads}
        self._sharpness = shipped_sharpness(self.variant)
        self._openings: dict[tuple[int, ...], Values[Active]] = {}

    def leaves(self, ends: Positions[Previous]) -> Values[Previous]:
        """Values positions at the end of a turn."""
        worth = self.policy.value_ends(ends, self._heads.get(ends.players))
        return Values(self._corrected(worth.shares), worth.points)

    def _corrected(self, shares: Reals) -> Reals:
        """Corrects the net's winning chances by the fitted sharpness."""
        return sharpened(shares, self._sharpness.get(shares.shape[1], 1.0))

    def after_roll(self, tables: Positions[Active], dice: Ints) -> Values[Active]:
        """W₁: values positions after these rolls [table, die], by playing the turn."""
        worth = self.policy.turn_values(tables, dice, self._heads.get(tables.players))
        return Values(self._corrected(worth.shares), worth.points)

    def after_white(self, tables: Positions[Active], dice: Ints, crossed: Bools) -> Values[Active]:
        """W₂: values positions after the white phase, before the colour move."""
        return self.leaves(self.policy.finish(tables, dice, crossed)).in_that_turn()

    def before_roll(self, tables: Positions[Active], salt: int = 0) -> Values[Active]:
        """W₀: values positions by the mean over rolls; the same position has the same value."""
        worth = self.mean(tables, sampled_rolls(self.variant, seeds_of(tables, salt)))
        for number in are_first(tables)[:, None]:
            worth.replace(number, self._opening(tables.select(number), salt))
        return worth

    def _opening(self, tables: Positions[Active], salt: int) -> Values[Active]:
        """Returns W₀ of the first position of a game: exact, or from a large sample."""
        stored = stored_opening(self.variant, tables.players)
        if stored:
            return stored
        key = salt, *tables.lucky[0].tolist()
        if key not in self._openings:
            rolls = sampled_rolls(self.variant, seeds_of(tables, salt), SAMPLED)
            self._openings[key] = self.mean(tables, rolls)
        return self._openings[key]

    def mean(self, tables: Positions[Active], rolls: Ints) -> Values[Active]:
        """Returns the mean of W₁ over rolls [table, roll, die]; of a finished game, its result."""
        worth: Values[Active] = Values(*np.zeros((2, *tables.misthrows.shape)))
        over, going = np.flatnonzero(tables.over), np.flatnonzero(~tables.over)
        if len(over):
            worth.replace(over, self.leaves(tables.select(over).last_turn()).next_turn())
        if len(going):
            times = rolls.shape[1]
            many = tables.select(going.repeat(times))
            after = self.after_roll(many, rolls[going].reshape(len(many), -1))
            shape = len(going), times, tables.players
            means = (part.reshape(shape).mean(1) for part in (after.shares, after.points))
            worth.replace(going, Values(*means))
        return worth


def sharpened(shares: Reals, sharpness: float) -> Reals:
    """Returns [table, seat]: the shares to that power, scaled to the sum 1.

    The shares of finished games do not change.
    """
    if sharpness == 1:
        return shares
    powers = shares**sharpness
    sharp: Reals = powers / powers.sum(1, keepdims=True)
    return sharp


def are_first(tables: Positions[Active]) -> Ints:
    """Returns the positions before the first roll of a game."""
    marks = tables.rows.any((1, 2)) | tables.misthrows.any(1) | (tables.closed > 0)
    return np.flatnonzero(~marks)


@lru_cache(maxsize=32)
def stored_opening(variant: Variant, players: int) -> Values[Active] | None:
    """Returns the stored values of the first position of a game."""
    known = numbers_in(OPENINGS).get(variant.name, {}).get(str(players))
    return Values(*(np.array([known[name]]) for name in ("shares", "points"))) if known else None


@lru_cache(maxsize=8)
def evaluator_for(variant: Variant) -> Evaluator:
    """Returns the evaluator of a variant. Raises BadWeights if its weights cannot be used."""
    if not weights_path(variant).exists():
        raise BadWeights(f"no net for {variant.name}: the coach cannot judge it")
    return Evaluator(shipped_policy(variant))


def seeds_of(tables: Positions[Active], salt: int = 0) -> Bits:
    """Returns [table]: a seed for each position before a roll."""
    fields = [tables.closed[:, None], tables.misthrows, tables.lucky]
    fields.append(tables.rows.reshape(len(tables), -1))
    seeds = np.full(len(tables), np.uint64(salt % (1 << 64)))
    for column in np.concatenate(fields, 1).astype(np.uint64).T:
        seeds = _mixed(seeds * _STEP + column + _STEP)
    return seeds


def sampled_rolls(variant: Variant, seeds: Bits, times: int | None = None) -> Ints:
    """Returns [seed, roll, die]: both white dice and all four coloured ones.

    Each pair of white dice is rolled `times` times.
    """
    # By default 144 rolls, or 64 in Longo: its larger net is slower, and a review should not be.
    times = times or (4 if variant.sides <= 6 else 1)
    white = np.repeat(white_pairs(variant.sides), times, 0)
    count = len(white)
    faces = np.arange(count) % variant.sides + 1
    numbers = np.arange(1, ROWS * count + 1, dtype=np.uint64).reshape(ROWS, count)
    order = _mixed(seeds[:, None, None] + numbers * _STEP).argsort(-1)
    rolls = np.empty((len(seeds), count, 2 + ROWS), np.int64)
    rolls[..., :2] = white
    rolls[..., 2:] = faces[order].transpose(0, 2, 1)
    return rolls


def _mixed(bits: Bits) -> Bits:
    bits = (bits ^ (bits >> _SHIFTS[0])) * _FACTORS[0]
    bits = (bits ^ (bits >> _SHIFTS[1])) * _FACTORS[1]
    return bits ^ (bits >> _SHIFTS[2])
