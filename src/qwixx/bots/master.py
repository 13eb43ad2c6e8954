"""The bot that looks further.

It plays good moves on, many times and with the same dice for each, and it solves fights for a lock.
"""

from math import inf
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from qwixx.batch.net import Reals, arrays_of
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Ints, dice_of, positions_of
from qwixx.batch.rules import pick_of
from qwixx.bots.base import Bot, ChoosesByValue, complete
from qwixx.bots.fights import Fight
from qwixx.bots.lookahead import ROUNDS, Chooser, Lookahead
from qwixx.bots.net import Net
from qwixx.bots.option_values import Valued, WhitePhases, value_colour
from qwixx.bots.shipped import shipped_policy
from qwixx.bots.strong import StrongBot
from qwixx.kernel.translate import move_of
from qwixx.rules import PASS, Game, Move, Phase

_CLOSE: Final = 0.03
"""Moves that are worse than the best by more than this are not played on."""
_MOST: Final = 5
"""The most moves that are played on."""


class MasterBot(ChoosesByValue):
    """Plays the moves on that the net finds close.

    Each move is followed by the same rolls. All players play the next turn as `strong` would, and
    a net's values at its end are averaged. Classic games of two have a larger net for that. Moves
    that are still close are played on for two turns.

    The bot thinks for some `rounds` of rolls, or some `seconds`, or until the first of both is
    over. With rounds alone, its choice depends only on the random numbers. If several players can
    lock at once, it draws a move from a solution of that fight, see `Fight.restricted_response`.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        rounds: int | None = None,
        net: Net | None = None,
    ) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"a master needs some time: more than {seconds} seconds")
        if rounds is not None and rounds < 1:
            raise ValueError("a master plays on for at least one round")
        self._seconds = inf if seconds is None else seconds
        self._rounds = ROUNDS if seconds is None and rounds is None else rounds
        self._net = net

    def within(self, seconds: float) -> Bot:
        """Returns a bot that also stops after that time; with 0 seconds it plays like `strong`."""
        if seconds > 0:
            return MasterBot(seconds, rounds=self._rounds or ROUNDS, net=self._net)
        return StrongBot(self._net)

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:
        """Returns the values of all legal moves; those of close moves come from playing on.

        The others stay as far behind the best as the net says. In a fight for a lock, the values
        are those against the expected answers; of equally good moves, one is drawn.
        """
        until = perf_counter() + self._seconds
        chooser = self._chooser(game)
        tables, dice = positions_of([game]), np.array([dice_of(game)])
        place = (seat - game.active) % game.players
        fight = None
        if game.phase is Phase.WHITE:
            phases = WhitePhases(chooser, tables, dice)
            fight = phases.fight(0, place)
            valued = phases.value(phases.scenarios(np.array([0]), np.array([place])))
        else:
            crossed = np.array([game.answers[seat] != PASS])
            valued = value_colour(chooser, tables, dice, crossed)
        slots = valued.slots(0)
        values = valued.share[slots]
        if fight:
            chosen = _draw_in_fight(fight, place, valued.option[slots], values, rng)
        else:
            close = slots[:_MOST][values[:_MOST] >= values[0] - _CLOSE]
            chosen = self._look_ahead(chooser, valued, close, place, values, rng, until)
        moves = [move_of(game, seat, pick_of(option)) for option in valued.option[slots].tolist()]
        by_move = dict(zip(moves, values.tolist(), strict=True))
        return complete({moves[chosen]: by_move[moves[chosen]], **by_move}, game, seat)

    def _chooser(self, game: Game) -> Chooser:
        net = self._net
        if net is None:
            return Chooser(shipped_policy(game.variant))
        if game.variant != net.variant:
            raise ValueError(f"this net plays the {net.variant.name} game, not {game.variant.name}")
        return Chooser(BatchPolicy(net.variant, arrays_of(net.weights)))

    def _look_ahead(
        self,
        chooser: Chooser,
        valued: Valued,
        close: Ints,
        place: int,
        values: Reals,
        rng: Random,
        until: float,
    ) -> int:
        """Returns the best of the close options, which come first. Sets all `values` to match."""
        count = len(close)
        if count < 2:
            return 0
        lines = [int(np.flatnonzero(valued.slot == slot)[0]) for slot in close]
        ends = valued.ends.select(np.array(lines))
        ahead = Lookahead(chooser, ends, place, values[:count].copy(), rng)
        best = ahead.best(self._rounds, until)
        values[count:] += ahead.values[best] - values[0]
        # An option that was given up early may have had a higher value than the best has now.
        values[:count] = np.minimum(ahead.values, ahead.values[best])
        return best


def _draw_in_fight(fight: Fight, place: int, options: Ints, values: Reals, rng: Random) -> int:
    """Draws one of the options in a fight. Sets their `values` to those in the fight."""
    mix, worth = fight.restricted_response(place)
    own = fight.options[fight.seats.index(place)]
    at = [int(np.flatnonzero(options == option)[0]) for option in own]
    values[at] = worth
    drawn = rng.choices(at, mix.tolist())[0]
    values[drawn] = values.max()
    return drawn
