"""What a bot is."""

from random import Random
from typing import Protocol, runtime_checkable

from qwixx.rules import Game, Move


@runtime_checkable
class Bot(Protocol):
    """Anything that can choose a move."""

    def choose(self, game: Game, seat: int, rng: Random) -> Move:
        """One of `game.legal_moves(seat)`, which is not empty.

        The game shows what that seat may know. All chance comes from `rng`, so that the same seed
        gives the same game.
        """
        ...
