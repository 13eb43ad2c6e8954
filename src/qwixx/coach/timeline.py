"""A recorded game as arrays: the dice, answers and moves of every turn, and all values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import factorial

import numpy as np

from qwixx.batch.positions import (
    Active,
    Place,
    Positions,
    SeatValues,
    counted_from,
    dice_in,
    ends_of,
    positions_of,
    seat_of,
)
from qwixx.batch.rules import option_of_move
from qwixx.bots.option_values import WhitePhases
from qwixx.coach.evaluator import Evaluator
from qwixx.kernel.arrays import Ints, Reals
from qwixx.notation import Record
from qwixx.rules import Game, Move, Phase


@dataclass
class TurnValues:
    """The values of one turn; steps that have not happened are None."""

    start: SeatValues  # W₀
    roll: SeatValues  # W₁
    white: SeatValues | None = None  # W₂
    colour: SeatValues | None = None  # W₃: the end of the turn
    parts: dict[int, Reals] = field(default_factory=dict)
    """The part of each seat that deviated from `strong` in the white phase, by seat."""


@dataclass
class TurnGames:
    """The games of one turn: before the roll, after it, after the white phase and at the end."""

    before: Game
    rolled: Game
    answered: Game | None
    after: Game | None
    white: tuple[Move, ...]  # The white answers, by seat
    colour: Move | None


def turns_of(record: Record) -> list[TurnGames]:
    """Returns the turns of a record. Raises IllegalMove if it breaks the rules."""
    turns = []
    game = record.start
    for turn in record.turns:
        games = list(turn.play(game, record.players))
        answered = games[1] if len(games) > 1 else None
        last = games[-1]
        after = last if last.phase in (Phase.ROLL, Phase.OVER) else None
        turns.append(TurnGames(game, games[0], answered, after, turn.choices, turn.colour))
        game = last
    return turns


class Timeline:
    """The values of a whole record, computed for all turns together."""

    def __init__(self, evaluator: Evaluator, record: Record, salt: int) -> None:
        self.evaluator = evaluator
        self.turns = turns_of(record)
        starts = [turn.before for turn in self.turns]
        last = record.game
        if last.phase in (Phase.ROLL, Phase.OVER):
            starts.append(last)
        actives = [game.active for game in starts]
        tables = positions_of(starts)
        self.starts = evaluator.before_roll(tables, salt).by_seat(actives)
        """Before each turn, and the end if the record ends with a turn."""
        self.values: list[TurnValues] = []
        if not self.turns:
            return
        count = len(self.turns)
        self._actives: Ints = np.array(actives[:count])
        self.tables: Positions[Active] = tables.select(np.arange(count))
        self.dice = dice_in([turn.rolled for turn in self.turns])
        self.phases = WhitePhases(evaluator.policy, evaluator.leaves, self.tables, self.dice)
        self.answers = self._real_answers()
        """[turn, place]: the real answers, for turns whose white phase is complete."""
        self._value()

    def _real_answers(self) -> Ints:
        answers = [
            [option_of_move(turn.rolled, move) for move in turn.white]
            for turn in self.turns
            if turn.answered
        ]
        by_seat = np.array(answers, np.int64).reshape(-1, self.tables.players)
        return counted_from(by_seat, self._actives[: len(by_seat)])

    def _value(self) -> None:
        expected = self._after_white(np.arange(len(self.turns)), self.phases.answers)
        real = self._after_white(np.arange(len(self.answers)), self.answers)
        after = [turn.after for turn in self.turns if turn.after]
        rolled = self._actives[: len(after)]
        ends = self.evaluator.leaves(ends_of(after, rolled)).by_seat(rolled) if after else []
        deviations = self._deviations(expected, real)
        for number, roll in enumerate(expected):
            values = TurnValues(self.starts[number], roll)
            if number < len(real):
                # If nobody deviated, the position and the numbers are exactly the same.
                values.white = real[number] if number in deviations else roll
                values.parts = deviations.get(number, {})
            if number < len(ends):
                values.colour = ends[number]
            self.values.append(values)

    def _after_white(self, turns: Ints, answers: Ints) -> list[SeatValues]:
        """Returns the values of turns after these answers and the colour move of `strong`."""
        after = self.evaluator.rules.after_white(
            self.tables.select(turns), self.phases.white.select(turns), answers
        )
        worth = self.evaluator.after_white(after, self.dice[turns], answers[:, 0] > 0)
        return worth.by_seat(self._actives[turns])

    def _deviations(
        self, expected_worth: list[SeatValues], real_worth: list[SeatValues]
    ) -> dict[int, dict[int, Reals]]:
        """Returns the part of each seat that deviated from `strong`, for each turn with one."""
        white, expected = self.phases.white, self.phases.answers
        deviators: dict[int, list[Place]] = {}
        for turn, answers in enumerate(self.answers):
            places = [
                Place(place)
                for place, (real, usual) in enumerate(
                    zip(answers.tolist(), expected[turn].tolist(), strict=True)
                )
                if differ(white.after[turn, place], real, usual)
            ]
            if places:
                deviators[turn] = places
        if not deviators:
            return {}
        wanted = [(turn, some) for turn, places in deviators.items() for some in subsets(places)]
        turns = np.array([turn for turn, _ in wanted])
        mixed = expected[turns]
        for line, (turn, some) in enumerate(wanted):
            mixed[line, list(some)] = self.answers[turn, list(some)]
        worth = self._after_white(turns, mixed)
        values = {key: value.shares for key, value in zip(wanted, worth, strict=True)}
        found = {}
        for turn, places in deviators.items():
            by_set = {some: values[turn, some] for some in subsets(places)}
            # These are exactly the numbers of the sum.
            by_set[()] = expected_worth[turn].shares
            by_set[tuple(places)] = real_worth[turn].shares
            game = self.turns[turn].before
            found[turn] = {seat_of(game, p): part for p, part in parts(places, by_set).items()}
        return found


def differ(after: Ints, one: int, other: int) -> bool:
    """Returns whether two answers have different effects: `*b8` and `b8` have the same."""
    if one == other:
        return False
    if not one or not other:
        return True
    return (one - 1) % 4 != (other - 1) % 4 or bool(after[one] != after[other])


def subsets(places: Sequence[Place]) -> list[tuple[Place, ...]]:
    """Returns all sets of these players, the empty one first and the whole one last."""
    return [some for size in range(len(places) + 1) for some in combinations(places, size)]


def parts(places: Sequence[Place], values: Mapping[tuple[Place, ...], Reals]) -> dict[Place, Reals]:
    """Returns each player's part of the difference values[all] − values[none].

    It is the Shapley value: the mean over all orders in which they could deviate one by one.
    """
    count = len(places)
    found = {}
    for place in places:
        others = [other for other in places if other != place]
        total = np.zeros_like(values[()])
        for some in subsets(others):
            orders = factorial(len(some)) * factorial(count - 1 - len(some))
            joined = tuple(sorted((*some, place)))
            total = total + orders * (values[joined] - values[some])
        found[place] = total / factorial(count)
    return found
