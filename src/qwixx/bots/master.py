"""The bot that looks further.

It plays good moves on, many times and with the same dice for each, and it solves fights for a lock.

Moves are played on for one turn, and close ones for two. The net's values two turns later are more
accurate. But they need more samples, because more dice lie in between.
"""

from collections.abc import Sequence
from math import inf
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from qwixx.batch.net import arrays_of
from qwixx.batch.policy import BatchPolicy, with_tie_break
from qwixx.batch.positions import Active, Place, Positions, Previous, Values, place_of
from qwixx.batch.rules import move_of_option, white_pairs
from qwixx.bots.base import Bot, ChoosesByValue, complete
from qwixx.bots.fights import Fight
from qwixx.bots.net import Net
from qwixx.bots.option_values import value_moves
from qwixx.bots.shipped import shipped_policy
from qwixx.bots.strong import StrongBot
from qwixx.kernel.arrays import Ints, Reals
from qwixx.kernel.chart import ROWS
from qwixx.rules import Game, Move

_CLOSE: Final = 0.03  # Moves that are worse than the best by more than this are not played on
_MOST: Final = 5  # The most moves that are played on
ROUNDS: Final = 32  # The default number of rounds; more gain next to nothing, see `docs/coach.md`
_THROWS: Final = 144
"""About how many rolls a round has. Every pair of white dice is equally frequent in it."""
_SHORT: Final = 4  # The rounds of the short look
_DOUBT: Final = 0.01  # How much worse than the best an option may be after the short look
_SURE: Final = 3.0  # The standard errors by which an option must be worse to be given up
_SHORT_COUNTS: Final = 3.5
"""The weight of the short look in rounds of the long look; 3.5 rounds have the same error."""


def values_after(
    policy: BatchPolicy, tables: Positions[Active], throws: Sequence[Ints]
) -> Values[Active]:
    """Returns the values after turns with these dice, [table, die] for each turn."""
    ends, values = policy.after_turn(tables, throws[0])
    worth = with_tie_break(values)
    going = np.flatnonzero(~ends.over)
    if len(throws) > 1 and len(going):
        left = [dice[going] for dice in throws[1:]]
        later = values_after(policy, ends.select(going).next_turn(), left)
        worth.replace(going, later.last_turn())
    return worth.in_that_turn()


class Lookahead:
    """A comparison of a player's options, by the positions and values at the end of the turn."""

    def __init__(
        self,
        policy: BatchPolicy,
        ends: Positions[Previous],
        place: Place,
        values: Reals,
        rng: Random,
    ) -> None:
        self.values = values  # [option]: the latest value; of one that is given up, the last
        self._policy = policy
        self._ends = ends
        self._place = place
        self._chance = np.random.default_rng(rng.getrandbits(64))
        self._left = np.arange(len(values))

    def best(self, rounds: int | None, until: float) -> int:
        """Returns the best option, after these rounds or at that time.

        It returns earlier if one option is left.
        """
        seen = short = self.values.copy()
        samples = np.empty((len(short), 0))
        number = 0
        while number != rounds and len(self._left) > 1 and not self._ends.over[self._left].all():
            began = perf_counter()
            turns = 1 if number < _SHORT else 2
            if number == _SHORT:
                short, samples = self.values.copy(), samples[:, :0]
            samples = np.concatenate([samples, self._sample(seen, turns)], 1)
            number += 1
            left = self._left
            self.values[left] = samples[left].mean(1)
            if turns == 2:
                weight = _SHORT_COUNTS / (_SHORT_COUNTS + number - _SHORT)
                self.values[left] += weight * (short - self.values)[left]
            self._give_up(samples, _DOUBT if turns == 1 else 0.0, number == _SHORT)
            now = perf_counter()
            if now + (now - began) > until:
                break
        return int(self._left[self.values[self._left].argmax()])

    def _sample(self, seen: Reals, turns: int) -> Reals:
        """Returns [option, roll]: the values of the options that are left after a round."""
        throws = [self._throws() for _ in range(turns)]
        count = len(throws[0])
        going = self._left[~self._ends.over[self._left]]
        samples = seen[:, None].repeat(count, 1)
        if len(going):
            tables = self._ends.select(going.repeat(count)).next_turn()
            same = [np.tile(dice, (len(going), 1)) for dice in throws]
            worth = values_after(self._policy, tables, same).last_turn()
            samples[going] = worth.shares[:, self._place].reshape(-1, count)
        return samples

    def _throws(self) -> Ints:
        """Returns [roll, die]: all pairs of white dice equally often, with random coloured dice."""
        sides = self._policy.variant.sides
        pairs = white_pairs(sides)
        white = self._chance.permutation(np.tile(pairs, (_THROWS // len(pairs), 1)))
        coloured = self._chance.integers(1, sides + 1, (len(white), ROWS))
        return np.concatenate([white, coloured], -1)

    def _give_up(self, samples: Reals, doubt: float, last: bool) -> None:
        """Removes options that will hardly be the best.

        After the `last` round of a look, removes all that are worse by more than `doubt`.
        """
        left = self._left
        leader = left[self.values[left].argmax()]
        lead = self.values[leader] - self.values[left]
        spread = (samples[leader] - samples[left]).std(1) / np.sqrt(samples.shape[1])
        unsure = 0.0 if last else _SURE * spread
        self._left = left[lead <= doubt + unsure + 1e-9]


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
        self, seconds: float | None = None, *, rounds: int | None = None, net: Net | None = None
    ) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"a master needs some time: more than {seconds} seconds")
        if rounds is not None and rounds < 1:
            raise ValueError("a master plays on for at least one round")
        self._seconds = inf if seconds is None else seconds
        self._rounds = ROUNDS if seconds is None and rounds is None else rounds
        self._net = net
        self.engine: type[BatchPolicy] | None = None
        """Plays the turns, if it is not the engine of this process."""

    def within(self, seconds: float) -> Bot:
        """Returns a bot that also stops after that time; with 0 seconds it plays like `strong`."""
        if not seconds > 0:
            return StrongBot(self._net)
        bot = MasterBot(seconds, rounds=self._rounds or ROUNDS, net=self._net)
        bot.engine = self.engine
        return bot

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:
        """Returns the values of all legal moves; those of close moves come from playing on.

        The others stay as far behind the best as the net says. In a fight for a lock, the values
        are those against the expected answers; of equally good moves, one is drawn.
        """
        until = perf_counter() + self._seconds
        policy = self._policy(game)

        def leaves(ends: Positions[Previous]) -> Values[Previous]:
            return with_tie_break(policy.value_ends(ends))

        place = place_of(game, seat)
        valued, phases = value_moves(policy, leaves, game, place)
        fight = phases.fight(0, place) if phases else None
        slots = valued.slots(0)
        options, values = valued.option[slots], valued.share[slots]
        chosen, close = 0, slots[:_MOST][values[:_MOST] >= values[0] - _CLOSE]
        if fight:
            chosen = _draw_in_fight(fight, place, options, values, rng)
        elif len(close) > 1:
            ends = valued.ends.select((valued.slot == close[:, None]).argmax(1))
            ahead = Lookahead(policy, ends, place, values[: len(close)].copy(), rng)
            chosen = self._play_on(ahead, values, until)
        moves = [move_of_option(game, seat, option) for option in options.tolist()]
        by_move = dict(zip(moves, values.tolist(), strict=True))
        return complete({moves[chosen]: by_move[moves[chosen]], **by_move}, game, seat)

    def _policy(self, game: Game) -> BatchPolicy:
        net = self._net
        if net is None:
            return shipped_policy(game.variant, self.engine)
        if game.variant != net.variant:
            raise ValueError(
                f"expected a {net.variant.name} game for this net, found {game.variant.name}"
            )
        return (self.engine or BatchPolicy)(net.variant, arrays_of(net.weights))

    def _play_on(self, ahead: Lookahead, values: Reals, until: float) -> int:
        """Returns the best of the close options, which come first. Sets all `values` to match."""
        best, count = ahead.best(self._rounds, until), len(ahead.values)
        values[count:] += ahead.values[best] - values[0]
        # An option that was given up early may have had a higher value than the best has now.
        values[:count] = np.minimum(ahead.values, ahead.values[best])
        return best


def _draw_in_fight(fight: Fight, place: Place, options: Ints, values: Reals, rng: Random) -> int:
    """Draws one of the options in a fight. Sets their `values` to those in the fight."""
    mix, worth = fight.restricted_response(place)
    own = fight.options[fight.places.index(place)]
    at = [int(np.flatnonzero(options == option)[0]) for option in own]
    values[at] = worth
    drawn = rng.choices(at, mix.tolist())[0]
    values[drawn] = values.max()
    return drawn
