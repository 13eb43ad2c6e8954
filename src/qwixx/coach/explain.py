"""Gives valued moves their reasons."""

from collections.abc import Sequence

from qwixx.bots.option_values import Valued
from qwixx.coach.grades import POINTS
from qwixx.coach.move_codes import move_of_option
from qwixx.coach.reasons import Option, Reason, why_best, why_worse
from qwixx.rules import Colour, Game, Move


def options_of(
    game: Game, seat: int, valued: Valued, slots: Sequence[int], closing: frozenset[Colour]
) -> list[Option]:
    """Returns options of a decision; others are expected to close the colours in `closing`."""
    scale = POINTS if game.players == 1 else 1.0
    found = []
    for slot in slots:
        move = move_of_option(game, seat, int(valued.option[slot]))
        share = float(valued.share[slot]) / scale
        found.append(Option(game, seat, move, share, closing))
    return found


def reasons_for(options: Sequence[Option]) -> list[tuple[Reason, ...]]:
    """Returns the reasons of options that are sorted, best first."""
    best = options[0]
    praise = why_best(best, options[1]) if len(options) > 1 else ()
    return [praise, *(why_worse(option, best) for option in options[1:])]


def reasons_against(options: Sequence[Option], played: Move, best: Move) -> tuple[Reason, ...]:
    """Returns why the played move was worse than the best."""
    by_move = {option.move: option for option in options}
    return why_worse(by_move[played], by_move[best])
