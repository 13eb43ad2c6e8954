"""Small games in which all choose at once, and how often to choose what in them."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from qwixx.batch.net import Reals

Mixes: TypeAlias = tuple[Reals, ...]
"""[fighter, option]: how often each is chosen."""

_STEPS: Final = 400
_SELDOM: Final = 0.02
"""What is chosen more seldom than this is left out: no way to a solution lets go of it wholly."""
_CLOSE_ENOUGH: Final = 2e-4
"""Regret matching goes on until nobody can gain more by another answer."""
_WORSE: Final = 0.005
"""What is worse than this is left out where that leaves less to blame."""
_FAIR: Final = 0.003
"""A solution is good enough when no answer in it costs more."""


class Contest:
    """What every fighter gets for every combination of answers."""

    def __init__(self, payoffs: Sequence[Reals]) -> None:
        """[fighter][option of the first fighter, option of the second, …]"""
        self._sizes = payoffs[0].shape
        # A fighter's own options last.
        self._payoffs = [
            np.moveaxis(each, number, -1).copy() for number, each in enumerate(payoffs)
        ]

    def values(self, fighter: int, mixes: Sequence[Reals]) -> Reals:
        """[option]: what each option of a fighter brings against the others' mixes."""
        left = self._payoffs[fighter]
        for number, mix in enumerate(mixes):
            if number != fighter:
                left = mix @ left.reshape(len(mix), -1)
        return left

    def regret(self, mixes: Sequence[Reals]) -> float:
        """What the fighter who could gain most by another answer would gain."""
        values = [self.values(fighter, mixes) for fighter in range(len(mixes))]
        return max(float(v.max() - v @ mix) for v, mix in zip(values, mixes, strict=True))

    def blame(self, mixes: Sequence[Reals]) -> float:
        """What the dearest answer in the mixes costs whoever gives it."""
        values = [self.values(fighter, mixes) for fighter in range(len(mixes))]
        return max(float(v.max() - v[mix > 0].min()) for v, mix in zip(values, mixes, strict=True))

    def solve(self, expected: Sequence[int]) -> Mixes:
        """The mixes that leave least to blame. Regret matching finds them, nearly always; it
        promises nothing for more than two, nor where what one wins another need not lose. All
        begin with the option that is expected of them."""
        found = self._cleaned(self._by_regrets(expected))
        if self.blame(found) > _FAIR:
            found = min(found, *map(self._cleaned, self._by_sharpening(expected)), key=self.blame)
        return found

    def _by_regrets(self, expected: Sequence[int]) -> Mixes:
        """Regret matching: every fighter plays what it regrets not to have played. The averages
        are the solution; later steps count more. Whoever has nothing to gain or lose keeps to what
        is expected."""
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

    def _by_sharpening(self, expected: Sequence[int]) -> Iterator[Mixes]:
        """Everybody prefers what is better against the others, a little at first and ever more.
        Where that leads to is no solution of every contest, but some place on the way is one of
        nearly every."""
        now = self._pure(expected)
        for step, sharpness in enumerate(np.geomspace(5, 5e4, 4 * _STEPS)):
            for fighter in range(len(now)):
                values = self.values(fighter, now)
                wanted = np.exp(sharpness * (values - values.max()))
                now[fighter] = 0.9 * now[fighter] + 0.1 * wanted / wanted.sum()
            if step % 25 == 0:
                yield tuple(now)

    def _pure(self, options: Sequence[int]) -> list[Reals]:
        return [np.eye(size)[option] for size, option in zip(self._sizes, options, strict=True)]

    def _cleaned(self, mixes: Mixes) -> Mixes:
        """Without traces, and without what is clearly worse if that leaves less to blame."""
        found = []
        for worse in (np.inf, _WORSE):
            cleaned = []
            for fighter, mix in enumerate(mixes):
                values = self.values(fighter, mixes)
                kept = np.where((mix < _SELDOM) | (values < values.max() - worse), 0.0, mix)
                if not kept.any():
                    kept[values.argmax()] = 1.0
                cleaned.append(kept / kept.sum())
            found.append(tuple(cleaned))
        return min(found, key=self.blame)
