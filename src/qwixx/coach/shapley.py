"""Whose choice changed what, where several deviate from `strong` at the same moment."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial

import numpy as np

from qwixx.batch.net import Reals


def subsets(seats: Sequence[int]) -> list[tuple[int, ...]]:
    """All sets of these seats, the empty one first and all of them last."""
    return [some for size in range(len(seats) + 1) for some in combinations(seats, size)]


def parts(seats: Sequence[int], values: Mapping[tuple[int, ...], Reals]) -> dict[int, Reals]:
    """The part of each of these seats in values[all] − values[nobody]: its Shapley value, the mean
    over all orders in which they could have deviated one after another."""
    count = len(seats)
    found = {}
    for seat in seats:
        others = [other for other in seats if other != seat]
        total = np.zeros_like(values[()])
        for some in subsets(others):
            orders = factorial(len(some)) * factorial(count - 1 - len(some))
            joined = tuple(sorted((*some, seat)))
            total = total + orders * (values[joined] - values[some])
        found[seat] = total / factorial(count)
    return found
