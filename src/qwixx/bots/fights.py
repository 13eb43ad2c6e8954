"""Fights for a lock: white phases in which several seats can close a row.

The best answer there depends on simultaneous answers. So each of these phases is a small game of
the seats that can lock, in normal form; the other seats answer as `strong` does. In its solution,
each player mixes answers so that nobody gains by a different answer. With two players no other mix
is safer. With more players, a player may lose if two others change their mixes together.

A solution gains next to nothing against players who do not use it. So there is a second kind, which
gains more. It assumes that the others answer like `strong` in three fights of four, and know the
mix in the fourth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from qwixx.batch.positions import ACTIVE, Place
from qwixx.batch.rules import Options
from qwixx.kernel.arrays import Bools, Ints, Reals

Mixes: TypeAlias = tuple[Reals, ...]  # [fighter, option]: the probability of each option

_MOST: Final = 1200
"""The most combinations of options. Beyond it only three kinds of answers count: those that close
something, the expected one and the pass."""
_EXPECTED: Final = 3 / 4
"""How often `master` assumes the expected answers. Its risk is then about as high as its possible
gain, see `docs/coach.md`."""
_STEPS: Final = 400
_RARE: Final = 0.02  # Less probable options are removed: solving never drops one completely
_CLOSE_ENOUGH: Final = 2e-4  # Regret matching goes on until nobody can gain more by another answer
_WORSE: Final = 0.005  # Options that are worse by more are removed if that improves the solution
_FAIR: Final = 0.003  # A solution is good enough if no answer in it costs more


@dataclass
class Fight:
    """The solution of a white phase in which several seats can lock a row."""

    places: tuple[Place, ...]  # The places of the players who can lock
    options: tuple[Ints, ...]  # [fighter]: its options
    mixes: Mixes  # [fighter]: the best probability of each of its options
    payoffs: Reals
    """[option of the first fighter, …, place]: the share of the win. An active fighter goes on with
    its best colour move."""
    strong_payoffs: Reals  # The same if an active fighter goes on with the colour move of `strong`
    expected: tuple[int, ...]  # [fighter]: the option that `strong` would choose

    def restricted_response(self, place: Place, often: float = _EXPECTED) -> tuple[Reals, Reals]:
        """Returns the mix of a fighter who counts on expected answers, and its options' values.

        It is a restricted Nash response: the others answer as expected with the probability
        `often`; otherwise they know the mix.
        """
        fighter = self.places.index(place)
        own = [self.payoffs[..., each] for each in self.places]
        as_expected = tuple(
            slice(None) if number == fighter else slice(option, option + 1)
            for number, option in enumerate(self.expected)
        )
        # A player who answers like `strong` makes the colour move of `strong`, too.
        usual = (self.payoffs if place == ACTIVE else self.strong_payoffs)[..., place]
        own[fighter] = often * usual[as_expected] + (1 - often) * own[fighter]
        contest = NormalFormGame(own)
        mixes = contest.solve(self.expected)
        return mixes[fighter], contest.values(fighter, mixes)


def fighters(white: Options) -> Bools:
    """Returns [table, place]: whether a player can lock while another one can, too."""
    can = (white.locks > 0).any(-1)
    fights: Bools = can & (can.sum(1, keepdims=True) > 1)
    return fights


def options_in(white: Options, answers: Ints, places: Sequence[Place]) -> tuple[Ints, ...]:
    """Returns [fighter]: the options in one fight; `answers` [1, place] are those of `strong`."""
    options = [np.flatnonzero(white.legal[0, place]) for place in places]
    if np.prod([len(some) for some in options]) > _MOST:
        options = [
            some[(white.locks[0, place, some] > 0) | (some == answers[0, place]) | (some == 0)]
            for place, some in zip(places, options, strict=True)
        ]
    return tuple(options)


def combine(answers: Ints, places: Sequence[Place], options: Sequence[Ints]) -> Ints:
    """Returns [combination, place]: all combinations of the fighters' options, as `product` does.

    The others answer as in `answers` [1, place].
    """
    combined = answers.repeat(int(np.prod([len(some) for some in options])), 0)
    combined[:, places] = np.array(list(product(*options)))
    return combined


def solve_fight(
    places: tuple[Place, ...],
    options: tuple[Ints, ...],
    answers: Ints,
    payoffs: Reals,
    strong_payoffs: Reals,
) -> Fight:
    """Solves a fight; `answers` [1, place] are those of `strong`."""
    expected = tuple(
        int(np.flatnonzero(some == answers[0, place])[0])
        for place, some in zip(places, options, strict=True)
    )
    mixes = NormalFormGame([payoffs[..., place] for place in places]).solve(expected)
    return Fight(places, options, mixes, payoffs, strong_payoffs, expected)


class NormalFormGame:
    """A game in which all players choose at once: their payoffs for every combination."""

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
