"""Measures the gain of a bot over `strong`, choice by choice, at tables of two.

By the performance difference lemma, a bot's wins above one half are the sum of the gains of its
choices. The gain of a choice compares it with the choice of `strong`, if `strong` plays both
positions on. Equal choices gain nothing. The others are played on to the end with the same dice. It
needs far fewer games than counting wins, and shows which choices matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from qwixx.arena.match import MatchGames
from qwixx.arena.report import SURE
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import (
    ACTIVE,
    Place,
    Positions,
    Previous,
    counted_from,
    place_of,
    positions_of,
)
from qwixx.batch.rules import option_of_move
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.timeline import TurnGames, differ, turns_of
from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.notation import Record
from qwixx.rules import Variant
from research.playouts import play_on
from research.positions import join, roll, white_phases

KINDS: Final = ("white, active", "white, waiting", "colour", "fight for a lock")
_FIGHT: Final = KINDS.index("fight for a lock")


@dataclass
class Deviation:
    """A choice that `strong` would not have made."""

    kind: int
    place: Place
    ends: Positions[Previous]
    """Two tables at the end of the turn: as it was played, and as `strong` would have."""


class Gains:
    """Watches matches against `strong` and plays on where their first bot chooses differently."""

    wants_results = False
    wants_records = True

    def __init__(self, variant: Variant, seed: int, playouts: int) -> None:
        self.games: list[Reals] = []
        """[kind] for each game: the gain, in shares of the win."""
        self.deviations = 0
        self._playouts = playouts
        self._policy = shipped_policy(variant, CompiledPolicy)
        self._chance = np.random.default_rng(seed)

    def watch(self, games: MatchGames) -> None:
        for number, record in enumerate(games.records, games.first):
            # From game to game the bots move on by one seat.
            seat = -number % record.start.players
            found = list(deviations_in(self._policy, record, seat))
            gained = np.zeros(len(KINDS))
            np.add.at(gained, [each.kind for each in found], self._gained(found))
            self.games.append(gained)
            self.deviations += len(found)

    def report(self) -> dict[str, object]:
        """Points of the win a game, with half the width of their 95 % intervals. The games of a
        round have their dice in common, so it is the rounds that are independent."""
        games = 100 * np.array(self.games)
        parts = np.column_stack([games, games.sum(1)])
        rounds = parts[: len(parts) // 2 * 2].reshape(-1, 2, parts.shape[1]).mean(1)
        means = parts.mean(0).round(4).tolist()
        errors = [None] * len(means)
        if len(rounds) > 1:
            spread = rounds.std(0, ddof=1)
            errors = (SURE * spread / sqrt(len(rounds))).round(4).tolist()
        names = (*KINDS, "all")
        return {
            "games": len(games),
            "other choices a game": self.deviations / len(games),
            "points": {
                name: [mean, error] for name, mean, error in zip(names, means, errors, strict=True)
            },
        }

    def _gained(self, found: list[Deviation]) -> Reals:
        """[deviation]: how much better it did than what `strong` would have chosen."""
        if not found:
            return np.zeros(0)
        count = self._playouts
        tables = join([each.ends.select(np.repeat((0, 1), count)) for each in found])
        # The same dice for both.
        number = np.arange(len(tables)).reshape(-1, 2, count)
        same: Ints = np.broadcast_to(number[:, :1], number.shape).reshape(-1)

        def throw(playing: Ints) -> Ints:
            dice: Ints = roll(self._policy.variant, len(tables), self._chance)[same[playing]]
            return dice

        shares = play_on(self._policy, tables, throw).shares.reshape(len(found), 2, count, -1)
        places = [each.place for each in found]
        played, strong = shares[np.arange(len(found)), :, :, places].mean(2).T
        gained: Reals = played - strong
        return gained


def deviations_in(policy: BatchPolicy, record: Record, seat: int) -> Iterator[Deviation]:
    """Yields the choices of one seat of a game for two that differ from `strong`."""
    turns = turns_of(record)
    phases = white_phases(policy, policy.value_ends, turns)
    tables, dice = phases.tables, phases.dice
    for number, turn in enumerate(turns):
        place = place_of(turn.rolled, seat)
        one = np.array([number])
        options = np.array([[option_of_move(turn.rolled, move) for move in turn.white]])
        answers = counted_from(options, [turn.rolled.active]).repeat(2, 0)
        answers[1, place] = phases.answers[number, place]
        if differ(phases.white.after[number, place], *answers[:, place].tolist()):
            twice = one.repeat(2)
            white = phases.white.select(twice)
            after = policy.rules.after_white(tables.select(twice), white, answers)
            ends = policy.finish(after, dice[twice], answers[:, 0] > 0)
            kind = _FIGHT if phases.fighters[number, place] else place
            yield Deviation(kind, place, ends)
        if turn.answered and turn.colour and turn.answered.active == seat:
            yield from _colour(policy, turn, dice[one], answers[:1, 0] > 0)


def _colour(
    policy: BatchPolicy, turn: TurnGames, dice: Ints, crossed: Bools
) -> Iterator[Deviation]:
    """Returns the colour move of a turn if `strong` would have made another one."""
    game, move = turn.answered, turn.colour
    assert game
    assert move
    tables = positions_of([game])
    colour = policy.rules.colour(tables.rows[:, 0], tables.closed, dice)
    strong = policy.colour_moves(tables, colour, dice, crossed)
    moves = np.array([option_of_move(game, move), int(strong[0])])
    if moves[0] != moves[1]:
        twice = np.zeros(2, np.int64)
        ends = policy.rules.after_colour(
            tables.select(twice), colour.select(twice), moves, crossed[twice]
        )
        yield Deviation(KINDS.index("colour"), ACTIVE, ends)
