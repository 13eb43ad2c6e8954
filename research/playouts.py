"""Games played on from the ends of turns to their end, everybody as `strong`."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Ints, Positions

Throws: TypeAlias = Callable[[Ints], Ints]
"""The next dice [table, die] of the tables with these numbers."""


def play_on(policy: BatchPolicy, tables: Positions, throw: Throws) -> Reals:
    """[table, seat]: the share of the win. Seats are counted as those of the tables."""
    shares = policy.net.leaves(tables)[0]
    playing = np.flatnonzero(~tables.over)
    now = tables.select(playing).next_turn()
    played = 0
    while len(playing):
        now, worth = policy.play(now, throw(playing))
        played += 1
        shares[playing] = np.roll(worth, played, 1)
        going = ~now.over
        playing, now = playing[going], now.select(going).next_turn()
    return shares
