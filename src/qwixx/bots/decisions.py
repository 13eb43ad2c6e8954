"""Every legal move of some decisions, and what each is worth.

The others answer as `strong` does; in a fight for a lock, as its solution says. So one decision has
one or several *scenarios*, each with a weight. The active player's answer to the white dice is
worth what the best colour move after it brings.
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
"""What differs further behind is equal: sums come out a little differently in another order."""


class Judging(Protocol):
    """Whoever can say what tables are worth."""

    @property
    def policy(self) -> BatchPolicy: ...
    def leaves(self, tables: Positions) -> Values:
        """What tables are worth at the end of a turn."""
        ...


@dataclass
class Scenarios:
    """What the others answer in some white phases."""

    decision: Ints
    weight: Reals
    table: Ints
    seat: Ints
    """Who decides, counted from the active seat."""
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
        """The options of a decision, best first."""
        mine = np.flatnonzero(self.decision == decision)
        order = np.lexsort((-self.points[mine], -self.share[mine]))
        best_first: Ints = mine[order]
        return best_first

    def cost(self, decision: int, option: int) -> float:
        """What the best option of a decision has more than that one."""
        mine = np.flatnonzero(self.decision == decision)
        played = mine[self.option[mine] == option][0]
        return float(self.share[mine].max() - self.share[played])

    def look_deeper(self, slots: Ints, lines: Ints, worth: Values) -> None:
        """Something better is known of what these options are worth, all lines of each. What was
        not looked at again stays as far behind the best of its decision as it was."""
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
        """[decision]: the share of its best option."""
        best = np.full(self.decision.max() + 1, -np.inf)
        slots = slice(None) if among is None else among
        np.maximum.at(best, self.decision[slots], self.share[slots])
        return best


class Phases:
    """The white phases of some tables: what `strong` answers, and the fights among them."""

    def __init__(self, judge: Judging, tables: Positions, dice: Ints) -> None:
        self.judge = judge
        self.tables = tables
        self.dice = dice
        self.white = judge.policy.rules.white(tables, dice)
        self.answers: Ints = judge.policy.answers(tables, self.white, dice)
        self._fighters: Bools = fighters(self.white)
        self._fights: dict[int, Fight] = {}

    def fight(self, table: int, seat: int) -> Fight | None:
        """The fight for a lock in which that seat is at that table."""
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
            self.judge.leaves(self.ends(one.repeat(len(answers)), answers, thinks)).shares
            for thinks in (self._fighters[one, ACTIVE].repeat(len(answers)), None)
        )
        return solve_fight(seats, options, usual, payoffs.reshape(shape), habits.reshape(shape))

    def ends(self, table: Ints, answers: Ints, thinks: Bools | None = None) -> Positions:
        """[line]: how turns end when everybody answers so [line, seat]. The colour move is that of
        `strong`; where the active seat `thinks`, it is the best for it."""
        after = self.judge.policy.rules.after_white(
            self.tables.select(table), self.white.select(table), answers
        )
        dice, crossed = self.dice[table], answers[:, ACTIVE] > 0
        ends = self.judge.policy.finish(after, dice, crossed)
        thinking = np.flatnonzero(thinks) if thinks is not None else np.zeros(0, np.int64)
        if len(thinking):
            best = _best_colour(
                self.judge, after.select(thinking), dice[thinking], crossed[thinking]
            )
            for name, part in vars(ends).items():
                part[thinking] = vars(best)[name]
        return ends

    def closing(self, tables: Ints, seats: Ints) -> list[frozenset[Colour]]:
        """The colours that others are expected to close in a turn in which these seats pass."""
        before = self.tables.select(tables)
        answers = self.answers[tables]
        answers[np.arange(len(seats)), seats] = 0
        white = self.judge.policy.rules.after_white(before, self.white.select(tables), answers)
        # The colour move of the active seat is its own.
        after = np.where(seats == ACTIVE, white.closed, self.ends(tables, answers).closed)
        closed = after & ~before.closed
        colours = self.judge.policy.variant.row_colours
        return [
            frozenset(colour for row, colour in enumerate(colours) if rows >> row & 1)
            for rows in closed.tolist()
        ]

    def fought(self, tables: Ints, seats: Ints) -> Bools:
        """Where these seats are in a fight for a lock."""
        return self._fighters[tables, seats]

    def scenarios(self, tables: Ints, seats: Ints) -> Scenarios:
        """What the others answer when these seats decide: the solution of a fight, or `strong`."""
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
        """What the others really answered [table, seat] when these seats decided."""
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
        """All answers to the white dice."""
        scenario, option = np.nonzero(self.white.legal[scenarios.table, scenarios.seat])
        table, seat = scenarios.table[scenario], scenarios.seat[scenario]
        answers = scenarios.answers[scenario]
        answers[np.arange(len(seat)), seat] = option
        # In a fight an active fighter thinks, too, as in its solution.
        thinks = (seat == ACTIVE) | (self._fighters[table, ACTIVE] & self._fighters[table, seat])
        ends = self.ends(table, answers, thinks)
        return _valued(
            scenarios.decision[scenario],
            option,
            scenarios.weight[scenario],
            seat,
            ends,
            self.judge.leaves(ends),
        )


def value_colour(judge: Judging, tables: Positions, dice: Ints, crossed: Bools) -> Valued:
    """All colour moves of the active seat of each table, after the white phase."""
    colour = judge.policy.rules.colour(tables.rows[:, 0], tables.closed, dice)
    decision, option = np.nonzero(colour.legal)
    ends = judge.policy.rules.after_colour(
        tables.select(decision), colour.select(decision), option, crossed[decision]
    )
    seat, weight = np.zeros_like(option), np.ones(len(option))
    return _valued(decision, option, weight, seat, ends, judge.leaves(ends))


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
    """[slot]: the sums over its lines."""
    sums: Reals = np.bincount(slot, values, count).astype(np.float64)
    return sums


def _best_colour(judge: Judging, tables: Positions, dice: Ints, crossed: Bools) -> Positions:
    """The tables after the colour moves that are best for the active seats."""
    colour = judge.policy.rules.colour(tables.rows[:, 0], tables.closed, dice)
    colour.legal[tables.over, 1:] = False
    line, option = np.nonzero(colour.legal)
    ends = judge.policy.rules.after_colour(
        tables.select(line), colour.select(line), option, crossed[line]
    )
    worth = judge.leaves(ends)
    order = np.lexsort((-worth.points[:, 0], -worth.shares[:, 0].round(_DECIMALS), line))
    best = order[np.searchsorted(line[order], np.arange(len(tables)))]
    return ends.select(best)
