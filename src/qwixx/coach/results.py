"""The results of the coach, as values that can be written as JSON.

Shares, costs and parts of a sum are numbers from 0 to 1 (differences from −1 to 1). In solo games
they are points.
"""

from dataclasses import dataclass
from enum import StrEnum

from qwixx.coach.grades import Grade, Unit
from qwixx.coach.reasons import Reason
from qwixx.rules import Move


class Source(StrEnum):
    """The source of values."""

    NET = "net"
    """The net of `strong`."""
    TABLE = "table"
    """The exact table of the solo game."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The values of a game for each seat.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import evaluate
        >>> chances = evaluate(Game.new(players=3))
        >>> len(chances.shares), len(chances.points), chances.source.value
        (3, 3, 'net')
    """

    shares: tuple[float, ...]
    """Winning chances, which sum to 1; in solo games, 1."""
    points: tuple[float, ...]
    """Expected final totals."""
    source: Source = Source.NET
    """The source of these values."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal move and its value.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import advise
        >>> game = Game.new(players=2).roll("11/1116").play(0, "-").play(1, "-")
        >>> passing = next(each for each in advise(game, seat=0) if each.move.is_pass)
        >>> str(passing.move), [str(reason) for reason in passing.reasons]
        ('-', ['passing ends in a misthrow, which costs 5 points', 'r2 skips nothing'])
    """

    move: Move
    """A legal one."""
    share: float
    """The winning chance after it; in solo games, the expected total."""
    cost: float
    """The difference to the share of the best move."""
    points: float
    """The expected final total after it."""
    reasons: tuple[Reason, ...] = ()
    """The reasons against it; of the best move, the reasons for it."""
    mix: float | None = None
    """In a fight for a lock: the probability with which to choose it."""
    source: Source = Source.NET
    """The source of these values."""

    def as_json(self) -> dict[str, object]:
        """The same in plain values."""
        values: dict[str, object] = {
            "move": str(self.move),
            "share": self.share,
            "cost": self.cost,
            "points": self.points,
            "reasons": [reason.as_json() for reason in self.reasons],
        }
        return values if self.mix is None else {**values, "mix": self.mix}


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of one seat: result = expected + luck + own + others + rest.

    Examples:
        >>> from qwixx import Game, Move, Roll
        >>> from qwixx.coach import review
        >>> from qwixx.notation import Record, Turn
        >>> turn = Turn(
        ...     Roll.parse("65/1126"), (Move.parse("r11"), Move.parse("g11")), Move.parse("b12")
        ... )
        >>> told = review(Record.new(Game.new(players=2), ["Ann", "Ben"], [turn]))

        >>> ann = told.seats[0]
        >>> ann.name, ann.own < 0, ann.adjusted  # the game is not over
        ('Ann', True, None)
        >>> parts = ann.expected + ann.luck + ann.own + ann.others + ann.rest
        >>> abs(parts - ann.result) < 1e-9
        True
    """

    name: str
    """The player's name."""
    result: float
    """The share of the win; of an unfinished game, the last value reached."""
    expected: float
    """The value before the first roll."""
    luck: float
    """The part of all rolls."""
    own: float
    """The part of the player's own choices, compared with those of `strong`."""
    others: float
    """The part of the others' choices."""
    rest: float
    """The unexplained rest, which comes from the deeper check."""
    adjusted: float | None
    """The result without the luck; None while the game is unfinished."""
    given_away: float
    """The sum of the costs of all choices."""

    def as_json(self) -> dict[str, object]:
        """The same in plain values."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Choice:
    """A real choice: a decision with more than one legal move.

    Examples:
        >>> from qwixx import Game, Move, Roll
        >>> from qwixx.coach import review
        >>> from qwixx.notation import Record, Turn
        >>> turn = Turn(
        ...     Roll.parse("65/1126"), (Move.parse("r11"), Move.parse("g11")), Move.parse("b12")
        ... )
        >>> told = review(Record.new(Game.new(players=2), ["Ann", "Ben"], [turn]))

        >>> choice = told.choices[0]
        >>> str(choice.played), str(choice.best), choice.grade.value
        ('r11', 'g11', 'blunder')
        >>> print(choice.reasons[0])
        after r11 you can no longer lock red
    """

    turn: int
    """From 1."""
    seat: int
    """The seat that chose."""
    phase: str
    """`white` or `colour`."""
    played: Move
    """The move that was chosen."""
    best: Move
    """The best move."""
    cost: float
    """The gain of the best move over the played one; in a fight for a lock, against the mix."""
    hindsight: float
    """In a fight for a lock: the gain of the best move against the real answers of the others.
    Otherwise the cost."""
    grade: Grade
    """The name of that cost."""
    fight: bool
    """Whether it was a fight for a lock."""
    costs: tuple[tuple[Move, float], ...]
    """Every legal move with its cost, best first."""
    reasons: tuple[Reason, ...] = ()
    """The reasons why it was worse than the best."""

    def as_json(self) -> dict[str, object]:
        """The same in plain values."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "phase": self.phase,
            "played": str(self.played),
            "best": str(self.best),
            "cost": self.cost,
            "hindsight": self.hindsight,
            "grade": self.grade,
            "fight": self.fight,
            "moves": [{"move": str(move), "cost": cost} for move, cost in self.costs],
            "reasons": [reason.as_json() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Step:
    """The chances at one moment of a game.

    Examples:
        >>> from qwixx import Game, Move, Roll
        >>> from qwixx.coach import review
        >>> from qwixx.notation import Record, Turn
        >>> turn = Turn(
        ...     Roll.parse("65/1126"), (Move.parse("r11"), Move.parse("g11")), Move.parse("b12")
        ... )
        >>> told = review(Record.new(Game.new(players=2), ["Ann", "Ben"], [turn]))

        >>> [(step.turn, step.after) for step in told.chances]
        [(1, 'start'), (1, 'roll'), (1, 'white'), (1, 'colour'), (2, 'start')]
    """

    turn: int
    """From 1."""
    after: str
    """The latest step: `start` (nothing yet, or the turn before), `roll`, `white`, `colour` or
    `end`."""
    shares: tuple[float, ...]
    """The winning chances, by seat."""
    points: tuple[float, ...]
    """The expected totals, by seat."""

    def as_json(self) -> dict[str, object]:
        """The same in plain values."""
        return {
            "turn": self.turn,
            "after": self.after,
            "shares": list(self.shares),
            "points": list(self.points),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a whole game.

    Examples:
        >>> from qwixx import Game, Move, Roll
        >>> from qwixx.coach import review
        >>> from qwixx.notation import Record, Turn
        >>> turn = Turn(
        ...     Roll.parse("65/1126"), (Move.parse("r11"), Move.parse("g11")), Move.parse("b12")
        ... )
        >>> told = review(Record.new(Game.new(players=2), ["Ann", "Ben"], [turn]))

        >>> told.unit.value, told.finished, len(told.seats), len(told.choices)
        ('share', False, 2, 3)
    """

    unit: Unit
    """The unit of all values."""
    source: Source
    """The source of all values."""
    finished: bool
    """Whether the game came to its end."""
    seats: tuple[SeatReview, ...]
    """How it went for each seat."""
    choices: tuple[Choice, ...]
    """Every real choice, in the order of the game."""
    chances: tuple[Step, ...]
    """Before each turn, and after each roll, white phase and colour move. The luck of a roll is
    what `roll` has more than the `start` of its turn."""

    def as_json(self) -> dict[str, object]:
        """The same in plain values."""
        return {
            "unit": self.unit,
            "source": self.source,
            "finished": self.finished,
            "seats": [seat.as_json() for seat in self.seats],
            "choices": [choice.as_json() for choice in self.choices],
            "chances": [step.as_json() for step in self.chances],
        }
