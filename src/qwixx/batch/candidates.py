"""The expectations and the choices of players in one turn, for many positions."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.positions import Bools, Ints, Positions
from qwixx.batch.rules import Options

ILLEGAL: Final = -9.0
"""The value of an option that may not be chosen."""


@dataclass
class ExpectedPositions:
    """The positions at the end of the turn, as the players expect them."""

    positions: Positions
    scores: Ints
    white_scores: Ints
    white_locks: Ints
    """[position, seat]"""
    colour_lock: Ints
    """[position]"""

    def select(self, which: Ints) -> "ExpectedPositions":
        scores = (self.scores, self.white_scores, self.white_locks, self.colour_lock)
        return ExpectedPositions(self.positions.select(which), *(part[which] for part in scores))


@dataclass
class WhiteEnds:
    """The cards of active seats after the white phase, before their colour moves."""

    position: Ints
    rows: Ints
    """[line, row]"""
    closed: Ints
    thrown: Bools
    """Whether a pass is a misthrow."""
    best: Ints
    """The best total among the others, and how many have it."""
    ties: Ints


@dataclass
class JointAnswers:
    """The active seats' answers with all colour moves after them: one line for each answer."""

    position: Ints
    option: Ints
    """The answer."""
    options: int
    """How many answers there are, allowed or not."""
    colour: Options
    """[line, option]"""
    values: Reals
    """[line, option]; ILLEGAL, what is left out."""


def closed_by_others(positions: Positions, expected: ExpectedPositions) -> Ints:
    """[position, seat]: the rows that are closed once the others have answered."""
    locks = expected.white_locks
    if not locks.any():
        return np.broadcast_to(positions.closed[:, None], locks.shape)
    closed = np.zeros_like(locks) | positions.closed[:, None]
    for seat in range(positions.players):
        closed[:, :seat] |= locks[:, seat, None]
        closed[:, seat + 1 :] |= locks[:, seat, None]
    return closed


def best_answers(joint: JointAnswers, count: int) -> tuple[Reals, Ints, Ints]:
    """Returns [position, option]: the value of each answer of the active seat, with the best colour
    move after it. Also [position]: the line of the best answer, and that colour move."""
    moves = joint.values.argmax(-1)
    by_answer = np.full((count, joint.options), ILLEGAL)
    by_answer[joint.position, joint.option] = joint.values.max(-1)
    line = np.zeros(by_answer.shape, np.int64)
    line[joint.position, joint.option] = np.arange(len(moves))
    chosen = line[np.arange(count), by_answer.argmax(-1)]
    return by_answer, chosen, moves[chosen]
