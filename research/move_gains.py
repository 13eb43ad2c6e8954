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
from qwixx.batch.net import Reals
from qwixx.batch.positions import Bools, Ints, Positions, join, positions_of
from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.bots.fights import fighters
from qwixx.coach.evaluator import Evaluator, evaluator_for
from qwixx.coach.move_codes import option_of_move
from qwixx.coach.timeline import PlayedTurn, differ, played_turns, white_phases
from qwixx.kernel.chart import ROWS
from qwixx.notation import Record
from qwixx.rules import Variant
from research.playouts import play_on

KINDS: Final = ("white, active", "white, waiting", "colour", "fight for a lock")
_FIGHT: Final = KINDS.index("fight for a lock")


@dataclass
class Deviation:
    """A choice that `strong` would not have made."""

    kind: int
    place: int
    """The seat counted from the active one."""
    ends: Positions
    """Two tables at the end of the turn: as it was played, and as `strong` would have."""


class Gains:
    """Watches matches against `strong` and plays on where their first bot chooses differently."""

    wants_results = False
    wants_records = True

    def __init__(self, variant: Variant, seed: int, playouts: int) -> None:
        use_compiled_turns(variant)
        self.games: list[Reals] = []
        """[kind] for each game: the gain, in shares of the win."""
        self.deviations = 0
        self._playouts = playouts
        self._evaluator = evaluator_for(variant)
        self._chance = np.random.default_rng(seed)

    def watch(self, games: MatchGames) -> None:
        for number, record in enumerate(games.records, games.first):
            # From game to game the bots move on by one seat.
            seat = -number % record.start.players
            found = list(deviations_in(self._evaluator, record, seat))
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
            errors = (1.96 * spread / sqrt(len(rounds))).round(4).tolist()
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
            sides = self._evaluator.variant.sides
            dice: Ints = self._chance.integers(1, sides + 1, (len(tables), 2 + ROWS))[same[playing]]
            return dice

        shares = play_on(self._evaluator.policy, tables, throw).reshape(len(found), 2, count, -1)
        places = [each.place for each in found]
        played, strong = shares[np.arange(len(found)), :, :, places].mean(2).T
        gained: Reals = played - strong
        return gained


def deviations_in(evaluator: Evaluator, record: Record, seat: int) -> Iterator[Deviation]:
    """Yields the choices of one seat of a game for two that differ from `strong`."""
    policy, turns = evaluator.policy, played_turns(record)
    phases = white_phases(evaluator, turns)
    tables, dice = phases.tables, phases.dice
    fights = fighters(phases.white)
    for number, turn in enumerate(turns):
        place = (seat - turn.rolled.active) % 2
        one = np.array([number])
        answers = np.array([_answers(turn)]).repeat(2, 0)
        answers[1, place] = phases.answers[number, place]
        if differ(phases.white.after[number, place], *answers[:, place].tolist()):
            twice = one.repeat(2)
            white = phases.white.select(twice)
            after = policy.rules.after_white(tables.select(twice), white, answers)
            ends = policy.finish(after, dice[twice], answers[:, 0] > 0)
            kind = _FIGHT if fights[number, place] else place
            yield Deviation(kind, place, ends)
        if turn.answered and turn.colour and turn.answered.active == seat:
            yield from _colour(evaluator, turn, dice[one], answers[:1, 0] > 0)


def _answers(turn: PlayedTurn) -> list[int]:
    """Returns the white answers as options, from the active seat on."""
    options = [option_of_move(turn.rolled, move) for move in turn.white]
    return options[turn.rolled.active :] + options[: turn.rolled.active]


def _colour(
    evaluator: Evaluator, turn: PlayedTurn, dice: Ints, crossed: Bools
) -> Iterator[Deviation]:
    """The colour move, where `strong` would have made another."""
    game, move = turn.answered, turn.colour
    assert game
    assert move
    tables = positions_of([game])
    colour = evaluator.rules.colour(tables.rows[:, 0], tables.closed, dice)
    strong = evaluator.policy.colour_moves(tables, colour, dice, crossed)
    moves = np.array([option_of_move(game, move), int(strong[0])])
    if moves[0] != moves[1]:
        twice = np.zeros(2, np.int64)
        ends = evaluator.rules.after_colour(
            tables.select(twice), colour.select(twice), moves, crossed[twice]
        )
        yield Deviation(KINDS.index("colour"), 0, ends)
