"""The real choices of a recorded game: decisions with more than one legal move."""

from dataclasses import dataclass

import numpy as np

from qwixx.bots.decisions import Valued, value_colour
from qwixx.bots.tables import Tables
from qwixx.coach.again import look_again
from qwixx.coach.course import Course, PlayedTurn
from qwixx.coach.explain import options_of, reasons_against
from qwixx.coach.results import MISTAKE, POINTS, Choice, Unit, grade_of
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

    number: int
    """Which of the valued decisions."""
    game: Game
    seat: int
    played: int
    """The option."""
    fight: bool = False
    hindsight: Valued | None = None
    """The same decisions when the others answer what they really did."""
    closing: frozenset[Colour] = frozenset()
    """The colours that others were expected to close."""


def _white_choices(course: Course, unit: Unit) -> list[Choice]:
    phases = course.phases
    tables, seats = np.nonzero(phases.white.legal[: len(course.answers)].sum(-1) > 1)
    if not len(tables):
        return []
    valued = phases.value(phases.scenarios(tables, seats))
    hindsight = phases.value(phases.as_played(tables, seats, course.answers))
    there = phases.tables.select(tables)
    choices = []
    for number, (turn, place) in enumerate(zip(tables.tolist(), seats.tolist(), strict=True)):
        game = course.turns[turn].rolled
        played = int(course.answers[turn, place])
        decision = _Decision(
            number,
            game,
            (place + game.active) % game.players,
            played,
            phases.fight(turn, place) is not None,
            hindsight,
            phases.closing(turn, place),
        )
        choices.append(_choice(course, there, valued, decision, unit))
    return choices


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
    tables = course.judge.charts.after_white(
        course.tables.select(turns), course.phases.white.select(turns), course.answers[turns]
    )
    crossed = course.answers[turns, 0] > 0
    valued = value_colour(course.judge, tables, course.dice[turns], crossed)
    return [
        _choice(
            course,
            tables,
            valued,
            _Decision(number, game, game.active, option_of_move(game, move)),
            unit,
        )
        for number, (_, game, move) in enumerate(decided)
    ]


def _choice(
    course: Course, tables: Tables, valued: Valued, decision: _Decision, unit: Unit
) -> Choice:
    """Judges one choice; before it is called a mistake it is looked at again."""
    game, seat, number = decision.game, decision.seat, decision.number
    limit = MISTAKE * (POINTS if unit is Unit.POINTS else 1)
    for judged in filter(None, (valued, decision.hindsight)):
        if _cost(judged, number, decision.played) >= limit:
            look_again(course.judge, tables, judged, number, decision.played)
    cost = _cost(valued, number, decision.played)
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
        _cost(decision.hindsight, number, decision.played) if decision.hindsight else cost,
        grade_of(cost, unit),
        decision.fight,
        tuple(
            (move, best - share)
            for move, share in zip(moves, valued.share[slots].tolist(), strict=True)
        ),
        reasons_against(options, played, moves[0]) if cost else (),
    )


def _cost(valued: Valued, number: int, played: int) -> float:
    """What the best option has more than that one."""
    mine = valued.decision == number
    return float(valued.share[mine].max() - valued.share[mine & (valued.option == played)][0])


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
