"""A bot that plays by a tuned formula."""

from random import Random

from qwixx.kernel.heuristic import (
    Weights,
    heuristic_colour,
    heuristic_white,
    plain_formula_for,
)
from qwixx.kernel.options import colour_options, white_options
from qwixx.kernel.sheet import plain_sheet_for
from qwixx.kernel.translate import move_of, position_of
from qwixx.rules import PASS, Game, Move, Phase


class HeuristicBot:
    """Crosses where it loses the least hope; see `qwixx.kernel.heuristic` for the formula."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights

    def choose(self, game: Game, seat: int, _rng: Random) -> Move:
        sheet = plain_sheet_for(game.variant)
        formula = plain_formula_for(game.variant, self._weights)
        position = position_of(game)
        if game.phase is Phase.WHITE:
            options = white_options(sheet, position, seat)
            pick = heuristic_white(sheet, position, seat, options, formula)
        else:
            options = colour_options(sheet, position, seat)
            crossed = game.answers[seat] != PASS
            pick = heuristic_colour(sheet, position, seat, options, crossed, formula)
        return move_of(game, seat, pick)
