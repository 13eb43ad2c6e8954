"""Decides whether a player may ask for a hint now, and what the coach is asked."""

from qwixx.protocol.http import ProblemCode
from qwixx.rules import Game, Phase
from qwixx.table.state import Table


def hint_question(table: Table, person: str) -> tuple[Game, int] | ProblemCode:
    """Returns the game as that person sees it, and the seat; or why there is no hint.

    An answer to the white dice that may still be changed is taken back.
    """
    seat = table.seat_of(person)
    if seat is None:
        return "not-seated"
    # The coach does not know house rules.
    if not table.options.hints or table.options.variant != table.options.sheet:
        return "no-hints"
    game = table.game and table.game.seen_by(seat)
    if table.stage != "playing" or not game:
        return "wrong-stage"
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        game = game.retract(seat)
    return (game, seat) if game.legal_moves(seat) else "wrong-stage"
