"""The values of all legal moves of some decisions.

The others answer as `strong` does, or by the solution of a fight for a lock. So one decision has
one or several *scenarios*, each with a weight. The value of the active player's answer to the white
dice is that of the best colour move after it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import (
    ACTIVE,
    Active,
    Place,
    Places,
    Positions,
    Previous,
    Values,
    dice_in,
    positions_of,
)
from qwixx.bots.fights import Fight, combine, fighters, options_in, solve_fight
from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.rules import PASS, Colour, Game, Phase

ValueEnds: TypeAlias = Callable[[Positions[Previous]], Values[Previous]]  # At the ends of turns

_DECIMALS: Final = 9  # Values are rounded, because sums in another order differ a little


@dataclass
class Scenarios:
    """The answers of the others in some white phases."""

    decision: Ints
    weight: Reals
    table: Ints
    place: Places  # The deciding seat
    answers: Ints  # [scenario, place]


@dataclass
class Valued:
    """Every option of some decisions."""

    decision: Ints  # [slot]
    option: Ints  # [slot]
    share: Reals  # [slot]: for the player who decides; rounded, so that equal moves are equal
    points: Reals  # [slot]
    slot: Ints  # [line]: a line is an option in a scenario
    weight: Reals  # [line]
    place: Places  # [line]: the deciding seat
    ends: Positions[Previous]  # [line]: the position at the end of the turn

    def slots(self, decision: int) -> Ints:
        """Returns the slots of a decision, the best option first."""
        mine = np.flatnonzero(self.decision == decision)
        order = np.lexsort((-self.points[mine], -self.share[mine]))
        best_first: Ints = mine[order]
        return best_first

    def cost(self, decision: int, option: int) -> float:
        """Returns the value of the best option of the decision, less the value of this option."""
        mine = np.flatnonzero(self.decision == decision)
        played = mine[self.option[mine] == option][0]
        return float(self.share[mine].max() - self.share[played])

    def refine(self, slots: Ints, lines: Ints, worth: Values[Previous]) -> None:
        """Replaces the values of these options, all lines of each, by better ones.

        The other options stay as far behind the best of their decision as before.
        """
        again = np.isin(np.arange(len(self.share)), slots)
        before = self._best()
        own = np.arange(len(lines)), self.place[lines]
        weight, slot, count = self.weight[lines], self.slot[lines], len(self.share)
        shares = _sums(slot, weight * worth.shares[own], count).round(_DECIMALS)
        self.share[again] = shares[again]
        self.points[again] = _sums(slot, weight * worth.points[own], count)[again]
        others = np.isin(self.decision, self.decision[slots]) & ~again
        now = self._best(again)
        self.share[others] += (now - before)[self.decision[others]]

    def _best(self, among: Bools | None = None) -> Reals:
        """Returns [decision]: the share of its best option."""
        best = np.full(self.decision.max() + 1, -np.inf)
        slots = slice(None) if among is None else among
        np.maximum.at(best, self.decision[slots], self.share[slots])
        return best


class WhitePhases:
    """The white phases of some positions, with the answers of `strong` and the fights for locks."""

    def __init__(
        self, policy: BatchPolicy, leaves: ValueEnds, tables: Positions[Active], dice: Ints
    ) -> None:
        self.policy = policy
        self.tables = tables
        self.dice = dice
        self.white = policy.rules.white(tables, dice)
        self.answers: Ints = policy.answers(tables, self.white, dice)
        self.fighters = fighters(self.white)  # [table, place]: whether in a fight for a lock
        self._leaves = leaves
        self._fights: dict[int, Fight] = {}

    def fight(self, table: int, place: Place) -> Fight | None:
        """Returns the fight for a lock in which that player is, if any."""
        if not self.fighters[table, place]:
            return None
        if table not in self._fights:
            self._fights[table] = self._solve(table)
        return self._fights[table]

    def _solve(self, table: int) -> Fight:
        one = np.array([table])
        usual = self.answers[one]
        places = tuple(map(Place, np.flatnonzero(self.fighters[table]).tolist()))
        options = options_in(self.white.select(one), usual, places)
        shape = *(len(some) for some in options), self.tables.players
        answers = combine(usual, places, options)
        payoffs, strong_payoffs = (
            self._leaves(self.ends(one.repeat(len(answers)), answers, thinks)).shares.reshape(shape)
            for thinks in (self.fighters[one, ACTIVE].repeat(len(answers)), None)
        )
        return solve_fight(places, options, usual, payoffs, strong_payoffs)

    def ends(self, table: Ints, answers: Ints, thinks: Bools | None = None) -> Positions[Previous]:
        """Returns [line]: the ends of turns after these answers [line, place].

        The colour move is that of `strong`; if the active player `thinks`, it is the best one.
        """
        after = self.policy.rules.after_white(
            self.tables.select(table), self.white.select(table), answers
        )
        dice, crossed = self.dice[table], answers[:, ACTIVE] > 0
        ends = self.policy.finish(after, dice, crossed)
        some = np.flatnonzero(thinks) if thinks is not None else np.zeros(0, np.int64)
        if len(some):
            best = self._best_colour(after.select(some), dice[some], crossed[some])
            ends.replace(some, best)
        return ends

    def _best_colour(
        self, positions: Positions[Active], dice: Ints, crossed: Bools
    ) -> Positions[Previous]:
        """Returns the positions after the best colour moves of the active players."""
        line, _, ends = _colour_ends(self.policy, positions, dice, crossed)
        worth = self._leaves(ends)
        order = np.lexsort((-worth.points[:, 0], -worth.shares[:, 0].round(_DECIMALS), line))
        best = order[np.searchsorted(line[order], np.arange(len(positions)))]
        return ends.select(best)

    def closing(self, tables: Ints, places: Places) -> list[frozenset[Colour]]:
        """Returns the colours that others are expected to close if these players pass."""
        before = self.tables.select(tables)
        answers = self.answers[tables]
        answers[np.arange(len(places)), places] = 0
        white = self.policy.rules.after_white(before, self.white.select(tables), answers)
        # The active player's own colour move does not count.
        after = np.where(places == ACTIVE, white.closed, self.ends(tables, answers).closed)
        closed = after & ~before.closed
        colours = self.policy.variant.row_colours
        return [
            frozenset(colour for row, colour in enumerate(colours) if rows >> row & 1)
            for rows in closed.tolist()
        ]

    def scenarios(self, tables: Ints, places: Places) -> Scenarios:
        """Returns the others' answers when these players decide: those of a fight, or of
        `strong`."""
        found = [
            (number, weight, answers)
            for number, (table, place) in enumerate(
                zip(tables.tolist(), places.tolist(), strict=True)
            )
            for weight, answers in self._likely(table, Place(place))
        ]
        decision, weights, answers = zip(*found, strict=True)
        which = np.array(decision, np.int64)
        return Scenarios(
            which, np.array(weights), tables[which], Places(places[which]), np.array(answers)
        )

    def as_played(self, tables: Ints, places: Places, answers: Ints) -> Scenarios:
        """Returns the others' real answers [table, place] when these players decided."""
        everybody = np.arange(len(tables))
        return Scenarios(everybody, np.ones(len(tables)), tables, places, answers[tables])

    def _likely(self, table: int, place: Place) -> list[tuple[float, Ints]]:
        """Returns the likely answers of the others, with their weights."""
        expected, fight = self.answers[table], self.fight(table, place)
        if fight is None:
            return [(1.0, expected)]
        others = [number for number, other in enumerate(fight.places) if other != place]
        supports = [np.flatnonzero(fight.mixes[number]).tolist() for number in others]
        found = []
        for picks in product(*supports):
            answers = expected.copy()
            weight = 1.0
            for number, pick in zip(others, picks, strict=True):
                answers[fight.places[number]] = fight.options[number][pick]
                weight *= float(fight.mixes[number][pick])
            found.append((weight, answers))
        total = sum(weight for weight, _ in found)
        return [(weight / total, answers) for weight, answers in found]

    def value(self, scenarios: Scenarios) -> Valued:
        """Values all answers to the white dice."""
        scenario, option = np.nonzero(self.white.legal[scenarios.table, scenarios.place])
        table, place = scenarios.table[scenario], Places(scenarios.place[scenario])
        answers = scenarios.answers[scenario]
        answers[np.arange(len(place)), place] = option
        # An active fighter chooses its best colour move too, as in the solution of the fight.
        thinks = (place == ACTIVE) | (self.fighters[table, ACTIVE] & self.fighters[table, place])
        ends = self.ends(table, answers, thinks)
        decision, weight = scenarios.decision[scenario], scenarios.weight[scenario]
        return _valued(decision, option, weight, place, ends, self._leaves(ends))


def value_moves(
    policy: BatchPolicy, leaves: ValueEnds, game: Game, place: Place
) -> tuple[Valued, WhitePhases | None]:
    """Values all moves of a player in a game, with decision 0; also returns its white phase."""
    tables, dice = positions_of([game]), dice_in([game])
    if game.phase is Phase.WHITE:
        phases = WhitePhases(policy, leaves, tables, dice)
        return phases.value(phases.scenarios(np.array([0]), Places(np.array([place])))), phases
    crossed = np.array([game.answers[game.active] != PASS])
    return value_colour(policy, leaves, tables, dice, crossed), None


def value_colour(
    policy: BatchPolicy, leaves: ValueEnds, tables: Positions[Active], dice: Ints, crossed: Bools
) -> Valued:
    """Values all colour moves of the active players after the white phase."""
    decision, option, ends = _colour_ends(policy, tables, dice, crossed)
    place, weight = Places(np.zeros_like(option)), np.ones(len(option))
    return _valued(decision, option, weight, place, ends, leaves(ends))


def _colour_ends(
    policy: BatchPolicy, positions: Positions[Active], dice: Ints, crossed: Bools
) -> tuple[Ints, Ints, Positions[Previous]]:
    """Returns [line]: the position, the option and the end of the turn, of all colour moves."""
    colour = policy.rules.colour(positions.rows[:, 0], positions.closed, dice)
    colour.legal[positions.over, 1:] = False
    line, option = np.nonzero(colour.legal)
    ends = policy.rules.after_colour(
        positions.select(line), colour.select(line), option, crossed[line]
    )
    return line, option, ends


def _valued(
    decision: Ints,
    option: Ints,
    weight: Reals,
    place: Places,
    ends: Positions[Previous],
    worth: Values[Previous],
) -> Valued:
    keys, slot = np.unique(decision * 16 + option, return_inverse=True)
    own = np.arange(len(option)), place
    share = _sums(slot, weight * worth.shares[own]).round(_DECIMALS)
    points = _sums(slot, weight * worth.points[own])
    return Valued(keys // 16, keys % 16, share, points, slot, weight, place, ends)


def _sums(slot: Ints, values: Reals, count: int = 0) -> Reals:
    """Returns [slot]: the sums over its lines."""
    sums: Reals = np.bincount(slot, values, count).astype(np.float64)
    return sums
