"""The game of the day over HTTP. Days are those of UTC, written `2026-11-15`."""

from msgspec import Struct

from qwixx.protocol.types import Secret, TableCode


class PlayDay(Struct, rename="camel", frozen=True):
    """Take a seat in the game of that day: once for each secret, the same table every time."""

    secret: Secret
    day: str
    """The day that the page shows. When it is over, the answer is `day-over`."""


class DaySeal(Struct, rename="camel", frozen=True):
    """What is published about a day before it begins."""

    day: str
    seal: str
    """The SHA-256 of the secret from which its dice follow."""
    sealed_at: int
    """When it was drawn, in milliseconds since 1970 by the server's clock."""


class DayTen(Struct, rename="camel", frozen=True):
    """How many have so many points."""

    points: int
    """70 stands for 70 to 79."""
    players: int


class Day(Struct, rename="camel", frozen=True):
    """A day that has begun."""

    day: str
    seal: str
    sealed_at: int
    secret: str | None
    """Told an hour after the day, when games of it no longer count."""
    players: int
    """Who have finished it in time."""
    tens: list[DayTen]
    """The fewest points first."""
    most: int | None
    """The most points …"""
    best: TableCode | None
    """… and the table where they were made, when the secret is told."""


class Today(Struct, rename="camel", frozen=True):
    today: Day
    left: int
    """Milliseconds until the next day begins, by the server's clock."""
    tomorrow: DaySeal
    yesterday: Day | None
    """null where there was no game yesterday."""


class DayResult(Struct, rename="camel", frozen=True):
    """Somebody's game of a day among all of that day."""

    day: Day
    points: int | None
    """null: it is not over yet."""
    place: int | None
    """null: it is not over, or was over too late to count, or was given up to a bot."""
