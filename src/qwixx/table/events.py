"""The log of a table: what has happened, one entry after the other.

An entry says what was decided, never what follows from it: the dice, the cards and the end of a
game come out of folding the log (see `state`). Logs are kept for as long as their tables are, so a
field may be added with a default, but the meaning and the default of a field never change.
"""

from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules import Colour
from qwixx.table.words import Hand, Options, Preferences


@dataclass(frozen=True, slots=True)
class Opened:
    """The table is there. The person who opened it has the first seat and is host."""

    options: Options
    person: str
    """The hash of the secret that the browser drew."""
    name: str
    bots: tuple[tuple[str, str], ...]
    """Level and name of the bots in the next seats."""
    secret: str
    """The house's secret for the dice of the first game."""
    start: bool
    program: bool = False
    """The first seat is played by somebody's program."""
    day: str = ""
    """The day whose game this is, `2026-11-15`: its dice are the same for everybody."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A player has taken a free seat."""

    seat: int
    person: str
    name: str
    program: bool = False


@dataclass(frozen=True, slots=True)
class BotSat:
    """A bot has taken a seat, or has become another one."""

    seat: int
    level: str
    name: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player is called otherwise from now on."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Vacated:
    """A seat was given up or taken away. In a game a bot plays on; in the lobby it is free."""

    seat: int
    host: int | None
    """Who is host from now on."""
    bot: str | None


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another player is host."""

    host: int


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """Something else is to be played, or by more or fewer."""

    options: Options


@dataclass(frozen=True, slots=True)
class PreferencesSet:
    """A player wants other things done without being asked."""

    seat: int
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class TicketIssued:
    """Another device may take this seat."""

    seat: int
    ticket: str
    """The hash of the ticket."""


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """Another device has taken this seat."""

    seat: int
    person: str
    program: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """The people are settled; free seats are gone."""


@dataclass(frozen=True, slots=True)
class Committed:
    """A player has sealed a part of the dice."""

    seat: int
    commitment: str


@dataclass(frozen=True, slots=True)
class Excused:
    """These seats sent no commitment in time; the dice do without them."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resealed:
    """These seats did not reveal: all that is known is thrown away, and sealing begins anew."""

    seats: tuple[int, ...]
    secret: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """A player has shown what was sealed."""

    seat: int
    part: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice were thrown. What they show follows from what was sealed."""

    by: Hand = "player"


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat has answered the phase that runs, or changed its answer."""

    seat: int
    move: str
    by: Hand = "player"


@dataclass(frozen=True, slots=True)
class Retracted:
    """A seat has taken its white answer back."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A bot plays for somebody who is away …"""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Returned:
    """… and who is back now."""

    seat: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """A player would play again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A player who had agreed to play again would not after all."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people play again."""

    secret: str


@dataclass(frozen=True, slots=True)
class RematchedWithout:
    """The same people play again, but these still look at the result: bots play for them."""

    secret: str
    seats: tuple[int, ...]
    level: str


@dataclass(frozen=True, slots=True)
class Reopened:
    """Back to the lobby, to change people or game."""

    secret: str


@dataclass(frozen=True, slots=True)
class FirstSet:
    """That seat rolls first in the next game with real dice; None is by lot."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class LuckySet:
    """These lucky numbers are on that seat's card; none: they are dealt."""

    seat: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceEntered:
    """Real dice have fallen like this."""

    roll: str
    seat: int | None
    """Who has entered them; None is nobody in a seat."""


@dataclass(frozen=True, slots=True)
class DiceCorrected:
    """They have fallen otherwise: whatever was answered to them is given back."""

    roll: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class CorrectionAsked:
    """Somebody says that they have fallen otherwise, which the active player has to agree to."""

    roll: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class CorrectionDeclined:
    """The dice stay as they were entered."""


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The dice that ended the game are right: it is over."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class ScreenInvited:
    """A screen may come and roll or enter dice for those who sit here."""

    ticket: str
    """The hash of the ticket."""


@dataclass(frozen=True, slots=True)
class ScreenAdmitted:
    """It has come."""

    person: str
    """The hash of its secret."""


@dataclass(frozen=True, slots=True)
class CardSat:
    """A card without a phone of its own has taken a free seat at a pad."""

    seat: int
    keeper: int
    """On the phone of the player in this seat."""
    name: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A cell was crossed on a card of a pad, or a misthrow marked."""

    seat: int
    mark: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """That was a slip."""

    seat: int
    mark: str


@dataclass(frozen=True, slots=True)
class LockLeft:
    """A seat does not cross the lock of a row that others have closed."""

    seat: int
    colour: Colour


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
    | Agreed
    | Withdrawn
    | Rematched
    | RematchedWithout
    | Reopened
    | FirstSet
    | LuckySet
    | DiceEntered
    | DiceCorrected
    | CorrectionAsked
    | CorrectionDeclined
    | ResultConfirmed
    | ScreenInvited
    | ScreenAdmitted
    | CardSat
    | Marked
    | TakenBack
    | LockLeft
)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, and when and by whose wish it came about."""

    at: int
    """When it was decided, in milliseconds since 1970."""
    event: Event
    by: str = ""
    """Who asked for it: the hash of a secret, or nothing."""
    action: str = ""
    """The id of the action, by which a second sending is known."""
