"""Divides the effect of choices between seats that deviate from `strong` at the same time."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial

import numpy as np

from qwixx.batch.net import Reals


def subsets(seats: Sequence[int]) -> list[tuple[int, ...]]:
    """Returns all sets of these seats, the empty one first and the whole one last."""
    return [some for size in range(len(seats) + 1) for some in combinations(seats, size)]


def parts(seats: Sequence[int], values: Mapping[tuple[int, ...], Reals]) -> dict[int, Reals]:
    """Returns the part of each of these seats in values[all] − values[none].

    It is the Shapley value: the mean over all orders in which they could deviate one by one.
    """
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
