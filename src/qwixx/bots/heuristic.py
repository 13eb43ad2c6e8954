"""A bot that plays by a tuned formula."""

from math import inf
from random import Random

from qwixx.bots.base import ChoosesByValue
from qwixx.kernel.chart import plain_chart_for
from qwixx.kernel.formula import Weights, plain_formula_for
from qwixx.kernel.heuristic import (
    OUT_OF_THE_QUESTION,
    Forecast,
    colour_pass_value,
    colour_value,
    crosses_left,
    white_pass_value,
    white_value,
)
from qwixx.kernel.options import PASS as PASS_PICK
from qwixx.kernel.options import colour_options, threatened_rows, white_options
from qwixx.kernel.translate import move_of, position_of
from qwixx.rules import PASS, Game, Move, Phase


class HeuristicBot(ChoosesByValue):
    """Chooses by the expected score of the card; see `qwixx.kernel.heuristic` for the formula."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:  # noqa: ARG002
        """Returns about the gain in points of each move."""
        chart = plain_chart_for(game.variant)
        formula = plain_formula_for(game.variant, self._weights)
        position = position_of(game)
        forecast = Forecast(formula, crosses_left(chart, position, formula))
        if game.phase is Phase.WHITE:
            options = white_options(chart, position, seat)
            unsure = threatened_rows(chart, position, seat) if seat == game.active else 0
            passing = white_pass_value(chart, position, seat, options, unsure, forecast)

            def value(pick: int) -> float:
                return white_value(chart, position, seat, pick, unsure, forecast)
        else:
            options = colour_options(chart, position, seat)
            crossed = game.answers[seat] != PASS
            passing = colour_pass_value(chart, position, seat, options, crossed, forecast)

            def value(pick: int) -> float:
                return colour_value(chart, position, seat, pick, forecast)

        # The pass first: it is preferred to a cross of the same value.
        values = {PASS: passing if passing > OUT_OF_THE_QUESTION else -inf}
        for pick in range(PASS_PICK):
            if options >> pick & 1:
                values[move_of(game, seat, pick)] = value(pick)
        return values
