"""Compares close options by playing on with the same rolls, one turn further and then two.

The net's value two turns later is better than after one. But it takes more samples, because the
dice differ more. So a short look decides between most options, and a long one between the rest.
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
"""The default number of rounds; more gain next to nothing, see `docs/coach.md`."""
_THROWS: Final = 144
"""Rolls of a round, about. Each pair of white dice is equally frequent; many at once are faster."""
_SHORT: Final = 4
"""The rounds of the short look."""
_DOUBT: Final = 0.01
"""How much worse than the best an option in the long look may be after the short one."""
_SURE: Final = 3.0
"""The standard errors by which an option must be worse to be given up."""
_SHORT_COUNTS: Final = 3.5
"""The weight of the short look in rounds of the long look; 3.5 rounds have the same error."""


@dataclass
class Chooser:
    """Values positions by playing on: `strong` plays turns, and a net values their ends."""

    policy: BatchPolicy

    def leaves(self, tables: Positions) -> Values:
        return self.policy.at_ends(tables.players).worth(tables)

    def after(self, tables: Positions, throws: Sequence[Ints]) -> Reals:
        """Returns [table, seat]: values after turns with these dice, [table, die] for each turn.

        Seats are counted as in the given positions.
        """
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
        """Returns the positions at the end of a turn with these dice, and their values."""
        if self.policy.compiled and tables.players > 1:
            after, worth = self.policy.compiled.play(tables, dice)
            return after, worth.shares + TIE_BREAK * worth.points / SCALE
        after = self.policy.turn(tables, dice)
        return after, self.leaves(after).shares


class Lookahead:
    """A comparison of options of a seat, by the positions and values at the end of the turn."""

    def __init__(
        self, chooser: Chooser, ends: Positions, seat: int, values: Reals, rng: Random
    ) -> None:
        self.values = values
        """[option]: the latest value. An option that is given up keeps its last one."""
        self._chooser = chooser
        self._ends = ends.next_turn()
        self._place = (seat - 1) % ends.players
        self._chance = np.random.default_rng(rng.getrandbits(64))
        self._left = np.arange(len(values))

    def best(self, rounds: int | None, until: float) -> int:
        """Returns the best option after these rounds, at that time, or once one option is left."""
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
        """Returns [option, roll]: the values of the options that are left after a round."""
        throws = [self._throws() for _ in range(turns)]
        count = len(throws[0])
        going = self._left[~self._ends.over[self._left]]
        tables = self._ends.select(going.repeat(count))
        same = [np.tile(dice, (len(going), 1)) for dice in throws]
        samples = seen[:, None].repeat(count, 1)
        samples[going] = self._chooser.after(tables, same)[:, self._place].reshape(-1, count)
        return samples

    def _throws(self) -> Ints:
        """Returns [roll, die]: all pairs of white dice equally often, with random coloured dice."""
        sides = self._chooser.policy.variant.sides
        pairs = np.stack(np.meshgrid(*[np.arange(1, sides + 1)] * 2), -1).reshape(-1, 2)
        white = self._chance.permutation(np.tile(pairs, (_THROWS // len(pairs), 1)))
        coloured = self._chance.integers(1, sides + 1, (len(white), ROWS))
        return np.concatenate([white, coloured], -1)

    def _give_up(self, samples: Reals, doubt: float, last: bool) -> None:
        """Removes options that will hardly be the best.

        After the `last` round of a look, removes all that are worse by more than `doubt`.
        """
        left = self._left
        leader = left[self.values[left].argmax()]
        lead = self.values[leader] - self.values[left]
        spread = (samples[leader] - samples[left]).std(1) / np.sqrt(samples.shape[1])
        unsure = 0.0 if last else _SURE * spread
        self._left = left[lead <= doubt + unsure + 1e-9]
