"""Games of `strong` against itself, many at once, as positions for fitting and measuring."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Active, Item, Positions, Previous, Values, counted_from
from qwixx.kernel.arrays import Ints
from research.positions import deal, roll


@dataclass
class Turn:
    """One turn of those games that still go on."""

    games: Ints
    """Which they are."""
    rolled: int
    """The seat that rolled."""
    before: Positions[Active]
    """Before the roll."""
    after: Positions[Previous]
    """At the end of the turn."""
    worth: Values[Previous]
    """The net's estimate of `after`, or the result."""

    def by_seat(self, numbers: npt.NDArray[Item]) -> npt.NDArray[Item]:
        """Returns numbers [game, seat, …] by seat; those given count from the one that rolled."""
        return counted_from(numbers, np.full(len(numbers), -self.rolled))


def play_games(policy: BatchPolicy, players: int, games: int, seed: int) -> Iterator[Turn]:
    """Plays games to their ends, all of them turn by turn."""
    chance = np.random.default_rng(seed)
    tables = deal(policy.variant, games, players, chance)
    playing = np.arange(games)
    turn = 0
    while len(playing):
        dice = roll(policy.variant, len(playing), chance)
        after, worth = policy.after_turn(tables, dice)
        yield Turn(playing, turn % players, tables, after, worth)
        playing, tables = playing[~after.over], after.select(~after.over).next_turn()
        turn += 1
