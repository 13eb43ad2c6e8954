"""The log of a table: what has happened, one entry after the other.

An entry says what was decided, never what follows from it. All later versions read stored entries,
so no tag, field, meaning or default ever changes. A field that has its default is not written.
"""

from typing import TYPE_CHECKING, TypeAlias, Union

from msgspec import Struct

from qwixx.table.base_event import BaseEvent
from qwixx.table.options import GameOptions, Hand, SeatPreferences
from qwixx.table.pad_events import CardSat, LockLeft, Marked, TakenBack
from qwixx.table.visitor_events import (
    ScreenAdmitted,
    ScreenInvited,
    SeatAsked,
    SeatAskEnded,
    SeatGranted,
)

# The events of other modules, which are read as those of this one.
__all__ = [
    "CardSat",
    "LockLeft",
    "Marked",
    "ScreenAdmitted",
    "ScreenInvited",
    "SeatAskEnded",
    "SeatAsked",
    "SeatGranted",
    "TakenBack",
]


class Opened(BaseEvent, tag="opened", frozen=True):
    """The table is there. The person who opened it has the first seat and is host."""

    options: GameOptions
    person: str
    name: str
    bots: tuple[tuple[str, str], ...]
    """Level and name, in the next seats."""
    secret: str
    """The server's secret for the dice of the first game."""
    start: bool
    program: bool = False
    """The first seat is played by somebody's program."""
    day: str = ""
    """The day whose game this is, `2026-11-15`: its dice are the same for everybody."""


class Sat(BaseEvent, tag="sat", frozen=True):
    """A player has taken a free seat."""

    seat: int
    person: str
    name: str
    program: bool = False


class BotSat(BaseEvent, tag="bot-sat", frozen=True):
    """A bot has taken a seat, or has become another one."""

    seat: int
    level: str
    name: str


class Renamed(BaseEvent, tag="renamed", frozen=True):
    """A player is called otherwise from now on."""

    seat: int
    name: str


class PortraitSet(BaseEvent, tag="portrait-set", frozen=True):
    """A player has another portrait from now on."""

    seat: int
    portrait: str


class Vacated(BaseEvent, tag="vacated", frozen=True):
    """A seat was given up or taken away. In a game a bot plays on; in the lobby it is free."""

    seat: int
    host: int | None
    """Who is host from now on."""
    bot: str | None


class HostChanged(BaseEvent, tag="host-changed", frozen=True):
    """Another player is host."""

    host: int


class OptionsSet(BaseEvent, tag="options-set", frozen=True):
    """Something else is to be played, or by more or fewer."""

    options: GameOptions


class PreferencesSet(BaseEvent, tag="preferences-set", frozen=True):
    """A player wants other things done without being asked."""

    seat: int
    preferences: SeatPreferences


class TicketIssued(BaseEvent, tag="ticket-issued", frozen=True):
    """Another device may take this seat."""

    seat: int
    ticket: str


class SeatMoved(BaseEvent, tag="seat-moved", frozen=True):
    """Another device has taken this seat."""

    seat: int
    person: str
    program: bool = False


class Started(BaseEvent, tag="started", frozen=True):
    """The people are settled; free seats are gone."""


class Committed(BaseEvent, tag="committed", frozen=True):
    """A player has sealed a part of the dice."""

    seat: int
    commitment: str


class Excused(BaseEvent, tag="excused", frozen=True):
    """These seats sent no commitment in time; the dice do without them."""

    seats: tuple[int, ...]


class Resealed(BaseEvent, tag="resealed", frozen=True):
    """These seats did not reveal: all that is known is thrown away, and sealing begins anew."""

    seats: tuple[int, ...]
    secret: str


class Revealed(BaseEvent, tag="revealed", frozen=True):
    """A player has shown what was sealed."""

    seat: int
    part: str


class Rolled(BaseEvent, tag="rolled", frozen=True):
    """The dice were thrown. What they show follows from what was sealed."""

    by: Hand = "player"


class Chose(BaseEvent, tag="chose", frozen=True):
    """A seat has answered the phase that runs, or changed its answer."""

    seat: int
    move: str
    by: Hand = "player"


class Retracted(BaseEvent, tag="retracted", frozen=True):
    """A seat has taken its white answer back."""

    seat: int


class Undone(BaseEvent, tag="undone", frozen=True):
    """A seat has taken back its latest choice since the last roll, though all have seen it."""

    seat: int


class TakenOver(BaseEvent, tag="taken-over", frozen=True):
    """A bot plays for somebody who is away …"""

    seat: int
    level: str


class Returned(BaseEvent, tag="returned", frozen=True):
    """… and who is back now."""

    seat: int


class Agreed(BaseEvent, tag="agreed", frozen=True):
    """A player would play again."""

    seat: int


class Withdrawn(BaseEvent, tag="withdrawn", frozen=True):
    """A player who had agreed to play again would not after all."""

    seat: int


class Rematched(BaseEvent, tag="rematched", frozen=True):
    """The same people play again."""

    secret: str
    joining: tuple[int, ...] = ()
    """Who sits down now: the asks of those who were let in."""


class RematchedWithout(BaseEvent, tag="rematched-without", frozen=True):
    """The same people play again, but these still look at the result: bots play for them."""

    secret: str
    seats: tuple[int, ...]
    level: str
    joining: tuple[int, ...] = ()


class Reopened(BaseEvent, tag="reopened", frozen=True):
    """Back to the lobby, to change people or game."""

    secret: str
    joining: tuple[int, ...] = ()


class FirstSet(BaseEvent, tag="first-set", frozen=True):
    """That seat rolls first in the next game with real dice; None is by lot."""

    seat: int | None


class LuckySet(BaseEvent, tag="lucky-set", frozen=True):
    """These lucky numbers are on that seat's card; none: they are dealt."""

    seat: int
    numbers: tuple[int, ...]


class DiceEntered(BaseEvent, tag="dice-entered", frozen=True):
    """Real dice have fallen like this."""

    roll: str
    seat: int | None


class DiceCorrected(BaseEvent, tag="dice-corrected", frozen=True):
    """They have fallen otherwise: whatever was answered to them is given back."""

    roll: str
    seat: int | None


class CorrectionAsked(BaseEvent, tag="correction-asked", frozen=True):
    """Somebody says that they have fallen otherwise, which the active player has to agree to."""

    roll: str
    seat: int | None


class CorrectionDeclined(BaseEvent, tag="correction-declined", frozen=True):
    """The dice stay as they were entered."""


class ResultConfirmed(BaseEvent, tag="result-confirmed", frozen=True):
    """The dice that ended the game are right: it is over."""

    seat: int | None


if TYPE_CHECKING:
    Event: TypeAlias = BaseEvent
else:
    Event = Union[tuple(BaseEvent.__subclasses__())]  # noqa: UP007


class Entry(Struct, frozen=True, omit_defaults=True):
    """An event, and when and by whose wish it came about."""

    at: int
    """When it was decided, in milliseconds since 1970."""
    event: Event
    by: str = ""
    """Who asked for it: the hash of a secret, or nothing."""
    action: str = ""
    """The id of the action, by which a second sending is known."""
