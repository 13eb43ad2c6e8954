"""The log of a table: its events, one entry after the other.

An entry records a decision and not its consequences. All later versions read stored entries, so
no tag, field, meaning or default ever changes. A field that has its default is not written.
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

# The events of other modules are exported from here.
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
    """A table was opened. The person who opened it has the first seat and is host."""

    options: GameOptions
    person: str
    name: str
    bots: tuple[tuple[str, str], ...]
    """The levels and names of bots in the next seats."""
    secret: str
    """The server's secret for the dice of the first game."""
    start: bool
    program: bool = False
    """Whether a user's program plays the first seat."""
    day: str = ""
    """For a game of the day: the day, `2026-11-15`. Its dice are the same for everybody."""


class Sat(BaseEvent, tag="sat", frozen=True):
    """A player has taken a free seat."""

    seat: int
    person: str
    name: str
    program: bool = False


class BotSat(BaseEvent, tag="bot-sat", frozen=True):
    """A bot has taken a seat, or its level has changed."""

    seat: int
    level: str
    name: str


class Renamed(BaseEvent, tag="renamed", frozen=True):
    """A player has changed their name."""

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
    """The seat of the host from now on."""
    bot: str | None


class HostChanged(BaseEvent, tag="host-changed", frozen=True):
    """Another player is host."""

    host: int


class OptionsSet(BaseEvent, tag="options-set", frozen=True):
    """The options were changed."""

    options: GameOptions


class PreferencesSet(BaseEvent, tag="preferences-set", frozen=True):
    """A player has changed their preferences."""

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
    """The host has started the game. Free seats are removed."""


class Committed(BaseEvent, tag="committed", frozen=True):
    """A player has committed to a part of the dice."""

    seat: int
    commitment: str


class Excused(BaseEvent, tag="excused", frozen=True):
    """These seats sent no commitment in time. The dice are made without their parts."""

    seats: tuple[int, ...]


class Resealed(BaseEvent, tag="resealed", frozen=True):
    """These seats did not reveal. All commitments and parts are dropped, and sealing restarts."""

    seats: tuple[int, ...]
    secret: str


class Revealed(BaseEvent, tag="revealed", frozen=True):
    """A player has revealed a part of the dice."""

    seat: int
    part: str


class Rolled(BaseEvent, tag="rolled", frozen=True):
    """The dice were rolled. The roll follows from the sealed secrets."""

    by: Hand = "player"


class Chose(BaseEvent, tag="chose", frozen=True):
    """A seat has answered the current phase, or changed its answer."""

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
    """A bot plays for an absent player from now on."""

    seat: int
    level: str


class Returned(BaseEvent, tag="returned", frozen=True):
    """A player is back, and a bot no longer plays for them."""

    seat: int


class Agreed(BaseEvent, tag="agreed", frozen=True):
    """A player would play again."""

    seat: int


class Withdrawn(BaseEvent, tag="withdrawn", frozen=True):
    """A player has withdrawn their agreement to play again."""

    seat: int


class Rematched(BaseEvent, tag="rematched", frozen=True):
    """The same people play again."""

    secret: str
    joining: tuple[int, ...] = ()
    """The granted requests of spectators who sit down now."""


class RematchedWithout(BaseEvent, tag="rematched-without", frozen=True):
    """The same people play again. Bots play for these seats, which have not agreed yet."""

    secret: str
    seats: tuple[int, ...]
    level: str
    joining: tuple[int, ...] = ()


class Reopened(BaseEvent, tag="reopened", frozen=True):
    """The table is back in the lobby."""

    secret: str
    joining: tuple[int, ...] = ()


class FirstSet(BaseEvent, tag="first-set", frozen=True):
    """That seat rolls first in the next game with real dice; None draws lots."""

    seat: int | None


class LuckySet(BaseEvent, tag="lucky-set", frozen=True):
    """These lucky numbers are on that seat's card. An empty tuple is dealt."""

    seat: int
    numbers: tuple[int, ...]


class DiceEntered(BaseEvent, tag="dice-entered", frozen=True):
    """A roll of real dice was entered."""

    roll: str
    seat: int | None


class DiceCorrected(BaseEvent, tag="dice-corrected", frozen=True):
    """A roll of real dice was corrected. All answers to it are given back."""

    roll: str
    seat: int | None


class CorrectionAsked(BaseEvent, tag="correction-asked", frozen=True):
    """A player wants to correct a roll. The active player has to agree."""

    roll: str
    seat: int | None


class CorrectionDeclined(BaseEvent, tag="correction-declined", frozen=True):
    """The active player has declined the correction."""


class ResultConfirmed(BaseEvent, tag="result-confirmed", frozen=True):
    """A player has confirmed the last turn of a game with real dice, or the end of a pad."""

    seat: int | None


if TYPE_CHECKING:
    Event: TypeAlias = BaseEvent
else:
    Event = Union[tuple(BaseEvent.__subclasses__())]  # noqa: UP007


class Entry(Struct, frozen=True, omit_defaults=True):
    """An event, with its time and the person who asked for it."""

    at: int
    """The time of the decision, in milliseconds since 1970."""
    event: Event
    by: str = ""
    """The hash of the secret of the person who asked for it; empty for the server."""
    action: str = ""
    """The id of the action, by which a repetition is recognized."""
