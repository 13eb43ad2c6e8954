"""Plays games on from the ends of turns, with `strong` in every seat."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Positions, Previous, Values
from qwixx.kernel.arrays import Ints

Throws: TypeAlias = Callable[[Ints], Ints]
"""The next dice [table, die] of the tables with these numbers."""


def play_on(policy: BatchPolicy, ends: Positions[Previous], throw: Throws) -> Values[Previous]:
    """Returns the results of games that are played on from these ends of turns."""
    return _played_on(policy, ends, policy.value_ends(ends), throw, np.arange(len(ends)))


def _played_on(
    policy: BatchPolicy,
    ends: Positions[Previous],
    worth: Values[Previous],
    throw: Throws,
    numbers: Ints,
) -> Values[Previous]:
    going = np.flatnonzero(~ends.over)
    if len(going):
        tables = ends.select(going).next_turn()
        after, values = policy.after_turn(tables, throw(numbers[going]))
        results = _played_on(policy, after, values, throw, numbers[going])
        worth.replace(going, results.in_that_turn().last_turn())
    return worth
