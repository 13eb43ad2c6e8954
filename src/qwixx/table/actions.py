"""What can be asked for at a table: by people, or by the house on its own."""

from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules import Colour
from qwixx.table.words import Options, Preferences

# Coming and going


@dataclass(frozen=True, slots=True)
class Open:
    """A new table, with who asks for it in the first seat. See `decide.open_table`."""

    name: str
    options: Options
    bots: tuple[str, ...] = ()
    """Levels of the bots that sit down at once."""
    start: bool = False
    """Start as soon as the part of whoever opened it is sealed."""
    program: bool = False
    """Who asks is somebody's program."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat; the lowest free one unless named. Only in the lobby."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called otherwise."""

    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up for good. In a running game a bot plays on."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Lets another device take this seat over: who comes with this ticket, has it."""

    ticket: str


@dataclass(frozen=True, slots=True)
class UseTicket:
    """Takes the seat for which that ticket was issued."""

    ticket: str


@dataclass(frozen=True, slots=True)
class Return:
    """Take the seat back from the bot that has played meanwhile."""


@dataclass(frozen=True, slots=True)
class SetPreferences:
    """Have other things done without being asked."""

    preferences: Preferences


# The host


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Only in the lobby."""

    options: Options


@dataclass(frozen=True, slots=True)
class AddBot:
    """Only in the lobby. On a bot's seat it changes the level."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Frees a seat, a bot's or a player's. In a running game a bot plays on."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """Makes another player host."""

    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """Settles who plays; the dice are sealed next."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A bot plays for a seat that is away, until its player returns."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """Agree to play again, once over: same people, next first player. It begins when everybody who
    is here has agreed."""

    now: bool = False
    """The host: without those who have not agreed; bots play for them until they come."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take it back to have agreed to play again, as long as the others have not begun."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """Once over: back to the lobby, to change people or game."""


# Fair dice


@dataclass(frozen=True, slots=True)
class Commit:
    """Seals a part of the dice (`fair.commitment`)."""

    game: str
    commitment: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Shows the part that was sealed, once all are."""

    game: str
    part: str


# Playing


@dataclass(frozen=True, slots=True)
class RollDice:
    """The active player throws the dice (which are derived, so this only says when)."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer the white or the colour phase. In the white phase it replaces an earlier answer."""

    move: str


@dataclass(frozen=True, slots=True)
class Retract:
    """Takes the white answer back, while others are still missing."""


# Real dice


@dataclass(frozen=True, slots=True)
class SetFirst:
    """Who rolls first in the next game; None is by lot. The host, in the lobby."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class SetLucky:
    """The lucky numbers on a seat's card; none: they are dealt. The player or the host, in the
    lobby."""

    seat: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EnterDice:
    """What fell. Anybody at the table may say it."""

    roll: str


@dataclass(frozen=True, slots=True)
class CorrectDice:
    """Something else fell. Once somebody has answered, the active player has to agree."""

    roll: str


@dataclass(frozen=True, slots=True)
class AnswerCorrection:
    """The active player agrees to other dice, or does not."""

    agree: bool


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """The turn that ended the game was entered as it fell, or nothing on a pad was a slip: the game
    is over."""


@dataclass(frozen=True, slots=True)
class InviteScreen:
    """Lets a screen roll or enter dice: which comes with this ticket. The host."""

    ticket: str


# A pad


@dataclass(frozen=True, slots=True)
class AddCard:
    """A card without a phone of its own, which is on that of who asks. In the lobby of a pad."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class MarkCard:
    """Cross a cell of a card, `r5`, or mark a misthrow, `m1` to `m4`."""

    seat: int
    mark: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take such a mark back: the last cross of a row, or the last misthrow."""

    seat: int
    mark: str


@dataclass(frozen=True, slots=True)
class LeaveLock:
    """Do not cross the lock of a row that others have closed."""

    seat: int
    colour: Colour


# The house


@dataclass(frozen=True, slots=True)
class GoOn:
    """Somebody is late: the table goes on without their part of the dice, or with another host."""


Action: TypeAlias = (
    Sit
    | Rename
    | Leave
    | Ticket
    | UseTicket
    | Return
    | SetPreferences
    | SetOptions
    | AddBot
    | Remove
    | HandOver
    | Start
    | TakeOver
    | Rematch
    | Withdraw
    | Reopen
    | Commit
    | Reveal
    | RollDice
    | Choose
    | Retract
    | SetFirst
    | SetLucky
    | EnterDice
    | CorrectDice
    | AnswerCorrection
    | ConfirmResult
    | InviteScreen
    | AddCard
    | MarkCard
    | TakeBack
    | LeaveLock
    | GoOn
)
