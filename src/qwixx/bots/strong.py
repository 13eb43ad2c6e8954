"""The bot that looks one move ahead with the value net."""

from random import Random

from qwixx.bots.base import ChoosesByValue, complete
from qwixx.bots.net import Net, shipped_net
from qwixx.rules import Game, Move


class StrongBot(ChoosesByValue):
    """Makes the move after which it wins most often, by the value net."""

    def __init__(self, net: Net | None = None) -> None:
        self._net = net

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:  # noqa: ARG002
        """Returns each move's share of the win, with a little for points.

        In solo games, values are points in units of `qwixx.kernel.encoding.SCALE`.
        """
        net = self._net or shipped_net(game.variant)
        return complete(net.values(game, seat), game, seat)
