"""Fights for a lock: white phases in which several seats can close a row.

The best answer there depends on simultaneous answers. So each such phase is a small game of the
seats that can lock, in normal form; the other seats answer as `strong` does. In its solution no
answer costs anything against the mixes of the others. With two players nothing can be better; with
more it is a hedge.

A solution gains next to nothing against players who do not use it. So there is a second one for
players who want to win. It assumes that the others answer like `strong` in three fights of four,
and know the mix in the fourth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.positions import Bools, Ints
from qwixx.batch.rules import Options
from qwixx.bots.normal_form import Mixes, NormalFormGame

ACTIVE: Final = 0
"""The seat of the active player."""
_MOST: Final = 1200
"""The most combinations of options. Beyond it only three kinds of answers count: those that close
something, the expected one and the pass."""
_EXPECTED: Final = 3 / 4
"""How often `master` assumes the expected answers. Its risk is then about as high as its possible
gain, see `docs/coach.md`."""


@dataclass
class Fight:
    """One white phase, solved. Seats are counted from the active player."""

    seats: tuple[int, ...]
    """The seats that can lock."""
    options: tuple[Ints, ...]
    """[fighter]: its options."""
    mixes: Mixes
    """[fighter]: the best probability of each of its options."""
    payoffs: Reals
    """[option of the first fighter, …, seat]: the share of the win. An active fighter goes on with
    its best colour move."""
    strong_payoffs: Reals
    """The same if an active fighter goes on with the colour move of `strong`."""
    expected: tuple[int, ...]
    """[fighter]: the option that `strong` would choose."""

    @property
    def normal_form(self) -> NormalFormGame:
        """The fight as the fighters see it."""
        return NormalFormGame([self.payoffs[..., seat] for seat in self.seats])

    def restricted_response(self, seat: int, often: float = _EXPECTED) -> tuple[Reals, Reals]:
        """Returns the mix of a fighter who counts on expected answers, and its options' values.

        It is a restricted Nash response: the others answer as expected with the probability
        `often`; otherwise they know the mix.
        """
        fighter = self.seats.index(seat)
        own = [self.payoffs[..., each] for each in self.seats]
        as_expected = tuple(
            slice(None) if number == fighter else slice(option, option + 1)
            for number, option in enumerate(self.expected)
        )
        # A player who answers like `strong` makes the colour move of `strong`, too.
        usual = (self.payoffs if seat == ACTIVE else self.strong_payoffs)[..., seat]
        own[fighter] = often * usual[as_expected] + (1 - often) * own[fighter]
        contest = NormalFormGame(own)
        mixes = contest.solve(self.expected)
        return mixes[fighter], contest.values(fighter, mixes)


def fighters(white: Options) -> Bools:
    """Returns [table, seat]: the seats that can lock while another seat can too."""
    can = (white.locks > 0).any(-1)
    fights: Bools = can & (can.sum(1, keepdims=True) > 1)
    return fights


def options_in(white: Options, answers: Ints, seats: Sequence[int]) -> tuple[Ints, ...]:
    """Returns [fighter]: the options in one fight; `answers` [1, seat] are those of `strong`."""
    options = [np.flatnonzero(white.legal[0, seat]) for seat in seats]
    if np.prod([len(some) for some in options]) > _MOST:
        options = [
            some[(white.locks[0, seat, some] > 0) | (some == answers[0, seat]) | (some == 0)]
            for seat, some in zip(seats, options, strict=True)
        ]
    return tuple(options)


def combine(answers: Ints, seats: Sequence[int], options: Sequence[Ints]) -> Ints:
    """Returns [combination, seat]: all combinations of the fighters' options, as `product` does.

    The others answer as in `answers` [1, seat].
    """
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
    mixes = NormalFormGame([payoffs[..., seat] for seat in seats]).solve(expected)
    return Fight(seats, options, mixes, payoffs, habits, expected)
