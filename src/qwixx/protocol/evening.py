"""The score of an evening: all games of one table, and those who ask for a seat at it."""

from msgspec import Struct

from qwixx.protocol.types import SeriesKind


class EveningLine(Struct, rename="camel", frozen=True):
    """A person or a bot that has played at this table."""

    name: str
    bot: bool
    seat: int | None
    """Where they sit now; null: they have left."""
    games: int
    wins: int
    """A shared win counts for each of the winners."""
    points: int
    """Over all games."""


class EveningGame(Struct, rename="camel", frozen=True):
    number: int
    """Of the game, among those at the table."""
    points: list[int | None]
    """By line; null: did not play."""
    places: list[int | None]
    """By line, 1 for the winners."""


class Series(Struct, rename="camel", frozen=True):
    """The series that runs, or the one that the last game has decided."""

    kind: SeriesKind
    goal: int
    games: int
    """Games that count for it so far."""
    score: list[int]
    """By line: wins or points."""
    winners: list[int]
    """Lines, once somebody has reached the goal."""


class Evening(Struct, rename="camel", frozen=True):
    """What was played at this table so far. Old lines and games are counted, but left out."""

    games: int
    """How many games are over."""
    lines: list[EveningLine]
    """In the order in which they first played."""
    last: list[EveningGame]
    """The last games, the oldest first."""
    series: Series | None
    """null: no series is played."""


class SeatAsk(Struct, rename="camel", frozen=True):
    """Somebody who watches would like to play in the next game."""

    ask: int
    """Names this wish: the version to which `ask-seat` has led."""
    name: str
    granted: bool
    """They sit down when the next game begins."""
