"""What a browser may ask for."""

from typing import TYPE_CHECKING, Annotated, Final, TypeAlias, Union

from msgspec import Meta, Struct

from qwixx.protocol.options import OptionChanges, Options, Preferences
from qwixx.protocol.types import (
    ActionId,
    Bytes32,
    Colour,
    EnteredRoll,
    HalfRoll,
    Mark,
    Move,
    SeatNumber,
    Secret,
    Sign,
)

_NO_ID: Final = ""
PRESENT = -1  # the version of an action that is decided on what is true now


class Hello(Struct, tag="hello", rename="camel", frozen=True):
    """The first frame. The secret says who you are at this table; the server keeps its hash.

    With the ticket of a seat that is to move, that seat belongs to this secret from now on.
    """

    secret: Secret
    ticket: Secret | None = None
    protocol: int = 1
    """The number of the protocol that is spoken, PROTOCOL."""
    program: bool = False
    """A program plays: its views have the position, and the seat that it takes says so to all."""
    knows: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    """Variants whose printed card need not be told: views leave their `layout` out."""


class React(Struct, tag="react", rename="camel", frozen=True):
    """A sign for everybody at the table. It is shown and forgotten: no answer comes, nothing is
    kept, and more than MOST_SIGNS in a turn are not passed on."""

    sign: Sign


class Tap(Struct, tag="tap", rename="camel", frozen=True):
    """What of a roll is entered so far, for the others to see, after each tap. It is shown and
    forgotten like a sign; more than MOST_TAPS in a turn are not passed on."""

    roll: HalfRoll


class Action(Struct, rename="camel", frozen=True, kw_only=True):
    """What somebody wants to happen. A message must have an id and a version; an action that
    happens by itself has none."""

    id: ActionId = _NO_ID
    version: int = PRESENT
    """The version of the view the player was looking at."""


# Coming and going


class Open(Struct, rename="camel", frozen=True):
    """A new table, with who asks for it in the first seat."""

    name: str
    options: Options
    bots: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    """Levels of the bots that sit down at once."""
    start: bool = False
    """Start as soon as this browser has sealed its part: "Play now"."""
    program: bool = False
    """Not a browser but a program will play: the seat says so to all."""


class Sit(Action, tag="sit", frozen=True):
    """Take a seat; the lowest free one unless named. Only in the lobby."""

    name: str
    seat: SeatNumber | None = None


class AskSeat(Action, tag="ask-seat", frozen=True):
    """Asks the host for a seat in the next game. Who is here and has none; until they leave."""

    name: str


class StopAsking(Action, tag="stop-asking", frozen=True):
    """Asks for a seat no more."""


class Rename(Action, tag="rename", frozen=True):
    """Be called otherwise."""

    name: str


class Leave(Action, tag="leave", frozen=True):
    """Give the seat up for good. In a running game a bot plays on."""


class Ticket(Action, tag="ticket", frozen=True):
    """Lets another device take this seat over: who says hello with this ticket, has it."""

    ticket: Secret


class Return(Action, tag="return", frozen=True):
    """Take the seat back from the bot that has played meanwhile. Saying hello does it, too."""


class SetPreferences(Action, tag="preferences", frozen=True):
    """Have other things done without being asked."""

    preferences: Preferences


# The host


class SetOptions(Action, tag="options", frozen=True):
    """Only in the lobby."""

    options: Options


class ChangeOptions(Action, tag="change-options", frozen=True):
    """Changes the given options and leaves the others as they are. Only in the lobby."""

    options: OptionChanges


class AddBot(Action, tag="bot", frozen=True):
    """In the lobby. On a bot's seat it changes the level; once a game is over, for the next one."""

    seat: SeatNumber
    level: str


class Remove(Action, tag="remove", frozen=True):
    """Frees a seat, a bot's or a player's. In a running game a bot plays on."""

    seat: SeatNumber


class HandOver(Action, tag="host", frozen=True):
    """Makes another player host."""

    seat: SeatNumber


class Start(Action, tag="start", frozen=True):
    """Settles who plays; the dice are sealed next. The host, in the lobby."""


class TakeOver(Action, tag="take-over", frozen=True):
    """A bot plays for a seat that is away, until its player returns."""

    seat: SeatNumber
    level: str


class AnswerAsk(Action, tag="answer-ask", frozen=True):
    """Lets somebody in who asks for a seat, or does not. In the lobby they sit down at once,
    otherwise when the next game begins."""

    ask: int
    """As `asks` of the view has it."""
    agree: bool


class Rematch(Action, tag="rematch", frozen=True):
    """Agree to play again, once over: same people, next first player. It begins when everybody who
    is here has agreed."""

    now: bool = False
    """The host: without those who have not agreed; bots play for them until they come."""


class Withdraw(Action, tag="withdraw", frozen=True):
    """Take it back to have agreed to play again, as long as the others have not begun."""


class Reopen(Action, tag="reopen", frozen=True):
    """Once over: back to the lobby, to change people or game."""


# Fair dice: see Fair


class Commit(Action, tag="commit", frozen=True):
    """Seals the own part of the dice of a game."""

    game: str
    """`fair.game` of the view."""
    commitment: Bytes32
    """The SHA-256 of the 32 bytes of the part, not of their hex digits."""


class Reveal(Action, tag="reveal", frozen=True):
    """Opens the own part, once all players have committed to theirs or are excused."""

    game: str
    """`fair.game` of the view."""
    part: Bytes32


# Playing


class RollDice(Action, tag="roll", frozen=True):
    """The active player throws the dice (which are derived, so this only says when)."""


class Choose(Action, tag="choose", frozen=True):
    """Answer the white or the colour phase. In the white phase it replaces an earlier answer."""

    move: Move
    """As `offers` has it, or "-" to pass."""


class Retract(Action, tag="retract", frozen=True):
    """Takes the white answer back, while others are still missing."""


# Real dice: see RealDice


class SetFirst(Action, tag="first", frozen=True):
    """Who rolls first in the next game; null is by lot. The host, in the lobby."""

    seat: SeatNumber | None


class SetLucky(Action, tag="lucky", frozen=True):
    """The lucky numbers on a seat's card; none: they are dealt. The player or the host, in the
    lobby."""

    seat: SeatNumber
    numbers: Annotated[tuple[int, ...], Meta(max_length=2)]


class EnterDice(Action, tag="enter", frozen=True):
    """What fell. Anybody at the table may say it."""

    roll: EnteredRoll


class CorrectDice(Action, tag="correct", frozen=True):
    """Something else fell. Once somebody has answered, the active player has to agree."""

    roll: EnteredRoll


class AnswerCorrection(Action, tag="answer-correction", frozen=True):
    """The active player agrees to other dice, or does not."""

    agree: bool


class ConfirmResult(Action, tag="confirm", frozen=True):
    """The turn that ended the game was entered as it fell, or nothing on a pad was a slip: the game
    is over."""


class InviteScreen(Action, tag="screen", frozen=True):
    """Lets a screen roll or enter dice: which says hello with this ticket. The host."""

    ticket: Secret


# A pad: see Pad


class AddCard(Action, tag="card", frozen=True):
    """A card without a phone of its own, on that of who asks; the lowest free seat unless named.
    Only in the lobby."""

    name: str
    seat: SeatNumber | None = None


class MarkCard(Action, tag="mark", frozen=True):
    """Cross what the card allows, or mark the next misthrow."""

    seat: SeatNumber
    mark: Mark


class TakeBack(Action, tag="take-back", frozen=True):
    """Takes the last cross of a row back, or the last misthrow. A lock that nobody else has crossed
    opens its row again."""

    seat: SeatNumber
    mark: Mark


class LeaveLock(Action, tag="leave-lock", frozen=True):
    """Does not cross the lock of a row that others have closed."""

    seat: SeatNumber
    colour: Colour


if TYPE_CHECKING:
    ClientAction: TypeAlias = Action
else:
    ClientAction = Union[tuple(Action.__subclasses__())]  # noqa: UP007
ClientMessage: TypeAlias = Hello | React | Tap | ClientAction
