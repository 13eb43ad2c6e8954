"""Bots that choose by the value net, one move ahead: `strong`, and two that err like people.

People err between moves that are about equally good, and rarely make an absurd one. So errors are
added to the values, and moves that skip many cells are left out unless one is the best.
"""

from random import Random

from qwixx.bots.base import ChoosesByValue, best_move, complete
from qwixx.bots.net import Net, shipped_net
from qwixx.rules import PASS, Game, Move


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


class BlurredBot(ChoosesByValue):
    """Chooses by the net's values with errors on them."""

    blur: float  # The standard error of a value, in shares of the win
    longest_skip: int  # The most cells that a cross may skip, if it is not the best move of all

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:
        """Returns the values of moves, each with an error."""
        values = shipped_net(game.variant).values(game, seat)
        card = game.cards[seat]
        best = best_move(values)
        plausible = [
            move
            for move in values
            if move in (best, PASS) or card.skips(card.variant.cell(move)) <= self.longest_skip
        ]
        if PASS not in values:
            # Errors are drawn in this order, so that recorded games stay the same.
            plausible = sorted(plausible, key=lambda move: move != list(values)[-1])
        seen = {move: values[move] + rng.gauss(0, self.blur) for move in plausible}
        return complete(seen, game, seat)


class BeginnerBot(BlurredBot):
    blur = 0.09
    longest_skip = 3


class CasualBot(BlurredBot):
    blur = 0.035
    longest_skip = 4
