"""The values of all legal moves of some decisions.

The others answer as `strong` does, or by the solution of a fight for a lock. So one decision has
one or several *scenarios*, each with a weight. The value of the active player's answer to the white
dice is that of the best colour move after it.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final, Protocol

import numpy as np

from qwixx.batch.net import Reals, Values
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Bools, Ints, Positions
from qwixx.bots.fights import ACTIVE, Fight, combine, fighters, options_in, solve_fight
from qwixx.rules import Colour

_DECIMALS: Final = 9
"""Values are rounded, because sums in another order differ a little."""


class EndEvaluator(Protocol):
    """Values positions at the ends of turns."""

    @property
    def policy(self) -> BatchPolicy: ...
    def leaves(self, tables: Positions) -> Values:
        """Values positions at the end of a turn."""
        ...


@dataclass
class Scenarios:
    """The answers of the others in some white phases."""

    decision: Ints
    weight: Reals
    table: Ints
    seat: Ints
    """The seat that decides, counted from the active seat."""
    answers: Ints
    """[scenario, seat]"""


@dataclass
class Valued:
    """Every option of some decisions."""

    decision: Ints
    """[slot]"""
    option: Ints
    """[slot]"""
    share: Reals
    """[slot]: for the seat that decides; rounded, so that equal moves are equal."""
    points: Reals
    """[slot]"""
    slot: Ints
    """[line]: a line is an option in a scenario."""
    weight: Reals
    """[line]"""
    seat: Ints
    """[line]"""
    ends: Positions
    """[line]: the table at the end of the turn."""

    def slots(self, decision: int) -> Ints:
        """Returns the slots of a decision, the best option first."""
        mine = np.flatnonzero(self.decision == decision)
        order = np.lexsort((-self.points[mine], -self.share[mine]))
        best_first: Ints = mine[order]
        return best_first

    def cost(self, decision: int, option: int) -> float:
        """Returns how much better than this option the best one of the decision is."""
        mine = np.flatnonzero(self.decision == decision)
        played = mine[self.option[mine] == option][0]
        return float(self.share[mine].max() - self.share[played])

    def refine(self, slots: Ints, lines: Ints, worth: Values) -> None:
        """Replaces the values of these options, all lines of each, by better ones.

        The other options stay as far behind the best of their decision as before.
        """
        again = np.isin(np.arange(len(self.share)), slots)
        before = self._best()
        own = np.arange(len(lines)), self.seat[lines]
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

    def __init__(self, evaluator: EndEvaluator, tables: Positions, dice: Ints) -> None:
        self.evaluator = evaluator
        self.tables = tables
        self.dice = dice
        self.white = evaluator.policy.rules.white(tables, dice)
        self.answers: Ints = evaluator.policy.answers(tables, self.white, dice)
        self._fighters: Bools = fighters(self.white)
        self._fights: dict[int, Fight] = {}

    def fight(self, table: int, seat: int) -> Fight | None:
        """Returns the fight for a lock in which that seat is, if any."""
        if not self._fighters[table, seat]:
            return None
        if table not in self._fights:
            self._fights[table] = self._solve(table)
        return self._fights[table]

    def _solve(self, table: int) -> Fight:
        one = np.array([table])
        usual = self.answers[one]
        seats = tuple(np.flatnonzero(self._fighters[table]).tolist())
        options = options_in(self.white.select(one), usual, seats)
        shape = *(len(some) for some in options), self.tables.players
        answers = combine(usual, seats, options)
        payoffs, habits = (
            self.evaluator.leaves(self.ends(one.repeat(len(answers)), answers, thinks)).shares
            for thinks in (self._fighters[one, ACTIVE].repeat(len(answers)), None)
        )
        return solve_fight(seats, options, usual, payoffs.reshape(shape), habits.reshape(shape))

    def ends(self, table: Ints, answers: Ints, thinks: Bools | None = None) -> Positions:
        """Returns [line]: the ends of turns after these answers [line, seat].

        The colour move is that of `strong`; if the active seat `thinks`, it is its best one.
        """
        after = self.evaluator.policy.rules.after_white(
            self.tables.select(table), self.white.select(table), answers
        )
        dice, crossed = self.dice[table], answers[:, ACTIVE] > 0
        ends = self.evaluator.policy.finish(after, dice, crossed)
        thinking = np.flatnonzero(thinks) if thinks is not None else np.zeros(0, np.int64)
        if len(thinking):
            best = _best_colour(
                self.evaluator, after.select(thinking), dice[thinking], crossed[thinking]
            )
            for name, part in vars(ends).items():
                part[thinking] = vars(best)[name]
        return ends

    def closing(self, tables: Ints, seats: Ints) -> list[frozenset[Colour]]:
        """Returns the colours that others are expected to close if these seats pass."""
        before = self.tables.select(tables)
        answers = self.answers[tables]
        answers[np.arange(len(seats)), seats] = 0
        white = self.evaluator.policy.rules.after_white(before, self.white.select(tables), answers)
        # The active seat's own colour move does not count for it.
        after = np.where(seats == ACTIVE, white.closed, self.ends(tables, answers).closed)
        closed = after & ~before.closed
        colours = self.evaluator.policy.variant.row_colours
        return [
            frozenset(colour for row, colour in enumerate(colours) if rows >> row & 1)
            for rows in closed.tolist()
        ]

    def in_fight(self, tables: Ints, seats: Ints) -> Bools:
        """Tells which of these seats are in a fight for a lock."""
        return self._fighters[tables, seats]

    def scenarios(self, tables: Ints, seats: Ints) -> Scenarios:
        """Returns the others' answers when these seats decide: those of a fight, or of `strong`."""
        decision, weights, rows = [], [], []
        for number, (table, seat) in enumerate(zip(tables.tolist(), seats.tolist(), strict=True)):
            fight = self.fight(table, seat)
            for weight, answers in self._likely(table, seat, fight):
                decision.append(number)
                weights.append(weight)
                rows.append(answers)
        which = np.array(decision, np.int64)
        answers = np.array(rows, np.int64).reshape(-1, self.tables.players)
        return Scenarios(which, np.array(weights), tables[which], seats[which], answers)

    def as_played(self, tables: Ints, seats: Ints, answers: Ints) -> Scenarios:
        """Returns the others' real answers [table, seat] when these seats decided."""
        everybody = np.arange(len(tables))
        return Scenarios(everybody, np.ones(len(tables)), tables, seats, answers[tables])

    def _likely(self, table: int, seat: int, fight: Fight | None) -> list[tuple[float, Ints]]:
        expected = self.answers[table]
        if fight is None:
            return [(1.0, expected)]
        others = [number for number, other in enumerate(fight.seats) if other != seat]
        supports = [np.flatnonzero(fight.mixes[number]).tolist() for number in others]
        found = []
        for picks in product(*supports):
            answers = expected.copy()
            weight = 1.0
            for number, pick in zip(others, picks, strict=True):
                answers[fight.seats[number]] = fight.options[number][pick]
                weight *= float(fight.mixes[number][pick])
            found.append((weight, answers))
        total = sum(weight for weight, _ in found)
        return [(weight / total, answers) for weight, answers in found]

    def value(self, scenarios: Scenarios) -> Valued:
        """Values all answers to the white dice."""
        scenario, option = np.nonzero(self.white.legal[scenarios.table, scenarios.seat])
        table, seat = scenarios.table[scenario], scenarios.seat[scenario]
        answers = scenarios.answers[scenario]
        answers[np.arange(len(seat)), seat] = option
        # An active fighter chooses its best colour move too, as in the solution of the fight.
        thinks = (seat == ACTIVE) | (self._fighters[table, ACTIVE] & self._fighters[table, seat])
        ends = self.ends(table, answers, thinks)
        return _valued(
            scenarios.decision[scenario],
            option,
            scenarios.weight[scenario],
            seat,
            ends,
            self.evaluator.leaves(ends),
        )


def value_colour(evaluator: EndEvaluator, tables: Positions, dice: Ints, crossed: Bools) -> Valued:
    """Values all colour moves of the active seats after the white phase."""
    colour = evaluator.policy.rules.colour(tables.rows[:, 0], tables.closed, dice)
    decision, option = np.nonzero(colour.legal)
    ends = evaluator.policy.rules.after_colour(
        tables.select(decision), colour.select(decision), option, crossed[decision]
    )
    seat, weight = np.zeros_like(option), np.ones(len(option))
    return _valued(decision, option, weight, seat, ends, evaluator.leaves(ends))


def _valued(
    decision: Ints,
    option: Ints,
    weight: Reals,
    seat: Ints,
    ends: Positions,
    worth: Values,
) -> Valued:
    keys, slot = np.unique(decision * 16 + option, return_inverse=True)
    lines = np.arange(len(option))
    return Valued(
        keys // 16,
        keys % 16,
        _sums(slot, weight * worth.shares[lines, seat]).round(_DECIMALS),
        _sums(slot, weight * worth.points[lines, seat]),
        slot,
        weight,
        seat,
        ends,
    )


def _sums(slot: Ints, values: Reals, count: int = 0) -> Reals:
    """Returns [slot]: the sums over its lines."""
    sums: Reals = np.bincount(slot, values, count).astype(np.float64)
    return sums


def _best_colour(
    evaluator: EndEvaluator, tables: Positions, dice: Ints, crossed: Bools
) -> Positions:
    """Returns the positions after the colour moves that are best for the active seats."""
    colour = evaluator.policy.rules.colour(tables.rows[:, 0], tables.closed, dice)
    colour.legal[tables.over, 1:] = False
    line, option = np.nonzero(colour.legal)
    ends = evaluator.policy.rules.after_colour(
        tables.select(line), colour.select(line), option, crossed[line]
    )
    worth = evaluator.leaves(ends)
    order = np.lexsort((-worth.points[:, 0], -worth.shares[:, 0].round(_DECIMALS), line))
    best = order[np.searchsorted(line[order], np.arange(len(tables)))]
    return ends.select(best)
