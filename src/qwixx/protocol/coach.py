"""Answers of the coach: hints while playing, and reviews of games.

Shares, costs and parts of a sum are numbers from 0 to 1 (differences from -1 to 1). In a solo game
they are points.
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
    """The value of the best move less that of this one."""


class AskHint(Struct, rename="camel", frozen=True):
    secret: Secret
    """Names the player, who gets hints about their own seat only."""


class HintMove(Struct, rename="camel", frozen=True):
    move: Move
    share: float
    """The winning chance after this move; in a solo game, the expected points."""
    cost: float
    reasons: list[Why]
    mix: float | None = None
    """In a fight for a lock, the probability with which this move should be chosen."""


class Hint(Struct, rename="camel", frozen=True):
    version: int
    """The version of the table that the hint is about."""
    moves: list[HintMove]
    """Every legal move, best first."""


class SoloGame(Struct, rename="camel", frozen=True):
    """A variant that can be played solo on this server."""

    variant: Variant
    exact: bool
    """Whether the server has solved it, so that choices are compared with the exact optimum.
    Otherwise the net estimates their values."""


class ReviewSeat(Struct, frozen=True):
    """The result of a seat as a sum: result = expected + luck + own + others + rest."""

    name: str
    result: float
    """The share of the win; in an unfinished game, the latest winning chance."""
    expected: float
    luck: float
    own: float
    others: float
    rest: float
    """The part that the other terms do not explain."""
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
    """The loss against the best answer to the moves that the others really made."""
    grade: Grade
    fight: bool
    """Whether it was a fight for a lock: its best answer depends on hidden choices of others."""
    moves: list[MoveCost]
    """Every legal move, best first."""
    reasons: list[Why]


class ReviewStep(Struct, frozen=True):
    """The winning chances at one step of a game."""

    turn: int
    after: Literal["start", "roll", "white", "colour", "end"]
    shares: list[float]
    points: list[float]
    """Expected final totals."""


class Review(Struct, frozen=True):
    """A review of a whole game, as `qwixx review --json` prints it."""

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
    """Whether each seat is known to be a bot's."""
    first: int
    lucky: list[list[int]]
    """The lucky numbers of each seat: two in Longo, otherwise none."""
    frames: list[Frame]
    record: str
    """The text of the record, as in a file."""
    review: Review
