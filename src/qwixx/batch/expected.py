"""The expectations of the players in a turn, for many positions, and the choices of the active
seats."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from qwixx.batch.positions import Active, Positions
from qwixx.batch.rules import Options
from qwixx.kernel.arrays import Floats, Ints, Reals

ILLEGAL: Final = -9.0  # The value of an option that may not be chosen


@dataclass
class Expected:
    """The positions at the end of the turn, as the players expect them."""

    positions: Positions[Active]
    bases: Floats  # [position, seat, unit]: see `BatchNet.bases`
    scores: Ints
    white_scores: Ints  # The scores if the game ends in the white phase
    white_locks: Ints  # [position, seat]
    colour_lock: Ints  # [position]

    def select(self, which: Ints) -> "Expected":
        positions, *others = vars(self).values()
        return Expected(positions.select(which), *(part[which] for part in others))

    def closed_by_others(self) -> Ints:
        """Returns [position, seat]: the rows that are closed once the others have answered."""
        before, locks = self.positions.closed[:, None], self.white_locks
        if not locks.any():
            return np.broadcast_to(before, locks.shape)
        closed = np.zeros_like(locks) | before
        for seat in range(self.positions.players):
            closed[:, :seat] |= locks[:, seat, None]
            closed[:, seat + 1 :] |= locks[:, seat, None]
        return closed


@dataclass
class JointAnswers:
    """The active seats' answers, each in one line with all colour moves after it."""

    position: Ints
    option: Ints  # The answer
    colour: Options  # [line, option]
    values: Reals  # [line, option]; ILLEGAL, what is left out

    def best(self, shape: tuple[int, ...]) -> tuple[Reals, Ints, Ints]:
        """Returns [position, option]: the value of each answer, with the best colour move after it.
        Also [position]: the line of the best answer, and that colour move."""
        moves = self.values.argmax(-1)
        by_answer = np.full(shape, ILLEGAL)
        by_answer[self.position, self.option] = self.values.max(-1)
        line = np.zeros(shape, np.int64)
        line[self.position, self.option] = np.arange(len(moves))
        chosen = line[np.arange(len(line)), by_answer.argmax(-1)]
        return by_answer, chosen, moves[chosen]
