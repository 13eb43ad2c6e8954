"""Fights for a lock: white phases in which several seats can close a row.

What is best there depends on what the others do at the same moment, so each such phase is a small
simultaneous game. It is solved by regret matching over the seats that can lock, while the others
answer as `strong` does. For two this is an equilibrium; for more it is a hedge: a mix of answers
that leaves no fighter with regrets against the mixes of the others.

An equilibrium gains next to nothing on those who do not look for it. So there is a second solution
for whoever wants to win: the others are taken to answer like `strong` in three fights of four, and
to know what they are up against in the fourth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from qwixx.bots.look import Reals
from qwixx.bots.policy import Policy
from qwixx.bots.tables import Bools, Ints, Options, Tables

_MOST: Final = 1200
"""No more tables than this are looked at: then the answers that close nothing are left out, but for
the expected one and the pass."""
_STEPS: Final = 400
_SELDOM: Final = 0.02
"""What is chosen more seldom than this is left out: regret matching never lets go of it wholly."""
_CLOSE_ENOUGH: Final = 2e-4
"""The solution is good enough when nobody can gain more by another answer."""
_EXPECTED: Final = 3 / 4
"""How often the others do what is expected of them, for `master`: what it risks then is about what
there is to be gained, see `docs/coach.md`."""


@dataclass
class Fight:
    """One white phase, solved. Seats are counted from the active player."""

    seats: tuple[int, ...]
    """Who can lock."""
    options: tuple[Ints, ...]
    """[fighter]: the options that each has."""
    mixes: tuple[Reals, ...]
    """[fighter]: how often each of them should be chosen."""
    payoffs: Reals
    """[option of the first fighter, …, seat]: the share of the win."""
    expected: tuple[int, ...]
    """[fighter]: which option `strong` would choose."""

    def daring(self, seat: int, often: float = _EXPECTED) -> tuple[Reals, Reals]:
        """The mix of a fighter who counts on the others, and what each of its options is worth
        then: a restricted Nash response. So often they answer as expected; otherwise they know
        what they are up against."""
        fighter = self.seats.index(seat)
        own = [self.payoffs[..., each] for each in self.seats]
        as_expected = tuple(
            slice(None) if number == fighter else slice(option, option + 1)
            for number, option in enumerate(self.expected)
        )
        own[fighter] = often * own[fighter][as_expected] + (1 - often) * own[fighter]
        mixes = _solve(own, self.expected)
        return mixes[fighter], _against(own[fighter], mixes, fighter)


def fighters(white: Options) -> Bools:
    """[table, seat]: who can lock in a white phase in which another seat can too."""
    can = (white.locks > 0).any(-1)
    fights: Bools = can & (can.sum(1, keepdims=True) > 1)
    return fights


def solve_fight(policy: Policy, tables: Tables, white: Options, dice: Ints, answers: Ints) -> Fight:
    """Solves the white phase of one table; `answers` [1, seat] are those of `strong`."""
    seats = tuple(np.flatnonzero(fighters(white)[0]).tolist())
    options = [np.flatnonzero(white.legal[0, seat]) for seat in seats]
    if np.prod([len(some) for some in options]) > _MOST:
        options = [
            some[(white.locks[0, seat, some] > 0) | (some == answers[0, seat]) | (some == 0)]
            for seat, some in zip(seats, options, strict=True)
        ]
    ends = ends_of_fight(policy, tables, white, dice, answers, seats, options)
    shares = policy.at_ends(tables.players).leaves(ends)[0]
    payoffs = shares.reshape(*(len(some) for some in options), tables.players)
    own = [payoffs[..., seat] for seat in seats]
    expected = [
        int(np.flatnonzero(some == answers[0, seat])[0])
        for seat, some in zip(seats, options, strict=True)
    ]
    return Fight(seats, tuple(options), _solve(own, expected), payoffs, tuple(expected))


def ends_of_fight(
    policy: Policy,
    tables: Tables,
    white: Options,
    dice: Ints,
    answers: Ints,
    seats: tuple[int, ...],
    options: Sequence[Ints],
) -> Tables:
    """How the turn ends with every combination of the fighters' options, in the order of `product`;
    the others answer as in `answers`."""
    played = answers.repeat(int(np.prod([len(some) for some in options])), 0)
    played[:, seats] = np.array(list(product(*options)))
    line = np.zeros(len(played), np.int64)
    after = policy.charts.after_white(tables.select(line), white.select(line), played)
    return policy.finish(after, dice[line], played[:, 0] > 0)


def _against(payoff: Reals, mixes: tuple[Reals, ...], fighter: int) -> Reals:
    """[option]: what each option of a fighter brings against the others' mixes."""
    left = np.moveaxis(payoff, fighter, -1)
    for number, mix in enumerate(mixes):
        if number != fighter:
            left = np.tensordot(mix, left, 1)
    return left


def _solve(payoffs: list[Reals], expected: Sequence[int]) -> tuple[Reals, ...]:
    """Regret matching: every fighter plays what it regrets not to have played. The averages are
    the solution; later steps count more. All begin with what is expected of them, so that whoever
    has nothing to gain or lose keeps to it."""
    sizes = payoffs[0].shape
    regrets = [np.zeros(size) for size in sizes]
    totals = [np.zeros(size) for size in sizes]
    now = [np.eye(size)[option] for size, option in zip(sizes, expected, strict=True)]
    for step in range(1, _STEPS + 1):
        for fighter, payoff in enumerate(payoffs):
            values = _against(payoff, tuple(now), fighter)
            regret = np.maximum(regrets[fighter] + values - values @ now[fighter], 0)
            regrets[fighter] = regret
            if regret.any():
                now[fighter] = regret / regret.sum()
            totals[fighter] += step * now[fighter]
        if step % 50 == 0:
            mixes = tuple(total / total.sum() for total in totals)
            if _regret(payoffs, mixes) < _CLOSE_ENOUGH:
                break
    return tuple(_without_traces(mix) for mix in mixes)


def _without_traces(mix: Reals) -> Reals:
    kept = np.where(mix < _SELDOM, 0.0, mix)
    cleaned: Reals = kept / kept.sum()
    return cleaned


def _regret(payoffs: list[Reals], mixes: tuple[Reals, ...]) -> float:
    """What the fighter who could gain most by another answer would gain."""
    most = 0.0
    for fighter, payoff in enumerate(payoffs):
        values = _against(payoff, mixes, fighter)
        most = max(most, float(values.max() - values @ mixes[fighter]))
    return most
