"""Fights for a lock: white phases in which several seats can close a row.

What is best there depends on what the others do at the same moment, so each such phase is a small
simultaneous game of the seats that can lock, while the others answer as `strong` does. It is solved
by mixes of answers of which none costs anything against the mixes of the others. For two at a table
of two nobody can do better; for more it is a hedge.

An equilibrium gains next to nothing on those who do not look for it. So there is a second solution
for whoever wants to win: the others are taken to answer like `strong` in three fights of four, and
to know what they are up against in the fourth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.positions import Bools, Ints
from qwixx.batch.rules import Options
from qwixx.bots.contest import Contest, Mixes

ACTIVE: Final = 0
"""The seat of the active player."""
_MOST: Final = 1200
"""No more tables than this are looked at: then the answers that close nothing are left out, but for
the expected one and the pass."""
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
    mixes: Mixes
    """[fighter]: how often each of them should be chosen."""
    payoffs: Reals
    """[option of the first fighter, …, seat]: the share of the win. An active fighter goes on with
    the colour move that is best for it."""
    habits: Reals
    """The same where it goes on with that of `strong`."""
    expected: tuple[int, ...]
    """[fighter]: which option `strong` would choose."""

    @property
    def contest(self) -> Contest:
        """The fight as the fighters see it."""
        return Contest([self.payoffs[..., seat] for seat in self.seats])

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
        # Whoever answers like `strong` goes on like `strong`, too.
        usual = (self.payoffs if seat == ACTIVE else self.habits)[..., seat]
        own[fighter] = often * usual[as_expected] + (1 - often) * own[fighter]
        contest = Contest(own)
        mixes = contest.solve(self.expected)
        return mixes[fighter], contest.values(fighter, mixes)


def fighters(white: Options) -> Bools:
    """[table, seat]: who can lock in a white phase in which another seat can too."""
    can = (white.locks > 0).any(-1)
    fights: Bools = can & (can.sum(1, keepdims=True) > 1)
    return fights


def options_in(white: Options, answers: Ints, seats: Sequence[int]) -> tuple[Ints, ...]:
    """[fighter]: what the fighters of one table choose from; `answers` [1, seat] are those of
    `strong`."""
    options = [np.flatnonzero(white.legal[0, seat]) for seat in seats]
    if np.prod([len(some) for some in options]) > _MOST:
        options = [
            some[(white.locks[0, seat, some] > 0) | (some == answers[0, seat]) | (some == 0)]
            for seat, some in zip(seats, options, strict=True)
        ]
    return tuple(options)


def combine(answers: Ints, seats: Sequence[int], options: Sequence[Ints]) -> Ints:
    """[combination, seat]: every combination of the fighters' options, in the order of `product`;
    the others answer as in `answers` [1, seat]."""
    combined = answers.repeat(int(np.prod([len(some) for some in options])), 0)
    combined[:, seats] = np.array(list(product(*options)))
    return combined


def solve_fight(
    seats: tuple[int, ...], options: tuple[Ints, ...], answers: Ints, payoffs: Reals, habits: Reals
) -> Fight:
    """Solves a fight; `answers` [1, seat] are those of `strong`."""
    expected = tuple(
        int(np.flatnonzero(some == answers[0, seat])[0])
        for seat, some in zip(seats, options, strict=True)
    )
    mixes = Contest([payoffs[..., seat] for seat in seats]).solve(expected)
    return Fight(seats, options, mixes, payoffs, habits, expected)
