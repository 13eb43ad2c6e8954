"""Who sits where and what they have sealed, and who asks for a seat."""

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
    """That player is somebody's program."""
    bot: str | None = None
    """The level of the bot that sits here, or plays for the player."""
    next_bot: str = ""
    """The level of the bot that sits here in the next game, where it is to be another one."""
    preferences: SeatPreferences = _USUAL
    portrait: str = ""
    """The picture that the player has chosen; none: the first letter of the name."""
    ticket: str = ""
    """The hash of the ticket with which another device may take this seat."""
    commitment: str = ""
    part: str = ""
    excused: bool = False
    """The dice of this game do without a part from here."""
    lucky: tuple[int, ...] = ()
    """The lucky numbers that were set by hand for this seat; none: they are dealt."""


@dataclass(slots=True)
class Ask:
    """Somebody would like to play."""

    person: str
    name: str
    program: bool
    granted: bool = False
    declined: bool = False
    """The host has said no. It holds until the next game."""
