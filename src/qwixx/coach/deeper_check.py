"""Checks choices one turn deeper before they are called mistakes."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from qwixx.batch.positions import Ints, Positions
from qwixx.bots.option_values import Valued
from qwixx.coach.evaluator import Evaluator
from qwixx.coach.rolls import sampled_rolls, seeds_of

_BEST: Final = 4
"""The moves that are checked, besides the one that was played."""
_MOST: Final = 50
"""The most choices of a record that are checked in each phase. The cheapest ones come first, since
they may be no mistakes. Five random players make fewer in a game, so the limit only protects others
from waiting for unusual records."""
_SALT: Final = 1
"""A check uses other rolls than those that a position is averaged over."""


def check_deeper(
    evaluator: Evaluator, tables: Positions, valued: Valued, played: Mapping[int, int], limit: float
) -> None:
    """Values decisions one turn deeper if their `played` option seems to cost `limit` or more.

    It values the best options of each and the played one, all with the same rolls. `tables` are the
    positions of the decisions.
    """
    costs = {number: valued.cost(number, option) for number, option in played.items()}
    costly = sorted((number for number in costs if costs[number] >= limit), key=costs.__getitem__)
    decisions = np.array(costly[:_MOST], np.int64)
    if not len(decisions):
        return
    slots = np.concatenate([_checked(valued, each, played[each]) for each in decisions.tolist()])
    lines = np.flatnonzero(np.isin(valued.slot, slots))
    seeds = seeds_of(tables.select(decisions), _SALT)
    times = 4 if evaluator.variant.sides <= 6 else 2
    rolls = sampled_rolls(evaluator.variant, seeds, times)
    order = np.argsort(decisions)
    asked = valued.decision[valued.slot[lines]]
    which = order[np.searchsorted(decisions[order], asked)]
    deeper = evaluator.mean(valued.ends.select(lines).next_turn(), rolls[which]).last_turn()
    valued.refine(slots, lines, deeper)


def _checked(valued: Valued, decision: int, played: int) -> Ints:
    """Returns the slots of the best options, and of the one that was played."""
    best_first = valued.slots(decision)
    mine = best_first[valued.option[best_first] == played]
    slots: Ints = np.union1d(best_first[:_BEST], mine)
    return slots
