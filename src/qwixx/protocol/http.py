"""The bodies of HTTP requests and answers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from qwixx.protocol.actions import Open
from qwixx.protocol.cards import Card, ClosedRow
from qwixx.protocol.dice import Dice
from qwixx.protocol.types import Move, RefusalCode, Secret, Stage, TableCode, Variant


class BotLevel(Struct, rename="camel", frozen=True):
    name: str
    strength: int
    """1 is the weakest."""
    for_players: bool
    """Whether it is made for people to play against; the others serve for comparison."""
    variants: list[str]
    """The variants that it can play."""


class OpenTable(Open, rename="camel", frozen=True, kw_only=True):
    secret: Secret


class TableOpened(Struct, rename="camel", frozen=True):
    code: TableCode


class MySeat(Struct, rename="camel", frozen=True):
    code: Annotated[str, Meta(max_length=12)]
    secret: Secret


class Mine(Struct, rename="camel", frozen=True):
    seats: Annotated[list[MySeat], Meta(max_length=50)]


class TableSummary(Struct, rename="camel", frozen=True):
    code: TableCode
    stage: Stage
    variant: Variant
    turn: int
    """0 before the game."""
    yours: bool
    """Whether it is your turn to roll or to answer."""
    others: list[str]
    bots: list[str]
    """The levels of the bots among the others."""
    card: Card | None


class Frame(Struct, rename="camel", frozen=True):
    """One step of a replay: the table after a roll, a white phase or a whole turn."""

    turn: int
    step: Literal["roll", "white", "colour"]
    active: int
    roll: Dice
    white: list[Move] | None
    """From the white step on."""
    colour: Move | None
    """In the colour step; null if the white phase ended the game."""
    misthrow: bool
    cards: list[Card]
    closed: list[ClosedRow]


# The game of the day. Days are in UTC, written `2026-11-15`


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


# Errors


class PageError(Struct, rename="camel", frozen=True):
    """An error in the page. The server logs its place, and nothing that a player has typed."""

    message: Annotated[str, Meta(max_length=300)]
    stack: Annotated[str, Meta(max_length=2000)]
    page: Annotated[str, Meta(pattern=r"\A[\w.-]{0,40}\Z")]
    """The script that the page started with, which names its version."""
    browser: Literal["chromium", "firefox", "safari", "other"]


ProblemCode: TypeAlias = (
    RefusalCode
    | Literal[
        "no-such-table",
        "no-such-day",
        "day-over",  # that day's game can no longer be begun
        "not-over",
        "not-found",
        "bad-record",  # no record of a game, or one that breaks the rules
        "no-hints",  # the host has not allowed hints
        "no-review",  # the game has a house rule, which the coach does not know
        "busy",  # too many ask the coach; try again a little later
    ]
)
"""The reason for refusing a request."""


class Problem(Struct, rename="camel", frozen=True):
    """The body of every answer that is an error."""

    code: ProblemCode
