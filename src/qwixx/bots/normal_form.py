"""Small games in which all players choose at once (normal-form games), and their solutions."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from qwixx.batch.net import Reals

Mixes: TypeAlias = tuple[Reals, ...]
"""[fighter, option]: the probability of each option."""

_STEPS: Final = 400
_RARE: Final = 0.02
"""Less probable options are removed: the methods below never drop an option completely."""
_CLOSE_ENOUGH: Final = 2e-4
"""Regret matching goes on until no fighter can gain more by another answer."""
_WORSE: Final = 0.005
"""Options that are worse than the best by more are removed if that improves the solution."""
_FAIR: Final = 0.003
"""A solution is good enough if no answer in it costs more."""


class NormalFormGame:
    """The payoffs of all fighters for every combination of answers."""

    def __init__(self, payoffs: Sequence[Reals]) -> None:
        """Takes payoffs by [fighter][option of the first fighter, option of the second, …]."""
        self._sizes = payoffs[0].shape
        # A fighter's own options come last.
        self._payoffs = [
            np.moveaxis(each, number, -1).copy() for number, each in enumerate(payoffs)
        ]

    def values(self, fighter: int, mixes: Sequence[Reals]) -> Reals:
        """Returns [option]: the value of each option of a fighter against the others' mixes."""
        left = self._payoffs[fighter]
        for number, mix in enumerate(mixes):
            if number != fighter:
                left = mix @ left.reshape(len(mix), -1)
        return left

    def regret(self, mixes: Sequence[Reals]) -> float:
        """Returns the most that a fighter could gain by another answer."""
        values = [self.values(fighter, mixes) for fighter in range(len(mixes))]
        return max(float(v.max() - v @ mix) for v, mix in zip(values, mixes, strict=True))

    def worst_cost(self, mixes: Sequence[Reals]) -> float:
        """Returns the cost of the costliest answer in the mixes, for the fighter who gives it."""
        values = [self.values(fighter, mixes) for fighter in range(len(mixes))]
        return max(float(v.max() - v[mix > 0].min()) for v, mix in zip(values, mixes, strict=True))

    def solve(self, expected: Sequence[int]) -> Mixes:
        """Returns the mixes with the lowest `worst_cost`.

        Regret matching nearly always finds them. It has no guarantee for more than two fighters,
        nor for games that are not zero-sum. All fighters begin with the expected option.
        """
        found = self._cleaned(self._by_regrets(expected))
        if self.worst_cost(found) > _FAIR:
            others = map(self._cleaned, self._by_smoothed_answers(expected))
            found = min(found, *others, key=self.worst_cost)
        return found

    def _by_regrets(self, expected: Sequence[int]) -> Mixes:
        """Solves by regret matching: fighters play the options that they regret not to have played.

        The averages are the solution; later steps count more. A fighter with nothing to gain or
        lose keeps the expected option.
        """
        now = self._pure(expected)
        regrets, totals = ([np.zeros(size) for size in self._sizes] for _ in range(2))
        mixes = tuple(now)
        for step in range(1, _STEPS + 1):
            for fighter in range(len(now)):
                values = self.values(fighter, now)
                regret = np.maximum(regrets[fighter] + values - values @ now[fighter], 0)
                regrets[fighter] = regret
                if regret.any():
                    now[fighter] = regret / regret.sum()
                totals[fighter] += step * now[fighter]
            if step % 50 == 0:
                mixes = tuple(total / total.sum() for total in totals)
                if self.regret(mixes) < _CLOSE_ENOUGH:
                    break
        return mixes

    def _by_smoothed_answers(self, expected: Sequence[int]) -> Iterator[Mixes]:
        """Yields mixes in which better options are preferred, a little at first and ever more.

        The last mixes need not be a solution. But in nearly every game some of the mixes are.
        """
        now = self._pure(expected)
        for step, precision in enumerate(np.geomspace(5, 5e4, 4 * _STEPS)):
            for fighter in range(len(now)):
                values = self.values(fighter, now)
                wanted = np.exp(precision * (values - values.max()))
                now[fighter] = 0.9 * now[fighter] + 0.1 * wanted / wanted.sum()
            if step % 25 == 0:
                yield tuple(now)

    def _pure(self, options: Sequence[int]) -> list[Reals]:
        return [np.eye(size)[option] for size, option in zip(self._sizes, options, strict=True)]

    def _cleaned(self, mixes: Mixes) -> Mixes:
        """Removes rare options, and clearly worse ones if that lowers the worst cost."""
        found = []
        for worse in (np.inf, _WORSE):
            cleaned = []
            for fighter, mix in enumerate(mixes):
                values = self.values(fighter, mixes)
                kept = np.where((mix < _RARE) | (values < values.max() - worse), 0.0, mix)
                if not kept.any():
                    kept[values.argmax()] = 1.0
                cleaned.append(kept / kept.sum())
            found.append(tuple(cleaned))
        return min(found, key=self.worst_cost)
