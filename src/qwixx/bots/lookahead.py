"""Close options compared by playing on: the same throws for each, one turn further and then two.

What a net says two turns later is worth more than what it says after one, and takes longer to
know: the dice differ more. So most options are told apart by a short look, and the rest by a long
one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from qwixx.batch.net import Reals, Values
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Ints, Positions
from qwixx.kernel.chart import ROWS
from qwixx.kernel.encoding import SCALE, TIE_BREAK

ROUNDS: Final = 32
"""For how long to think unless told otherwise: where it is nearly as good as with all the time in
the world, see `docs/coach.md`."""
_THROWS: Final = 144
"""A round has about so many, each pair of white dice equally often: many at once are faster."""
_SHORT: Final = 4
"""The rounds of the short look."""
_DOUBT: Final = 0.01
"""How much worse an option may seem then and still be looked at for longer."""
_SURE: Final = 3.0
"""An option is given up that is worse by so many standard errors."""
_SHORT_COUNTS: Final = 3.5
"""What the short look counts beside the long one: as much as so many rounds, which would be as far
off by themselves."""


@dataclass
class Chooser:
    """What moves are chosen by: what a net says at the ends of turns that `strong` plays."""

    policy: BatchPolicy

    def leaves(self, tables: Positions) -> Values:
        return self.policy.at_ends(tables.players).worth(tables)

    def after(self, tables: Positions, throws: Sequence[Ints]) -> Reals:
        """[table, seat]: what tables are worth after turns with these dice, [table, die] for each
        turn. Seats are counted as those of the tables."""
        values = np.empty((len(tables), tables.players))
        playing = np.arange(len(tables))
        for turn, dice in enumerate(throws):
            if not len(playing):
                break
            tables, worth = self._turn(tables, dice[playing])
            values[playing] = np.roll(worth, turn, 1)
            playing, tables = playing[~tables.over], tables.select(~tables.over).next_turn()
        return values

    def _turn(self, tables: Positions, dice: Ints) -> tuple[Positions, Reals]:
        """The tables at the end of a turn with these dice, and what they are worth."""
        if self.policy.compiled and tables.players > 1:
            after, worth = self.policy.compiled.play(tables, dice)
            return after, worth.shares + TIE_BREAK * worth.points / SCALE
        after = self.policy.turn(tables, dice)
        return after, self.leaves(after).shares


class Lookahead:
    """Some options of a seat, by the tables at the end of the turn and what the net says there."""

    def __init__(
        self, chooser: Chooser, ends: Positions, seat: int, values: Reals, rng: Random
    ) -> None:
        self.values = values
        """[option]: what each is worth as far as is known. What is given up stays as it was."""
        self._chooser = chooser
        self._ends = ends.next_turn()
        self._place = (seat - 1) % ends.players
        self._chance = np.random.default_rng(rng.getrandbits(64))
        self._left = np.arange(len(values))

    def best(self, rounds: int | None, until: float) -> int:
        """Looks ahead for so many rounds, or until that time, or until one option is left. Which
        one does best?"""
        seen = short = self.values.copy()
        samples = np.empty((len(short), 0))
        number = 0
        while number != rounds and not self._decided():
            began = perf_counter()
            turns = 1 if number < _SHORT else 2
            if number == _SHORT:
                short, samples = self.values.copy(), samples[:, :0]
            samples = np.concatenate([samples, self._sample(seen, turns)], 1)
            number += 1
            left = self._left
            self.values[left] = samples[left].mean(1)
            if turns == 2:
                weight = _SHORT_COUNTS / (_SHORT_COUNTS + number - _SHORT)
                self.values[left] += weight * (short - self.values)[left]
            self._give_up(samples, _DOUBT if turns == 1 else 0.0, number == _SHORT)
            now = perf_counter()
            if now + (now - began) > until:
                break
        return int(self._left[self.values[self._left].argmax()])

    def _decided(self) -> bool:
        return len(self._left) < 2 or bool(self._ends.over[self._left].all())

    def _sample(self, seen: Reals, turns: int) -> Reals:
        """[option, throw]: what those that are left are worth after a round of throws."""
        throws = [self._throws() for _ in range(turns)]
        count = len(throws[0])
        going = self._left[~self._ends.over[self._left]]
        tables = self._ends.select(going.repeat(count))
        same = [np.tile(dice, (len(going), 1)) for dice in throws]
        samples = seen[:, None].repeat(count, 1)
        samples[going] = self._chooser.after(tables, same)[:, self._place].reshape(-1, count)
        return samples

    def _throws(self) -> Ints:
        """[throw, die]: all pairs of white dice alike, with any coloured dice."""
        sides = self._chooser.policy.variant.sides
        pairs = np.stack(np.meshgrid(*[np.arange(1, sides + 1)] * 2), -1).reshape(-1, 2)
        white = self._chance.permutation(np.tile(pairs, (_THROWS // len(pairs), 1)))
        coloured = self._chance.integers(1, sides + 1, (len(white), ROWS))
        return np.concatenate([white, coloured], -1)

    def _give_up(self, samples: Reals, doubt: float, last: bool) -> None:
        """Those that will hardly turn out to be the best; after the `last` round of a look, those
        that have not shown it."""
        left = self._left
        leader = left[self.values[left].argmax()]
        lead = self.values[leader] - self.values[left]
        spread = (samples[leader] - samples[left]).std(1) / np.sqrt(samples.shape[1])
        unsure = 0.0 if last else _SURE * spread
        self._left = left[lead <= doubt + unsure + 1e-9]
