"""Many games side by side at tables of one size; a new game replaces each finished one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from qwixx.batch.positions import Active, Positions, Previous, from_next
from qwixx.batch.rules import BatchRules, Options, rules_for
from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.rules import Variant
from research.positions import deal, roll

_ANY_LUCKY = 0.2
"""How many tables have any two lucky numbers, and not those that are dealt."""


class Chooser(Protocol):
    """Values options for every seat; the most valuable one is chosen."""

    def white_values(self, positions: Positions[Active], white: Options, dice: Ints, /) -> Reals:
        """Returns [position, seat, option]: the values of answers to the white dice."""

    def colour_values(
        self, positions: Positions[Active], colour: Options, dice: Ints, crossed: Bools, /
    ) -> Reals:
        """Returns [position, option]: the values of colour moves; `crossed` says where the active
        player has crossed in the white phase."""


@dataclass
class PlayedTurn:
    """One turn at all tables. Seat 0 has rolled."""

    before: Positions[Active]
    after: Positions[Previous]
    owners: Ints
    """[position, seat]: which player sits there."""
    first: Ints
    """[position, seat]: how many seats after the one that rolled first."""


class Games:
    """Games of the same number of players. Owner i of a seat plays with `players[i]`."""

    def __init__(
        self,
        variant: Variant,
        players: Sequence[Chooser],
        count: int,
        seats: int,
        chance: np.random.Generator,
    ) -> None:
        self.variant = variant
        self.rules = rules_for(variant)
        self.players = players
        self.positions = fresh_games(variant, count, seats, chance)
        self.owners = np.zeros((count, seats), np.int64)
        if len(players) > 1:
            # One seat of each table, drawn by lot, is the first player's.
            lot = chance.integers(seats, size=count)
            self.owners = (np.arange(seats) != lot[:, None]).astype(np.int64)
        self.first = np.tile(np.arange(seats), (count, 1))
        self.astray = 0.0
        """How often a seat answers at random, to see more of the game."""
        self._chance = chance

    def turn(self) -> PlayedTurn:
        """Plays one turn at all tables."""
        rules, before = self.rules, self.positions
        dice = roll(self.variant, len(before), self._chance)
        white = rules.white(before, dice)
        values = [player.white_values(before, white, dice) for player in self.players]
        answers = self._choose(values, self.owners, white.legal)
        middle = rules.after_white(before, white, answers)
        colour = rules.colour(middle.rows[:, 0], middle.closed, dice)
        crossed = answers[:, 0] > 0
        values = [player.colour_values(middle, colour, dice, crossed) for player in self.players]
        moves = self._choose(values, self.owners[:, 0], colour.legal)
        after = rules.after_colour(middle, colour, moves, crossed)
        played = PlayedTurn(before, after, self.owners, self.first)
        self._go_on(after)
        return played

    def _choose(self, values: Sequence[Reals], owners: Ints, legal: Bools) -> Ints:
        best: Ints = values[0].argmax(-1)
        if len(values) > 1:
            best = np.where(owners == 0, best, values[1].argmax(-1))
        if self.astray:
            anything = (self._chance.random(legal.shape) * legal).argmax(-1)
            best = np.where(self._chance.random(best.shape) < self.astray, anything, best)
        return best

    def _go_on(self, after: Positions[Previous]) -> None:
        """Hands the turn on. A new game begins with the seat that would have rolled next, so that
        every seat begins now and then."""
        self.positions = begin_again(self.variant, after.next_turn(), self._chance)
        self.owners = from_next(self.owners)
        seats = np.arange(after.players)
        self.first = np.where(after.over[:, None], seats, from_next(self.first))


def begin_again(
    variant: Variant, positions: Positions[Active], chance: np.random.Generator
) -> Positions[Active]:
    """Returns these positions with new games in place of those that are over."""
    over = np.flatnonzero(positions.over)
    going = positions.select(np.arange(len(positions)))
    going.replace(over, fresh_games(variant, len(over), positions.players, chance))
    return going


def fresh_games(
    variant: Variant, count: int, players: int, chance: np.random.Generator
) -> Positions[Active]:
    """Returns new games. With lucky numbers, some have other pairs than the game deals."""
    positions = deal(variant, count, players, chance)
    if variant.lucky_count:
        numbers = len(variant.numbers)
        low = chance.integers(numbers, size=(count, players))
        high = (low + chance.integers(1, numbers, size=low.shape)) % numbers
        lucky = 1 << (variant.numbers[0] + low) | 1 << (variant.numbers[0] + high)
        by_hand = chance.random((count, 1)) < _ANY_LUCKY
        positions.lucky = np.where(by_hand, lucky, positions.lucky)
    return positions


def finish(
    rules: BatchRules, player: Chooser, positions: Positions[Active], dice: Ints, crossed: Bools
) -> Positions[Previous]:
    """Returns the positions after the best colour moves."""
    colour = rules.colour(positions.rows[:, 0], positions.closed, dice)
    moves = player.colour_values(positions, colour, dice, crossed).argmax(-1)
    return rules.after_colour(positions, colour, moves, crossed)
