"""The bot that plays by the exact solo table, as if there were no other players."""

from random import Random

from qwixx.bots.base import ChoosesByValue
from qwixx.rules import Game, Move
from qwixx.solver.advice import move_values
from qwixx.solver.table import SoloTable, read_table, solo_table


class SoloBot(ChoosesByValue):
    """Makes the move with the highest expected final score.

    The classic game is solved on first use, which takes seconds. A Longo game would take minutes,
    so its table must exist already (`qwixx solve`).
    """

    def __init__(self) -> None:
        self._tables: dict[tuple[str, tuple[int, ...]], SoloTable] = {}

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:  # noqa: ARG002
        """Returns the expected final score after each move, the best first."""
        lucky = game.cards[seat].lucky
        key = game.variant.name, lucky
        if key not in self._tables:
            find = read_table if lucky else solo_table
            self._tables[key] = find(game.variant, lucky)
        return move_values(self._tables[key], game, seat)
