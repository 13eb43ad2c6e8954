"""A recorded game as arrays: every turn's dice, answers and moves, and the values after each step.

Inside, seats are counted from the one that rolls. Values leave this module by seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from qwixx.batch.net import Reals, Values
from qwixx.batch.positions import Ints, Positions, dice_of, positions_of
from qwixx.bots.option_values import EndEvaluator, WhitePhases
from qwixx.coach.evaluator import Evaluator
from qwixx.coach.move_codes import option_of_move
from qwixx.coach.shapley import parts, subsets
from qwixx.notation import Record
from qwixx.rules import Game, Move, Phase


@dataclass
class SeatValues:
    """The values of one moment of a game, by seat."""

    shares: Reals
    points: Reals


@dataclass
class TurnValues:
    """The values of one turn; steps that have not happened are None."""

    start: SeatValues
    """W₀"""
    roll: SeatValues
    """W₁"""
    white: SeatValues | None = None
    """W₂"""
    colour: SeatValues | None = None
    """W₃: the end of the turn, even if the white phase ended the game."""
    parts: dict[int, Reals] = field(default_factory=dict)
    """The part of each seat that deviated from `strong` in the white phase, by seat."""


@dataclass
class PlayedTurn:
    """The games of one turn: before the roll, after it, after the white phase and at the end."""

    before: Game
    rolled: Game
    answered: Game | None
    after: Game | None
    white: tuple[Move, ...]
    """The white answers, by seat."""
    colour: Move | None


def played_turns(record: Record) -> list[PlayedTurn]:
    """Returns the turns of a record. Raises IllegalMove if it breaks the rules."""
    turns = []
    game = record.start
    for turn in record.turns:
        games = list(turn.play(game, record.players))
        answered = games[1] if len(games) > 1 else None
        last = games[-1]
        after = last if last.phase in (Phase.ROLL, Phase.OVER) else None
        turns.append(PlayedTurn(game, games[0], answered, after, turn.choices, turn.colour))
        game = last
    return turns


def white_phases(evaluator: EndEvaluator, turns: Sequence[PlayedTurn]) -> WhitePhases:
    """Returns the white phases of some turns."""
    rolled = [turn.rolled for turn in turns]
    return WhitePhases(
        evaluator, positions_of(rolled), np.array([dice_of(game) for game in rolled])
    )


class Timeline:
    """The values of a whole record, computed for all turns together."""

    def __init__(self, evaluator: Evaluator, record: Record, salt: int) -> None:
        self.evaluator = evaluator
        self.turns = played_turns(record)
        self.actives = [turn.before.active for turn in self.turns]
        starts = [turn.before for turn in self.turns]
        last = record.game
        if last.phase in (Phase.ROLL, Phase.OVER):
            starts.append(last)
        tables = positions_of(starts)
        worth = evaluator.before_roll(tables, salt)
        seats = [game.active for game in starts]
        self.starts = [_seat_values(worth, number, seat) for number, seat in enumerate(seats)]
        """Before each turn, and the end if the record ends with a turn."""
        self.values: list[TurnValues] = []
        if not self.turns:
            return
        self.tables = tables.select(np.arange(len(self.turns)))
        self.dice: Ints = np.array([dice_of(turn.rolled) for turn in self.turns])
        self.phases = WhitePhases(evaluator, self.tables, self.dice)
        self.answers = self._real_answers()
        """[turn, seat]: the real answers, for turns whose white phase is complete."""
        self._value()

    def _real_answers(self) -> Ints:
        players = self.turns[0].before.players
        answers = [
            np.roll([option_of_move(turn.rolled, move) for move in turn.white], -active)
            for turn, active in zip(self.turns, self.actives, strict=True)
            if turn.answered
        ]
        return np.array(answers, np.int64).reshape(-1, players)

    def _value(self) -> None:
        evaluator, phases = self.evaluator, self.phases
        expected = self._after_white(np.arange(len(self.turns)), phases.answers)
        count = len(self.answers)
        real = self._after_white(np.arange(count), self.answers)
        over = [turn.after for turn in self.turns if turn.after]
        ends = evaluator.leaves(_from_roller(over, self.actives)) if over else None
        deviations = self._deviations(expected, real)
        for number, active in enumerate(self.actives):
            values = TurnValues(self.starts[number], _seat_values(expected, number, active))
            if number < count:
                # If nobody deviated, the position and the numbers are exactly the same.
                moved = number in deviations
                values.white = _seat_values(real, number, active) if moved else values.roll
                values.parts = deviations.get(number, {})
            if ends and number < len(over):
                values.colour = _seat_values(ends, number, active)
            self.values.append(values)

    def _after_white(self, turns: Ints, answers: Ints) -> Values:
        """Returns the values of turns after these answers and the colour move of `strong`."""
        after = self.evaluator.rules.after_white(
            self.tables.select(turns), self.phases.white.select(turns), answers
        )
        return self.evaluator.after_white(after, self.dice[turns], answers[:, 0] > 0)

    def _deviations(
        self, expected_worth: Values, real_worth: Values
    ) -> dict[int, dict[int, Reals]]:
        """Returns the part of each seat that deviated from `strong`, for each turn with one."""
        white, expected = self.phases.white, self.phases.answers
        wanted: list[tuple[int, tuple[int, ...]]] = []
        deviators: dict[int, list[int]] = {}
        for turn, answers in enumerate(self.answers):
            seats = [
                seat
                for seat, (real, usual) in enumerate(
                    zip(answers.tolist(), expected[turn].tolist(), strict=True)
                )
                if differ(white.after[turn, seat], real, usual)
            ]
            if seats:
                deviators[turn] = seats
                wanted += [(turn, some) for some in subsets(seats)]
        if not wanted:
            return {}
        turns = np.array([turn for turn, _ in wanted])
        mixed = expected[turns]
        for line, (turn, some) in enumerate(wanted):
            mixed[line, list(some)] = self.answers[turn, list(some)]
        worth = self._after_white(turns, mixed).shares
        values = {key: worth[line] for line, key in enumerate(wanted)}
        for turn, seats in deviators.items():  # These are exactly the numbers of the sum.
            values[turn, ()] = expected_worth.shares[turn]
            values[turn, tuple(seats)] = real_worth.shares[turn]
        found = {}
        for turn, seats in deviators.items():
            active, players = self.actives[turn], len(expected[turn])
            by_set = {some: values[turn, some] for some in subsets(seats)}
            found[turn] = {
                (place + active) % players: np.roll(part, active)
                for place, part in parts(seats, by_set).items()
            }
        return found


def differ(after: Ints, one: int, other: int) -> bool:
    """Tells whether two answers of a seat have different effects: `*b8` and `b8` have the same."""
    if one == other:
        return False
    if not one or not other:
        return True
    return (one - 1) % 4 != (other - 1) % 4 or bool(after[one] != after[other])


def _from_roller(games: Sequence[Game], actives: Sequence[int]) -> Positions:
    """Returns the positions at the ends of turns, counted from the seats that rolled in them."""
    tables = positions_of(games)
    for number, (game, active) in enumerate(zip(games, actives, strict=False)):
        shift = (game.active - active) % game.players
        for part in (tables.rows, tables.misthrows, tables.lucky):
            part[number] = np.roll(part[number], shift, 0)
    return tables


def _seat_values(worth: Values, line: int, active: int) -> SeatValues:
    return SeatValues(np.roll(worth.shares[line], active), np.roll(worth.points[line], active))
