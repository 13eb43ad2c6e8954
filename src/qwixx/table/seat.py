"""Who sits where, and what they have sealed."""

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
    preferences: SeatPreferences = _USUAL
    ticket: str = ""
    """The hash of the ticket with which another device may take this seat."""
    commitment: str = ""
    part: str = ""
    excused: bool = False
    """The dice of this game do without a part from here."""
    lucky: tuple[int, ...] = ()
    """The lucky numbers that were set by hand for this seat; none: they are dealt."""
