"""The bot that looks further: it plays good moves on, many times, with the same dice for each, and
it solves fights for a lock."""

from dataclasses import dataclass
from math import inf
from random import Random
from time import perf_counter
from typing import Final

import numpy as np

from qwixx.bots.base import Bot, ChoosesByValue, complete
from qwixx.bots.decisions import Phases, Valued, value_colour
from qwixx.bots.fights import Fight
from qwixx.bots.look import Reals, Worth
from qwixx.bots.net import Net
from qwixx.bots.policy import Policy, master_policy
from qwixx.bots.strong import StrongBot
from qwixx.bots.tables import Ints, Tables, dice_of, pick_of, tables_of
from qwixx.kernel.chart import ROWS
from qwixx.kernel.encoding import SCALE, TIE_BREAK
from qwixx.kernel.translate import move_of
from qwixx.rules import PASS, Game, Move, Phase

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


@dataclass
class Chooser:
    """What moves are chosen by: what a net says at the ends of turns that `strong` plays."""

    policy: Policy

    def leaves(self, tables: Tables) -> Worth:
        return self.policy.at_ends(tables.players).worth(tables)

    def after_roll(self, tables: Tables, dice: Ints) -> Reals:
        """[table, seat]: what tables are worth after a turn with these dice."""
        if self.policy.compiled and tables.players > 1:
            worth = self.policy.compiled(tables, dice)
            return worth.shares + TIE_BREAK * worth.points / SCALE
        return self.leaves(self.policy.turn(tables, dice)).shares


class MasterBot(ChoosesByValue):
    """Thinks about the moves that the net finds close.

    Each is followed by the same throws, the turn after it is played by everybody as `strong` would,
    and what a net says then is averaged: a larger one at classic tables of two. It thinks for some
    `rounds` of throws, and then the choice depends on nothing but the random numbers that it is
    given; or for some `seconds`; or until the first of both is over. Where several can lock at once
    it draws a move from the solution of that fight.
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
        self._rounds = _ROUNDS if seconds is None and rounds is None else rounds
        self._net = net

    def within(self, seconds: float) -> Bot:
        """As long as there is time; without any it plays like `strong`."""
        if seconds > 0:
            return MasterBot(seconds, net=self._net)
        return StrongBot(self._net)

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:
        """What every legal move is worth; the close ones, what playing on has shown. The others
        are as far behind the best as the net has said. In a fight for a lock, what it is worth
        against the others' mixes; of those that are equally good, one is drawn."""
        until = perf_counter() + self._seconds
        chooser = self._chooser(game)
        tables, dice = tables_of([game]), np.array([dice_of(game)])
        place = (seat - game.active) % game.players
        fight = None
        if game.phase is Phase.WHITE:
            phases = Phases(chooser, tables, dice)
            fight = phases.fight(0, place)
            valued = phases.value(phases.scenarios(np.array([0]), np.array([place])))
        else:
            crossed = np.array([game.answers[seat] != PASS])
            valued = value_colour(chooser, tables, dice, crossed)
        slots = valued.slots(0)
        values = valued.share[slots]
        chosen = 0
        if fight:
            drawn = _drawn(fight, place, rng)
            chosen = int(np.flatnonzero(valued.option[slots] == drawn)[0])
            values[chosen] = values.max()
        else:
            close = int((values[:_MOST] >= values[0] - _CLOSE).sum())
            if close > 1:
                chosen, known = self._search(chooser, valued, slots[:close], rng, until)
                # One that was given up early may have looked better then than the best does now.
                values[close:] += known[chosen] - values[0]
                values[:close] = np.minimum(known, known[chosen])
        moves = [move_of(game, seat, pick_of(option)) for option in valued.option[slots].tolist()]
        by_move = dict(zip(moves, values.tolist(), strict=True))
        return complete({moves[chosen]: by_move[moves[chosen]], **by_move}, game, seat)

    def _chooser(self, game: Game) -> Chooser:
        net = self._net
        if net is None:
            return Chooser(master_policy(game.variant))
        if game.variant != net.variant:
            raise ValueError(f"this net plays the {net.variant.name} game, not {game.variant.name}")
        return Chooser(Policy(net.variant, net.weights))

    def _search(
        self, chooser: Chooser, valued: Valued, slots: Ints, rng: Random, until: float
    ) -> tuple[int, Reals]:
        """Which of these options does best when the game goes on, and what each is worth."""
        lines = np.array([np.flatnonzero(valued.slot == slot)[0] for slot in slots])
        ends = valued.ends.select(lines).next_turn()
        place = (int(valued.seat[lines[0]]) - 1) % ends.players
        chance = np.random.default_rng(rng.getrandbits(64))
        known = valued.share[slots]
        samples: list[list[Reals]] = [[] for _ in slots]
        left = list(range(len(slots)))
        number = 0
        while len(left) > 1 and number != self._rounds:
            began = perf_counter()
            dice = _throws(chance, chooser.policy.variant.sides)
            going = [which for which in left if not ends.over[which]]
            if not going:
                break
            tables = ends.select(np.array(going).repeat(len(dice)))
            values = chooser.after_roll(tables, np.tile(dice, (len(going), 1)))[:, place]
            for which, part in zip(going, np.split(values, len(going)), strict=True):
                samples[which].append(part)
                known[which] = float(np.mean(samples[which]))
            number += 1
            left = _still_open(left, known, samples)
            now = perf_counter()
            if now + (now - began) > until:
                break
        return max(left, key=lambda which: known[which]), known


def _drawn(fight: Fight, place: int, rng: Random) -> int:
    """An option of that fighter, drawn from its mix."""
    number = fight.seats.index(place)
    return int(rng.choices(fight.options[number].tolist(), fight.mixes[number].tolist())[0])


def _throws(chance: np.random.Generator, sides: int) -> Ints:
    """[throw, die]: all pairs of white dice alike, with any coloured dice."""
    pairs = np.stack(np.meshgrid(*[np.arange(1, sides + 1)] * 2), -1).reshape(-1, 2)
    white = np.tile(pairs, (_THROWS // len(pairs), 1))
    coloured = chance.integers(1, sides + 1, (len(white), ROWS))
    return np.concatenate([white, coloured], -1)


def _still_open(left: list[int], known: Reals, samples: list[list[Reals]]) -> list[int]:
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
