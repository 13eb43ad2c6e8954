"""The score of an evening at one table, and the requests for seats."""

from msgspec import Struct

from qwixx.protocol.types import SeriesKind


class EveningLine(Struct, rename="camel", frozen=True):
    """A person or a bot that has played at this table."""

    name: str
    bot: bool
    seat: int | None
    """The current seat; null if they have left."""
    games: int
    wins: int
    """A shared win counts for each of the winners."""
    points: int
    """The sum over all games."""


class EveningGame(Struct, rename="camel", frozen=True):
    number: int
    """The number of the game at this table."""
    points: list[int | None]
    """The points by line; null for a line that did not play."""
    places: list[int | None]
    """The places by line, 1 for the winners."""


class Series(Struct, rename="camel", frozen=True):
    """The current series, or the one that the last game decided."""

    kind: SeriesKind
    goal: int
    games: int
    """The games that count for it so far."""
    score: list[int]
    """The wins or points by line."""
    winners: list[int]
    """The lines that have reached the goal; empty before."""


class Evening(Struct, rename="camel", frozen=True):
    """The score of all games at this table. Old lines and games are counted, but left out."""

    games: int
    """The number of games that are over."""
    lines: list[EveningLine]
    """Players and bots in the order in which they first played."""
    last: list[EveningGame]
    """The last games, the oldest first."""
    series: Series | None
    """null: no series is played."""


class SeatAsk(Struct, rename="camel", frozen=True):
    """A spectator's request to play in the next game."""

    ask: int
    """The number of this request: the table's version after `ask-seat`."""
    name: str
    granted: bool
    """The spectator sits down when the next game begins."""
