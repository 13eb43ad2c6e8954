"""The real choices of a recorded game: decisions with more than one legal move."""

from dataclasses import dataclass

import numpy as np

from qwixx.batch.positions import Ints, Positions
from qwixx.bots.decisions import Valued, value_colour
from qwixx.coach.again import look_again
from qwixx.coach.course import Course, PlayedTurn
from qwixx.coach.explain import options_of, reasons_against
from qwixx.coach.grades import MISTAKE, POINTS, Unit, grade_of
from qwixx.coach.judge import Judge
from qwixx.coach.results import Choice
from qwixx.coach.seats import move_of_option, option_of_move
from qwixx.coach.solo import solo_moves
from qwixx.rules import Colour, Game, Move
from qwixx.solver.table import SoloTable


def choices_of(course: Course, unit: Unit) -> list[Choice]:
    """All choices of all seats, in the order of the game."""
    found = _white_choices(course, unit) + _colour_choices(course, unit)
    return sorted(found, key=lambda choice: (choice.turn, choice.phase != "white", choice.seat))


@dataclass
class _Decision:
    """One choice, not judged yet."""

    game: Game
    seat: int
    played: int
    """The option."""
    hindsight: float | None = None
    """In a fight for a lock: what it cost against what the others really answered."""
    closing: frozenset[Colour] = frozenset()
    """The colours that others were expected to close."""


def _white_choices(course: Course, unit: Unit) -> list[Choice]:
    phases = course.phases
    tables, seats = np.nonzero(phases.white.legal[: len(course.answers)].sum(-1) > 1)
    if not len(tables):
        return []
    played = course.answers[tables, seats]
    fights = np.flatnonzero(phases.fought(tables, seats))
    hindsight = dict(zip(fights.tolist(), _hindsight(course, tables, seats, fights), strict=True))
    decisions = []
    for number, closing in enumerate(phases.closing(tables, seats)):
        game = course.turns[tables[number]].rolled
        seat = (int(seats[number]) + game.active) % game.players
        option = int(played[number])
        decisions.append(_Decision(game, seat, option, hindsight.get(number), closing))
    valued = phases.value(phases.scenarios(tables, seats))
    return _judged(course.judge, phases.tables.select(tables), valued, decisions, unit)


def _hindsight(course: Course, tables: Ints, seats: Ints, fights: Ints) -> list[float]:
    """What the choices in fights cost against what the others really answered."""
    if not len(fights):
        return []
    there, seats = tables[fights], seats[fights]
    valued = course.phases.value(course.phases.as_played(there, seats, course.answers))
    played = dict(enumerate(course.answers[there, seats].tolist()))
    look_again(course.judge, course.tables.select(there), valued, played, MISTAKE)
    return [valued.cost(number, option) for number, option in played.items()]


def _colour_choices(course: Course, unit: Unit) -> list[Choice]:
    decided = [
        (number, turn.answered, turn.colour)
        for number, turn in enumerate(course.turns)
        if turn.answered
        and turn.colour
        and len(turn.answered.legal_moves(turn.answered.active)) > 1
    ]
    if not decided:
        return []
    turns = np.array([turn for turn, _, _ in decided])
    tables = course.judge.rules.after_white(
        course.tables.select(turns), course.phases.white.select(turns), course.answers[turns]
    )
    crossed = course.answers[turns, 0] > 0
    valued = value_colour(course.judge, tables, course.dice[turns], crossed)
    decisions = [
        _Decision(game, game.active, option_of_move(game, move)) for _, game, move in decided
    ]
    return _judged(course.judge, tables, valued, decisions, unit)


def _judged(
    judge: Judge, tables: Positions, valued: Valued, decisions: list[_Decision], unit: Unit
) -> list[Choice]:
    """Judges choices; before one is called a mistake it is looked at again."""
    played = {number: decision.played for number, decision in enumerate(decisions)}
    look_again(judge, tables, valued, played, MISTAKE * (POINTS if unit is Unit.POINTS else 1))
    return [_choice(valued, number, each, unit) for number, each in enumerate(decisions)]


def _choice(valued: Valued, number: int, decision: _Decision, unit: Unit) -> Choice:
    game, seat = decision.game, decision.seat
    cost = valued.cost(number, decision.played)
    slots = valued.slots(number)
    best = float(valued.share[slots[0]])
    # Of moves that are equally good, what was played comes first.
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
    """The choices of one who plays alone, by the exact table."""
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
