"""What is asked and answered over HTTP."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from qwixx.protocol.cards import Card, ClosedRow
from qwixx.protocol.views import Dice, Options
from qwixx.table.types import (
    Move,
    RefusalCode,
    Secret,
    Stage,
    TableCode,
    Variant,
)


class BotLevel(Struct, rename="camel", frozen=True):
    name: str
    strength: int
    """1 is the weakest."""
    for_players: bool
    """Made for people to play against; the others are there to compare with."""
    variants: list[str]
    """What it can play."""


class OpenTable(Struct, rename="camel", frozen=True):
    secret: Secret
    name: str
    options: Options
    bots: Annotated[list[str], Meta(max_length=4)]
    """Levels of the bots that sit down at once."""
    start: bool
    """Start as soon as this browser has sealed its part: "Play now"."""
    program: bool = False
    """Not a browser but a program will play: the seat says so to all."""


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
    """You are asked something."""
    others: list[str]
    card: Card | None


class Frame(Struct, rename="camel", frozen=True):
    """One step of a replay: the table after a throw, a white phase or a whole turn."""

    turn: int
    step: Literal["roll", "white", "colour"]
    active: int
    roll: Dice
    white: list[Move] | None
    """From the white step on."""
    colour: Move | None
    """In the colour step; null where there was none."""
    misthrow: bool
    cards: list[Card]
    closed: list[ClosedRow]


class PageError(Struct, rename="camel", frozen=True):
    """Something in the page broke. The server logs where, and nothing that a player has typed."""

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
            "no-hints",  # the host has not allowed them
            "no-review",  # played by a house rule, of which the coach knows nothing
            "busy",  # too many ask the coach; a little later there may be room
        ]
    )
