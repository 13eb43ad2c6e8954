"""Evaluates a game for each seat, in any phase."""

import numpy as np

from qwixx.batch.net import Values
from qwixx.batch.positions import dice_of, positions_of
from qwixx.coach.evaluator import Evaluator, evaluator_for
from qwixx.coach.move_codes import by_seat
from qwixx.coach.results import Chances, Source
from qwixx.coach.solo import solo_worth, table_at_hand
from qwixx.rules import PASS, Game, Phase


def evaluate(game: Game) -> Chances:
    """Returns the winning chances of all seats and their expected final totals.

    White answers that have been given already do not count: nobody may know them yet.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import evaluate
        >>> chances = evaluate(Game.new(players=2))
        >>> round(sum(chances.shares), 6), chances.shares[0] > chances.shares[1]
        (1.0, True)
        >>> 60 < chances.points[0] < 80
        True
    """
    table = table_at_hand(game) if game.players == 1 else None
    if table:
        return Chances((1.0,), (solo_worth(table, game),), Source.TABLE)
    worth = worth_of(evaluator_for(game.variant), game)
    points = by_seat(worth.points[0], game.active)
    return Chances((1.0,) if game.players == 1 else by_seat(worth.shares[0], game.active), points)


def worth_of(evaluator: Evaluator, game: Game) -> Values:
    """Returns the values of one game, counted from the active seat."""
    tables = positions_of([game])
    if game.phase is Phase.OVER:
        return evaluator.leaves(tables)
    if game.phase is Phase.ROLL:
        return evaluator.before_roll(tables)
    dice = np.array([dice_of(game)])
    if game.phase is Phase.WHITE:
        return evaluator.after_roll(tables, dice)
    return evaluator.after_white(tables, dice, np.array([game.answers[game.active] != PASS]))
