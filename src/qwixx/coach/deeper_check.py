"""A second look at choices, one turn deeper, before they are called mistakes."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from qwixx.batch.positions import Ints, Positions
from qwixx.bots.option_values import Valued
from qwixx.coach.evaluator import Evaluator
from qwixx.coach.rolls import sampled_rolls, seeds_of

_AGAIN: Final = 4
"""So many moves are looked at again, and the one that was played."""
_MOST: Final = 50
"""Nor are more choices of a record in either phase: those that seem to cost least, which may be no
mistakes. Five who choose by lot make fewer in a game; a record of nothing but mistakes must not
keep others waiting."""
_AGAIN_SALT: Final = 1
"""The rolls of a second look are not those that a position is averaged over."""


def check_deeper(
    evaluator: Evaluator, tables: Positions, valued: Valued, played: Mapping[int, int], limit: float
) -> None:
    """Values the decisions whose `played` option seems to cost `limit` or more one turn deeper: of
    each the best options and that one, all with the same rolls. `tables` are the tables of the
    decisions."""
    costs = {number: valued.cost(number, option) for number, option in played.items()}
    dear = sorted((number for number in costs if costs[number] >= limit), key=costs.__getitem__)
    decisions = np.array(dear[:_MOST], np.int64)
    if not len(decisions):
        return
    slots = np.concatenate([_looked_at(valued, each, played[each]) for each in decisions.tolist()])
    lines = np.flatnonzero(np.isin(valued.slot, slots))
    seeds = seeds_of(tables.select(decisions), _AGAIN_SALT)
    times = 4 if evaluator.variant.sides <= 6 else 2
    rolls = sampled_rolls(evaluator.variant, seeds, times)
    order = np.argsort(decisions)
    asked = valued.decision[valued.slot[lines]]
    which = order[np.searchsorted(decisions[order], asked)]
    deeper = evaluator.mean(valued.ends.select(lines).next_turn(), rolls[which]).last_turn()
    valued.refine(slots, lines, deeper)


def _looked_at(valued: Valued, decision: int, played: int) -> Ints:
    """The slots of the best options, and of the one that was played."""
    best_first = valued.slots(decision)
    mine = best_first[valued.option[best_first] == played]
    slots: Ints = np.union1d(best_first[:_AGAIN], mine)
    return slots
