"""The real choices of a recorded game: decisions with more than one legal move.

Those that seem to be mistakes are checked one turn deeper.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from qwixx.batch.positions import Active, Place, Places, Positions, seat_of
from qwixx.batch.rules import option_of_move
from qwixx.bots.option_values import Valued, value_colour
from qwixx.coach.advice import options_of
from qwixx.coach.evaluator import Evaluator, sampled_rolls, seeds_of
from qwixx.coach.reasons import POINTS, why_worse
from qwixx.coach.results import MISTAKE, Choice, MoveCost, Unit, grade_of
from qwixx.coach.timeline import Timeline
from qwixx.kernel.arrays import Ints
from qwixx.rules import Colour, Game

_BEST: Final = 4  # The moves that are checked, besides the one that was played
_MOST: Final = 50
"""The most choices of a record that are checked in each phase. The cheapest ones come first, since
they may be no mistakes. Five random players make fewer in a game, so the limit only protects others
from waiting for unusual records."""
_SALT: Final = 1  # A check uses other rolls than those that a position is averaged over


def choices_of(timeline: Timeline, unit: Unit) -> list[Choice]:
    """Returns all choices of all seats, in the order of the game."""
    found = _white_choices(timeline, unit) + _colour_choices(timeline, unit)
    return sorted(found, key=lambda choice: (choice.turn, choice.phase != "white", choice.seat))


@dataclass
class _Decision:
    """One choice that is not valued yet."""

    game: Game
    seat: int
    played: int  # The option
    hindsight: float | None = None
    """In a fight for a lock: its cost against the real answers of the others."""
    closing: frozenset[Colour] = frozenset()  # The colours that others were expected to close


def _white_choices(timeline: Timeline, unit: Unit) -> list[Choice]:
    phases = timeline.phases
    tables, legal = np.nonzero(phases.white.legal[: len(timeline.answers)].sum(-1) > 1)
    if not len(tables):
        return []
    places = Places(legal)
    played = timeline.answers[tables, places].tolist()
    fights = np.flatnonzero(phases.fighters[tables, places])
    costs = _hindsight(timeline, tables[fights], Places(places[fights]))
    hindsight = dict(zip(fights.tolist(), costs, strict=True))
    decisions = []
    for number, closing in enumerate(phases.closing(tables, places)):
        game = timeline.turns[tables[number]].rolled
        seat = seat_of(game, Place(int(places[number])))
        decisions.append(_Decision(game, seat, played[number], hindsight.get(number), closing))
    valued = phases.value(phases.scenarios(tables, places))
    return _judged(timeline.evaluator, phases.tables.select(tables), valued, decisions, unit)


def _hindsight(timeline: Timeline, there: Ints, places: Places) -> list[float]:
    """Returns the costs of choices in fights against the real answers of the others."""
    if not len(there):
        return []
    valued = timeline.phases.value(timeline.phases.as_played(there, places, timeline.answers))
    played = dict(enumerate(timeline.answers[there, places].tolist()))
    check_deeper(timeline.evaluator, timeline.tables.select(there), valued, played, MISTAKE)
    return [valued.cost(number, option) for number, option in played.items()]


def _colour_choices(timeline: Timeline, unit: Unit) -> list[Choice]:
    decided = [
        (number, turn.answered, turn.colour)
        for number, turn in enumerate(timeline.turns)
        if turn.answered
        and turn.colour
        and len(turn.answered.legal_moves(turn.answered.active)) > 1
    ]
    if not decided:
        return []
    turns = np.array([turn for turn, _, _ in decided])
    tables = timeline.evaluator.rules.after_white(
        timeline.tables.select(turns), timeline.phases.white.select(turns), timeline.answers[turns]
    )
    crossed = timeline.answers[turns, 0] > 0
    evaluator, dice = timeline.evaluator, timeline.dice[turns]
    valued = value_colour(evaluator.policy, evaluator.leaves, tables, dice, crossed)
    decisions = [
        _Decision(game, game.active, option_of_move(game, move)) for _, game, move in decided
    ]
    return _judged(evaluator, tables, valued, decisions, unit)


def _judged(
    evaluator: Evaluator,
    tables: Positions[Active],
    valued: Valued,
    decisions: list[_Decision],
    unit: Unit,
) -> list[Choice]:
    """Values choices, and checks those deeper that may be mistakes."""
    played = {number: decision.played for number, decision in enumerate(decisions)}
    limit = MISTAKE * (POINTS if unit is Unit.POINTS else 1)
    check_deeper(evaluator, tables, valued, played, limit)
    return [_choice(valued, number, each, unit) for number, each in enumerate(decisions)]


def _choice(valued: Valued, number: int, decision: _Decision, unit: Unit) -> Choice:
    game, seat = decision.game, decision.seat
    cost = valued.cost(number, decision.played)
    slots = valued.slots(number)
    # Of equally good moves, the one that was played comes first.
    slots = slots[np.lexsort((valued.option[slots] != decision.played, -valued.share[slots]))]
    options = options_of(game, seat, valued, slots, decision.closing)
    played = options[valued.option[slots].tolist().index(decision.played)]
    costs = (valued.share[slots].max() - valued.share[slots]).tolist()
    return Choice(
        *(game.turn, seat, game.phase.value, played.move, options[0].move, cost),
        cost if decision.hindsight is None else decision.hindsight,
        grade_of(cost, unit),
        decision.hindsight is not None,
        tuple(MoveCost(option.move, c) for option, c in zip(options, costs, strict=True)),
        why_worse(played, options[0]) if cost else (),
    )


def check_deeper(
    evaluator: Evaluator,
    tables: Positions[Active],
    valued: Valued,
    played: Mapping[int, int],
    limit: float,
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
