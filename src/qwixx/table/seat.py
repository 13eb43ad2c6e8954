"""Seats with their players and sealed parts, and requests for seats."""

from dataclasses import dataclass
from typing import Final

from qwixx.protocol.types import Portrait, SeatKind
from qwixx.table.options import SeatPreferences

_USUAL: Final = SeatPreferences()


@dataclass(eq=False)
class Seat:
    """A seat and its player."""

    kind: SeatKind = "free"
    name: str = ""
    person: str = ""  # the hash of the player's secret
    program: bool = False  # a user's program plays
    bot: str | None = None  # the level of the bot that sits here, or plays for the player
    next_bot: str = ""  # the level of this bot in the next game, if it changes
    preferences: SeatPreferences = _USUAL
    portrait: Portrait = ""
    ticket: str = ""  # the hash of the ticket that moves this seat to another device
    commitment: str = ""
    part: str = ""
    excused: bool = False  # the dice of this game are made without a part from this seat
    lucky: tuple[int, ...] = ()  # the lucky numbers that were set by hand; empty: dealt


@dataclass(slots=True)
class Ask:
    """A spectator's request for a seat."""

    person: str
    name: str
    program: bool
    granted: bool = False
    declined: bool = False  # holds until the next game
