"""The results of the coach, as values that can be written as JSON.

Shares, costs and parts of a sum are numbers from 0 to 1 (differences from −1 to 1). In solo games
they are points.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from qwixx.coach.reasons import POINTS, Reason
from qwixx.rules import Move


class Unit(StrEnum):
    """The unit in which a result gives its values."""

    SHARE = "share"  # Shares of the win
    POINTS = "points"  # Points, in solo games


class Source(StrEnum):
    """The method by which the values of a result were found."""

    NET = "net"  # The net of `strong`
    TABLE = "table"  # The exact table of the solo game


class Grade(StrEnum):
    """A name for the cost of a choice.

    Examples:
        >>> from qwixx.coach import Grade
        >>> [grade.value for grade in Grade]
        ['best', 'inaccuracy', 'mistake', 'blunder']
    """

    BEST = "best"
    """As good as the best: it cost less than 0.01."""
    INACCURACY = "inaccuracy"
    """From 0.01 on."""
    MISTAKE = "mistake"
    """From 0.03 on."""
    BLUNDER = "blunder"
    """From 0.06 on."""


_FROM: Final = ((0.06, Grade.BLUNDER), (0.03, Grade.MISTAKE), (0.01, Grade.INACCURACY))
MISTAKE: Final = 0.03  # The cost, as a share of the win, from which a choice is a mistake


def grade_of(cost: float, unit: Unit) -> Grade:
    share = cost / POINTS if unit is Unit.POINTS else cost
    # A cost of exactly 3 points is a mistake in spite of rounding.
    return next((grade for least, grade in _FROM if share >= least - 1e-9), Grade.BEST)


class Result:
    """A result that can be written as JSON."""

    __slots__ = ()

    def as_json(self) -> dict[str, object]:
        """Returns the result as plain values, for JSON."""
        names: tuple[str, ...] = self.__slots__
        return {_IN_JSON.get(name, name): _plain(getattr(self, name)) for name in names}


_IN_JSON: Final = {"costs": "moves"}  # Fields that have other names in JSON


def _plain(value: object) -> object:
    if isinstance(value, Result | Reason):
        return value.as_json()
    if isinstance(value, MoveCost):
        return {"move": str(value.move), "cost": value.cost}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Move) else value


@dataclass(frozen=True, slots=True)
class Chances(Result):
    """The values of a game for each seat.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import evaluate
        >>> len(evaluate(Game.new(players=3)).shares)
        3
    """

    shares: tuple[float, ...]
    """Winning chances, which sum to 1; in solo games, 1."""
    points: tuple[float, ...]
    """Expected final totals."""
    source: Source = Source.NET
    """The source of these values."""


@dataclass(frozen=True, slots=True)
class Advice(Result):
    """A legal move and its value.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import advise
        >>> game = Game.new(players=2).roll("11/1116").play(0, "-").play(1, "-")
        >>> best = advise(game, seat=0)[0]
        >>> str(best.move), best.cost
        ('r2', 0.0)
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
        """Returns the advice as plain values, for JSON, without the source and an empty mix."""
        left_out = ("source", "mix") if self.mix is None else ("source",)
        values = Result.as_json(self)
        return {name: value for name, value in values.items() if name not in left_out}


@dataclass(frozen=True, slots=True)
class SeatReview(Result):
    """The review of one seat: result = expected + luck + own + others + rest.

    Examples:
        >>> from qwixx.coach import SeatReview
        >>> ann = SeatReview("Ann", 1.0, 0.5, 0.3, -0.1, 0.25, 0.05, 0.7, 0.1)
        >>> round(ann.expected + ann.luck + ann.own + ann.others + ann.rest, 9) == ann.result
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


class MoveCost(NamedTuple):
    move: Move
    cost: float


@dataclass(frozen=True, slots=True)
class Choice(Result):
    """A real choice: a decision with more than one legal move.

    Examples:
        >>> from qwixx.coach import review
        >>> from qwixx.notation import read_record
        >>> headers = '[Variant "classic"]\\n[Players "Ann" "Ben"]\\n[First "0"]\\n'
        >>> choice = review(read_record(headers + "\\n1. 65/1126  r11 g11  b12\\n")).choices[0]
        >>> str(choice.played), choice.grade.value, str(choice.reasons[0])
        ('r11', 'blunder', 'after red 11 you can no longer lock red')
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
    """The name of `cost`."""
    fight: bool
    """Whether it was a fight for a lock."""
    costs: tuple[MoveCost, ...]
    """Every legal move with its cost, best first."""
    reasons: tuple[Reason, ...] = ()
    """The reasons why it was worse than the best."""


@dataclass(frozen=True, slots=True)
class Step(Result):
    """The chances at one moment of a game.

    Examples:
        >>> from qwixx.coach import Step
        >>> Step(1, "roll", (0.5, 0.5), (70.0, 70.0)).as_json()["shares"]
        [0.5, 0.5]
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


@dataclass(frozen=True, slots=True)
class Review(Result):
    """The review of a whole game.

    Examples:
        >>> from qwixx.coach import review
        >>> from qwixx.notation import read_record
        >>> headers = '[Variant "classic"]\\n[Players "Ann" "Ben"]\\n[First "0"]\\n'
        >>> found = review(read_record(headers + "\\n1. 65/1126  r11 g11  b12\\n"))
        >>> found.unit.value, found.finished, len(found.choices), len(found.chances)
        ('share', False, 3, 5)
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
