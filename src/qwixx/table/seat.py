"""Seats with their players and sealed parts, and requests for seats."""

from dataclasses import dataclass
from typing import Final

from qwixx.protocol.types import SeatKind
from qwixx.table.options import SeatPreferences

_USUAL: Final = SeatPreferences()


@dataclass(eq=False)
class Seat:
    """A seat and its player."""

    kind: SeatKind = "free"
    name: str = ""
    person: str = ""
    """The hash of the secret of the player who sits here."""
    program: bool = False
    """Whether the player is a user's program."""
    bot: str | None = None
    """The level of the bot that sits here, or plays for the player."""
    next_bot: str = ""
    """The level of this bot in the next game, if it changes."""
    preferences: SeatPreferences = _USUAL
    portrait: str = ""
    """The picture that the player has chosen; none: the first letter of the name."""
    ticket: str = ""
    """The hash of the ticket that moves this seat to another device."""
    commitment: str = ""
    part: str = ""
    excused: bool = False
    """Whether the dice of this game are made without a part from this seat."""
    lucky: tuple[int, ...] = ()
    """The lucky numbers that were set by hand for this seat. An empty tuple is dealt."""


@dataclass(slots=True)
class Ask:
    """A spectator's request for a seat."""

    person: str
    name: str
    program: bool
    granted: bool = False
    declined: bool = False
    """Whether the host has declined it. The answer holds until the next game."""
