"""The bodies of HTTP requests and answers."""

from typing import Annotated, Literal

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


class PageError(Struct, rename="camel", frozen=True):
    """An error in the page. The server logs its place, and nothing that a player has typed."""

    message: Annotated[str, Meta(max_length=300)]
    stack: Annotated[str, Meta(max_length=2000)]
    page: Annotated[str, Meta(pattern=r"\A[\w.-]{0,40}\Z")]
    """The script that the page started with, which names its version."""
    browser: Literal["chromium", "firefox", "safari", "other"]


class Problem(Struct, rename="camel", frozen=True):
    """The body of every answer that is an error."""

    code: (
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
