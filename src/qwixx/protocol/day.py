"""The game of the day over HTTP. Days are in UTC, written `2026-11-15`."""

from msgspec import Struct

from qwixx.protocol.types import Secret, TableCode


class PlayDay(Struct, rename="camel", frozen=True):
    """Takes a seat in the game of that day. The same secret always gets the same table."""

    secret: Secret
    day: str
    """The day that the page shows. When it is over, the answer is `day-over`."""


class DaySeal(Struct, rename="camel", frozen=True):
    """The seal of a day, published before the day begins."""

    day: str
    seal: str
    """The SHA-256 of the secret from which its dice follow."""
    sealed_at: int
    """The time of drawing, in milliseconds since 1970 by the server's clock."""


class DayTen(Struct, rename="camel", frozen=True):
    """The number of players with a total in one range of ten points."""

    points: int
    """70 stands for 70 to 79."""
    players: int


class Day(Struct, rename="camel", frozen=True):
    """A day that has begun."""

    day: str
    seal: str
    sealed_at: int
    secret: str | None
    """Published an hour after the day, when its games no longer count."""
    players: int
    """The number of players who finished in time."""
    tens: list[DayTen]
    """The ranges, fewest points first."""
    most: int | None
    """The most points of any player."""
    best: TableCode | None
    """The table with the most points; null until the secret is published."""


class Today(Struct, rename="camel", frozen=True):
    today: Day
    left: int
    """Milliseconds until the next day begins, by the server's clock."""
    tomorrow: DaySeal
    yesterday: Day | None
    """null if there was no game yesterday."""


class DayResult(Struct, rename="camel", frozen=True):
    """A player's game of a day, compared with all of that day."""

    day: Day
    points: int | None
    """null until it is over."""
    place: int | None
    """null if the game is not over, ended too late to count, or was left to a bot."""
