"""The bot that looks one move ahead with the value net."""

from random import Random

from qwixx.bots.net import Net, shipped_net
from qwixx.kernel.translate import move_of
from qwixx.rules import Game, Move


class StrongBot:
    """Makes the move after which it wins most often, says the net."""

    def __init__(self, net: Net | None = None) -> None:
        self._net = net

    def choose(self, game: Game, seat: int, rng: Random) -> Move:  # noqa: ARG002  (no chance in it)
        net = self._net or shipped_net(game.variant)
        return move_of(game, seat, net.outlook(game, seat).best())
