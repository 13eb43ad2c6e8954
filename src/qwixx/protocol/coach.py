"""What the coach says: hints while playing, and games looked at again.

Shares, costs and parts of a sum are numbers from 0 to 1 (differences from -1 to 1); alone, points.
"""

from typing import Literal, TypeAlias

from msgspec import Struct, field

from qwixx.protocol.http import Frame
from qwixx.protocol.types import Move, Secret, Variant

Grade: TypeAlias = Literal["best", "inaccuracy", "mistake", "blunder"]


class Why(Struct, frozen=True):
    """Why a move is better: a code for translations, with the facts of its sentence."""

    code: str
    facts: dict[str, float | str]


class MoveCost(Struct, rename="camel", frozen=True):
    move: Move
    cost: float
    """How much less than the best move it brings."""


class AskHint(Struct, rename="camel", frozen=True):
    secret: Secret
    """Says whose hint it is to be: everybody hears about the own seat only."""


class HintMove(Struct, rename="camel", frozen=True):
    move: Move
    share: float
    """The winning chance after it; alone, the points to expect."""
    cost: float
    reasons: list[Why]
    mix: float | None = None
    """In a fight for a lock: how often it should be chosen, for nobody can know what is best."""


class Hint(Struct, rename="camel", frozen=True):
    version: int
    """The version of the table at which this was asked."""
    moves: list[HintMove]
    """Every legal move, best first."""


class SoloGame(Struct, rename="camel", frozen=True):
    """What can be played alone here."""

    variant: Variant
    exact: bool
    """Judged by the exact optimum, which the host has solved; else by the net, which estimates."""


class ReviewSeat(Struct, frozen=True):
    """How a game went for a seat: result = expected + luck + own + others + rest."""

    name: str
    result: float
    """The share of the win; of an unfinished game, the last value reached."""
    expected: float
    luck: float
    own: float
    others: float
    rest: float
    """What is not explained."""
    adjusted: float | None
    given_away: float = field(name="given_away")
    """The sum of the costs of all choices."""


class ReviewChoice(Struct, frozen=True):
    """A decision with more than one legal move."""

    turn: int
    seat: int
    phase: Literal["white", "colour"]
    played: Move
    best: Move
    cost: float
    hindsight: float
    """What the best answer to what the others really played would have brought more."""
    grade: Grade
    fight: bool
    """A fight for a lock: nobody could know what the others would do."""
    moves: list[MoveCost]
    """Every legal move, best first."""
    reasons: list[Why]


class ReviewStep(Struct, frozen=True):
    """The chances at one moment of a game."""

    turn: int
    after: Literal["start", "roll", "white", "colour", "end"]
    shares: list[float]
    points: list[float]
    """Expected final totals."""


class Review(Struct, frozen=True):
    """A whole game, looked at again, as `qwixx review --json` tells it."""

    unit: Literal["share", "points"]
    source: Literal["net", "table"]
    finished: bool
    seats: list[ReviewSeat]
    choices: list[ReviewChoice]
    chances: list[ReviewStep]


class ReviewedGame(Struct, rename="camel", frozen=True):
    """A review, and the game as it can be drawn."""

    variant: Variant
    players: list[str]
    bots: list[bool]
    """Which seats are bots', as far as that is known."""
    first: int
    lucky: list[list[int]]
    """Longo: two numbers for each seat. Classic: empty lists."""
    frames: list[Frame]
    record: str
    """As it is written in a file."""
    review: Review
