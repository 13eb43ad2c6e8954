"""The real choices of a recorded game: decisions with more than one legal move."""

from dataclasses import dataclass

import numpy as np

from qwixx.batch.positions import Ints, Positions
from qwixx.bots.option_values import Valued, value_colour
from qwixx.coach.deeper_check import check_deeper
from qwixx.coach.evaluator import Evaluator
from qwixx.coach.explain import options_of, reasons_against
from qwixx.coach.grades import MISTAKE, POINTS, Unit, grade_of
from qwixx.coach.move_codes import move_of_option, option_of_move
from qwixx.coach.results import Choice
from qwixx.coach.solo import solo_moves
from qwixx.coach.timeline import PlayedTurn, Timeline
from qwixx.rules import Colour, Game, Move
from qwixx.solver.table import SoloTable


def choices_of(timeline: Timeline, unit: Unit) -> list[Choice]:
    """Returns all choices of all seats, in the order of the game."""
    found = _white_choices(timeline, unit) + _colour_choices(timeline, unit)
    return sorted(found, key=lambda choice: (choice.turn, choice.phase != "white", choice.seat))


@dataclass
class _Decision:
    """One choice that is not valued yet."""

    game: Game
    seat: int
    played: int
    """The option."""
    hindsight: float | None = None
    """In a fight for a lock: its cost against the real answers of the others."""
    closing: frozenset[Colour] = frozenset()
    """The colours that others were expected to close."""


def _white_choices(timeline: Timeline, unit: Unit) -> list[Choice]:
    phases = timeline.phases
    tables, seats = np.nonzero(phases.white.legal[: len(timeline.answers)].sum(-1) > 1)
    if not len(tables):
        return []
    played = timeline.answers[tables, seats]
    fights = np.flatnonzero(phases.in_fight(tables, seats))
    hindsight = dict(zip(fights.tolist(), _hindsight(timeline, tables, seats, fights), strict=True))
    decisions = []
    for number, closing in enumerate(phases.closing(tables, seats)):
        game = timeline.turns[tables[number]].rolled
        seat = (int(seats[number]) + game.active) % game.players
        option = int(played[number])
        decisions.append(_Decision(game, seat, option, hindsight.get(number), closing))
    valued = phases.value(phases.scenarios(tables, seats))
    return _judged(timeline.evaluator, phases.tables.select(tables), valued, decisions, unit)


def _hindsight(timeline: Timeline, tables: Ints, seats: Ints, fights: Ints) -> list[float]:
    """Returns the costs of choices in fights against the real answers of the others."""
    if not len(fights):
        return []
    there, seats = tables[fights], seats[fights]
    valued = timeline.phases.value(timeline.phases.as_played(there, seats, timeline.answers))
    played = dict(enumerate(timeline.answers[there, seats].tolist()))
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
    valued = value_colour(timeline.evaluator, tables, timeline.dice[turns], crossed)
    decisions = [
        _Decision(game, game.active, option_of_move(game, move)) for _, game, move in decided
    ]
    return _judged(timeline.evaluator, tables, valued, decisions, unit)


def _judged(
    evaluator: Evaluator, tables: Positions, valued: Valued, decisions: list[_Decision], unit: Unit
) -> list[Choice]:
    """Values choices, and checks those deeper that may be mistakes."""
    played = {number: decision.played for number, decision in enumerate(decisions)}
    check_deeper(
        evaluator, tables, valued, played, MISTAKE * (POINTS if unit is Unit.POINTS else 1)
    )
    return [_choice(valued, number, each, unit) for number, each in enumerate(decisions)]


def _choice(valued: Valued, number: int, decision: _Decision, unit: Unit) -> Choice:
    game, seat = decision.game, decision.seat
    cost = valued.cost(number, decision.played)
    slots = valued.slots(number)
    best = float(valued.share[slots[0]])
    # Of equally good moves, the one that was played comes first.
    slots = slots[np.lexsort((valued.option[slots] != decision.played, -valued.share[slots]))]
    options = options_of(game, seat, valued, slots.tolist(), decision.closing)
    moves = [option.move for option in options]
    played = move_of_option(game, seat, decision.played)
    return Choice(
        game.turn,
        seat,
        game.phase.value,
        played,
        moves[0],
        cost,
        cost if decision.hindsight is None else decision.hindsight,
        grade_of(cost, unit),
        decision.hindsight is not None,
        tuple(
            (move, best - share)
            for move, share in zip(moves, valued.share[slots].tolist(), strict=True)
        ),
        reasons_against(options, played, moves[0]) if cost else (),
    )


def solo_choices(table: SoloTable, turn: PlayedTurn) -> list[Choice]:
    """Returns the choices of a turn in a solo game, by the exact table."""
    decided: list[tuple[Game | None, Move | None]] = [
        (turn.rolled, turn.white[0] if turn.white else None),
        (turn.answered, turn.colour),
    ]
    found = []
    for game, played in decided:
        if game is None or played is None or len(game.legal_moves(0)) < 2:
            continue
        values = solo_moves(table, game)
        best = max(values, key=values.__getitem__)
        cost = values[best] - values[played]
        cost = cost if cost > 1e-9 else 0.0
        found.append(
            Choice(
                game.turn,
                0,
                game.phase.value,
                played,
                best if cost else played,
                cost,
                cost,
                grade_of(cost, Unit.POINTS),
                fight=False,
                costs=tuple((move, values[best] - value) for move, value in values.items()),
            )
        )
    return found
