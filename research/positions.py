"""Positions for fitting and measuring: dealt, joined, and those of recorded games."""

from collections.abc import Sequence

import numpy as np

from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Active, First, Positions, dice_in, positions_of
from qwixx.bots.option_values import ValueEnds, WhitePhases
from qwixx.coach.timeline import TurnGames
from qwixx.kernel.arrays import Ints
from qwixx.kernel.chart import ROWS, lucky_bits
from qwixx.rules import Variant


def deal(
    variant: Variant, count: int, players: int, chance: np.random.Generator
) -> Positions[Active]:
    """Returns that many games before their first roll."""
    lucky = np.zeros((count, players), np.int64)
    if variant.lucky_count:
        pairs = np.array([lucky_bits(pair) for pair in variant.lucky_pairs])
        lucky = pairs[chance.random((count, len(pairs))).argsort(1)[:, :players]]
    zeros = np.zeros((count, players), np.int64)
    rows = np.zeros((count, players, ROWS), np.int64)
    return Positions(rows, zeros, zeros[:, 0].copy(), lucky, zeros[:, 0] > 0)


def join(parts: Sequence[Positions[First]]) -> Positions[First]:
    """Returns all those positions."""
    fields = zip(*(vars(part).values() for part in parts), strict=True)
    return Positions(*(np.concatenate(field) for field in fields))


def roll(variant: Variant, count: int, chance: np.random.Generator) -> Ints:
    """Returns [position, die]: the white dice, then the coloured ones."""
    return chance.integers(1, variant.sides + 1, (count, 2 + ROWS))


def white_phases(policy: BatchPolicy, leaves: ValueEnds, turns: Sequence[TurnGames]) -> WhitePhases:
    """Returns the white phases of some turns."""
    rolled = [turn.rolled for turn in turns]
    return WhitePhases(policy, leaves, positions_of(rolled), dice_in(rolled))
