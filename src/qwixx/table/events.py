"""The log of a table: what has happened, one entry after the other.

An entry says what was decided, never what follows from it: the dice, the cards and the end of a
game come out of folding the log (see `state`). Entries are kept for as long as the table is, so a
field may be added with a default but never change its meaning.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from qwixx.protocol.views import Options, Preferences

ChosenBy: TypeAlias = Literal["player", "bot", "auto", "timer"]


class Opened(Struct, tag="opened", frozen=True):
    """The table is there. The person who opened it has the first seat and is host."""

    options: Options
    person: str
    """The hash of the secret that the browser drew."""
    name: str
    bots: list[tuple[str, str]]
    """Level and name of the bots in the next seats."""
    secret: str
    """The server's secret for the dice of the first game."""
    start: bool


class Sat(Struct, tag="sat", frozen=True):
    seat: int
    person: str
    name: str


class BotSat(Struct, tag="bot-sat", frozen=True):
    seat: int
    level: str
    name: str


class Renamed(Struct, tag="renamed", frozen=True):
    seat: int
    name: str


class Vacated(Struct, tag="vacated", frozen=True):
    """A seat was given up or taken away. In a game a bot plays on; in the lobby it is free."""

    seat: int
    host: int | None
    """Who is host from now on."""
    bot: str | None


class HostChanged(Struct, tag="host-changed", frozen=True):
    host: int


class OptionsSet(Struct, tag="options-set", frozen=True):
    options: Options


class PreferencesSet(Struct, tag="preferences-set", frozen=True):
    seat: int
    preferences: Preferences


class TicketIssued(Struct, tag="ticket-issued", frozen=True):
    seat: int
    ticket: str
    """The hash of the ticket."""


class SeatMoved(Struct, tag="seat-moved", frozen=True):
    seat: int
    person: str


class Started(Struct, tag="started", frozen=True):
    """The people are settled; free seats are gone."""


class Committed(Struct, tag="committed", frozen=True):
    seat: int
    commitment: str


class Excused(Struct, tag="excused", frozen=True):
    """These seats sent no commitment in time; the dice do without them."""

    seats: list[int]


class Resealed(Struct, tag="resealed", frozen=True):
    """These seats did not reveal: all that is known is thrown away, and sealing begins anew."""

    seats: list[int]
    secret: str


class Revealed(Struct, tag="revealed", frozen=True):
    seat: int
    part: str


class Rolled(Struct, tag="rolled", frozen=True):
    by: ChosenBy = "player"


class Chose(Struct, tag="chose", frozen=True):
    seat: int
    move: str
    by: ChosenBy = "player"


class Retracted(Struct, tag="retracted", frozen=True):
    seat: int


class TakenOver(Struct, tag="taken-over", frozen=True):
    """A bot plays for somebody who is away …"""

    seat: int
    level: str


class Returned(Struct, tag="returned", frozen=True):
    """… and who is back now."""

    seat: int


class Rematched(Struct, tag="rematched", frozen=True):
    secret: str


class Reopened(Struct, tag="reopened", frozen=True):
    secret: str


Event: TypeAlias = (
    Opened
    | Sat
    | BotSat
    | Renamed
    | Vacated
    | HostChanged
    | OptionsSet
    | PreferencesSet
    | TicketIssued
    | SeatMoved
    | Started
    | Committed
    | Excused
    | Resealed
    | Revealed
    | Rolled
    | Chose
    | Retracted
    | TakenOver
    | Returned
    | Rematched
    | Reopened
)


class Entry(Struct, frozen=True, omit_defaults=True):
    at: int
    """When it was decided, in milliseconds since 1970."""
    event: Event
    by: str = ""
    """Who asked for it: the hash of a secret, or nothing."""
    action: str = ""
    """The id of the action, by which a second sending is known."""
