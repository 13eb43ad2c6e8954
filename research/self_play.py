"""Games of `strong` against itself, many at once, as positions for fitting and measuring."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Ints, Positions, deal
from qwixx.kernel.chart import ROWS


@dataclass
class Turn:
    """One turn of those games that still go on."""

    games: Ints
    """Which they are."""
    before: Positions
    """Before the roll."""
    after: Positions
    """At the end of the turn, counted from the same seat."""
    shares: Reals
    """[game, seat]: the net's estimate of `after`, or the result."""


def play_games(policy: BatchPolicy, players: int, games: int, seed: int) -> Iterator[Turn]:
    """Plays games to their ends, all of them turn by turn."""
    chance = np.random.default_rng(seed)
    tables = deal(policy.variant, games, players, chance)
    playing = np.arange(games)
    while len(playing):
        dice = chance.integers(1, policy.variant.sides + 1, (len(playing), 2 + ROWS))
        after, shares = policy.play(tables, dice)
        yield Turn(playing, tables, after, shares)
        playing, tables = playing[~after.over], after.select(~after.over).next_turn()
