"""Converts moves and values between games and the evaluator, which counts from the active seat."""

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.rules import pick_of
from qwixx.kernel.translate import move_of
from qwixx.rules import Game, Move, Phase


def by_seat(values: Reals, active: int) -> tuple[float, ...]:
    """Returns values by seat; those given count from the active seat."""
    return tuple(np.roll(values, active).tolist())


def move_of_option(game: Game, seat: int, option: int) -> Move:
    """Returns the move that an option of a seat stands for."""
    return move_of(game, seat, pick_of(option))


def option_of_move(game: Game, move: Move) -> int:
    """Returns the option of a move in this phase."""
    if move.colour is None:
        return 0
    if game.phase is Phase.COLOUR:
        assert game.dice is not None
        sums = game.dice.colour_sums(move.colour)
        return 1 + 2 * game.variant.row_colours.index(move.colour) + sums.index(move.number)
    row = game.variant.by_name[move.colour, move.number].row
    return 1 + row + (4 if move.lucky else 0)
