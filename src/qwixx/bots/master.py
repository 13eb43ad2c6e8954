"""The bot that looks further: it plays good moves on, many times, with the same dice for each."""

from math import inf
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from qwixx.bots.base import Bot, ChoosesByValue, complete
from qwixx.bots.net import Net, Outlook, shipped_net
from qwixx.bots.rollout import Ints, Rollouts, Tables
from qwixx.bots.strong import StrongBot
from qwixx.bots.weights_file import Floats
from qwixx.kernel.sheet import ROWS
from qwixx.kernel.translate import move_of
from qwixx.rules import Game, Move

_CLOSE: Final = 0.03
"""Moves that seem worse than the best by more than this are not looked at again."""
_MOST: Final = 5
"""Nor are more moves than this."""
_SURE: Final = 3.0
"""Nor those that have become worse by so many standard errors."""
_ROUNDS: Final = 4
"""For how long it thinks unless told otherwise: where it plays nearly as well as with all the time
in the world, see `docs/strength.md`."""
_THROWS: Final = 144
"""A round has about so many, each pair of white dice equally often: many at once are faster."""


class MasterBot(ChoosesByValue):
    """Predicts what others answer to what it would answer, and thinks about the moves that the
    net finds close.

    Each is followed by the same throws, the turns after it are played out with the net, and what
    the net says then is averaged. It thinks for some `rounds` of throws, and then the choice
    depends on nothing but the random numbers that it is given; or for some `seconds`; or until the
    first of both is over.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        rounds: int | None = None,
        turns: int = 1,
        net: Net | None = None,
    ) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"a master needs some time: more than {seconds} seconds")
        if turns < 1 or (rounds is not None and rounds < 1):
            raise ValueError("a master plays on for at least one round of one turn")
        self._seconds = inf if seconds is None else seconds
        self._rounds = _ROUNDS if seconds is None and rounds is None else rounds
        self._turns = turns
        self._net = net

    def within(self, seconds: float) -> Bot:
        """As long as there is time; without any it plays like `strong`."""
        if seconds > 0:
            return MasterBot(seconds, turns=self._turns, net=self._net)
        return StrongBot(self._net)

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:
        """Like `strong`, but the close moves are worth what playing on has shown. The others are
        as far behind the best as the net has said."""
        until = perf_counter() + self._seconds
        net = self._net or shipped_net(game.variant)
        outlook = net.outlook(game, seat, foresight=2)
        ranked = sorted(outlook.values().items(), key=lambda item: -item[1][0])
        best = ranked[0][1][0]
        moves = [move_of(game, seat, pick) for pick, _ in ranked]
        values = [value for _, (value, _) in ranked]
        close = [place for _, (value, place) in ranked[:_MOST] if value >= best - _CLOSE]
        chosen = 0
        if len(close) > 1:
            chosen, known = self._search(net, game, seat, outlook, close, rng, until)
            found = known[chosen]
            # One that was given up early may have looked better then than the best does now.
            values = [min(value, found) for value in known] + [
                found - (best - value) for value in values[len(close) :]
            ]
        by_move = dict(zip(moves, values, strict=True))
        return complete({moves[chosen]: values[chosen], **by_move}, game, seat)

    def _search(
        self,
        net: Net,
        game: Game,
        seat: int,
        outlook: Outlook,
        places: list[int],
        rng: Random,
        until: float,
    ) -> tuple[int, list[float]]:
        """Which of these candidates does best when the game goes on, and what each is worth."""
        lucky = tuple(sum(1 << number for number in card.lucky) for card in game.cards)
        rollouts = Rollouts(net, lucky)
        chance = np.random.default_rng(rng.getrandbits(64))
        following = (game.active + 1) % game.players
        known = np.array([outlook.found.value[place] for place in places], np.float64)
        over = np.array([bool(outlook.found.over[place]) for place in places])
        samples: list[list[Floats]] = [[] for _ in places]
        left = list(range(len(places)))
        number = 0
        while len(left) > 1 and number != self._rounds:
            began = perf_counter()
            dice = _throws(chance, self._turns, game.variant.sides)
            going = [which for which in left if not over[which]]
            if not going:
                break
            tables = _tables(outlook, seat, game.players, [places[w] for w in going], dice.shape[1])
            repeated = np.tile(dice, (1, len(going), 1))
            values = rollouts.values(tables, following, seat, repeated)
            for which, part in zip(going, np.split(values, len(going)), strict=True):
                samples[which].append(part)
                known[which] = float(np.mean(samples[which]))
            number += 1
            left = _still_open(left, known, samples)
            now = perf_counter()
            if now + (now - began) > until:
                break
        return max(left, key=lambda which: known[which]), known.tolist()


def _throws(chance: np.random.Generator, turns: int, sides: int) -> Ints:
    """[turn, throw, die]: in each turn all pairs of white dice alike, with any coloured dice."""
    pairs = np.stack(np.meshgrid(*[np.arange(1, sides + 1)] * 2), -1).reshape(-1, 2)
    pairs = np.tile(pairs, (_THROWS // len(pairs), 1))
    white = np.stack([chance.permutation(pairs) for _ in range(turns)])
    coloured = chance.integers(1, sides + 1, (turns, len(pairs), ROWS))
    return np.concatenate([white, coloured], -1)


def _tables(outlook: Outlook, seat: int, players: int, places: list[int], copies: int) -> Tables:
    """So many copies of the table that each of these candidates leads to."""
    found, table = outlook.found, outlook.table
    count = len(places)
    rows = np.array(table.rows[: players * ROWS]).reshape(1, players, ROWS).repeat(count, 0)
    misthrows = np.array(table.misthrows[:players]).reshape(1, players).repeat(count, 0)
    for number, place in enumerate(places):
        rows[number, seat] = found.rows[place * ROWS : place * ROWS + ROWS]
        misthrows[number, seat] = found.misthrows[place]
    bits = np.array([found.closed[place] for place in places])
    closed = (bits[:, None] >> np.arange(ROWS) & 1).astype(bool)
    return Tables(rows, misthrows, closed).select(np.arange(count).repeat(copies))


def _still_open(
    left: list[int], known: Floats | np.ndarray, samples: list[list[Floats]]
) -> list[int]:
    """Those that may still turn out to be the best."""
    leader = max(left, key=lambda which: known[which])
    if len(samples[leader]) < 2:
        return left
    kept = []
    for which in left:
        if which == leader or not samples[which]:
            kept.append(which)
            continue
        lead = np.concatenate(samples[leader]) - np.concatenate(samples[which])
        if lead.mean() < _SURE * lead.std() / np.sqrt(len(lead)) + 1e-6:
            kept.append(which)
    return kept
