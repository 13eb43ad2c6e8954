"""A second look at a choice, one turn deeper, before it is called a mistake."""

from typing import Final

import numpy as np

from qwixx.bots.decisions import Valued
from qwixx.bots.tables import Tables
from qwixx.coach.judge import Judge
from qwixx.coach.rolls import sampled_rolls, seeds_of

_AGAIN: Final = 4
"""So many moves are looked at again, and the one that was played."""
_TIMES: Final = {6: 4, 8: 2}
"""How often each pair of white dice is rolled, by the sides of a die."""
_AGAIN_SALT: Final = 1
"""The rolls of a second look are not those that a position is averaged over."""


def look_again(judge: Judge, tables: Tables, valued: Valued, decision: int, played: int) -> None:
    """Values the best options of a decision, and the one that was played, one turn deeper, all
    with the same rolls. `tables` are the tables of the decisions."""
    mine = valued.decision == decision
    slots = np.union1d(
        valued.slots(decision)[:_AGAIN], np.flatnonzero(mine & (valued.option == played))
    )
    best = valued.share[mine].max()
    lines = np.flatnonzero(np.isin(valued.slot, slots))
    seeds = seeds_of(tables.select(np.array([decision])), _AGAIN_SALT)
    rolls = sampled_rolls(judge.variant, seeds, _TIMES[judge.variant.sides])
    rolls = rolls.repeat(len(lines), 0)
    deeper = judge.mean(valued.ends.select(lines).next_turn(), rolls).last_turn()
    own = np.arange(len(lines)), valued.seat[lines]
    for slot in slots:
        at = valued.slot[lines] == slot
        weight = valued.weight[lines[at]]
        shares, points = weight @ deeper.shares[own][at], weight @ deeper.points[own][at]
        valued.revalue(slot, float(shares), float(points))
    # What was not looked at again stays as far behind the best as it was.
    lost = best - valued.share[slots].max()
    for slot in np.setdiff1d(np.flatnonzero(mine), slots):
        valued.revalue(slot, float(valued.share[slot] - lost), float(valued.points[slot]))
