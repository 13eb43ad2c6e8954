"""The actions that a browser asks for."""

from typing import TYPE_CHECKING, Annotated, Final, TypeAlias, Union

from msgspec import Meta, Struct

from qwixx.protocol.options import OptionChanges, Options, Preferences
from qwixx.protocol.types import (
    ActionId,
    Bytes32,
    Colour,
    EnteredRoll,
    Mark,
    Move,
    Portrait,
    SeatNumber,
    Secret,
)

_NO_ID: Final = ""
PRESENT = -1
"""The version of an action that is checked against the current view."""


class Action(Struct, rename="camel", frozen=True, kw_only=True):
    """A change that a player asks for. A message must have an id and a version; an action that the
    server takes by itself has none."""

    id: ActionId = _NO_ID
    version: int = PRESENT
    """The version of the view the player was looking at."""


# Coming and going


class Open(Struct, rename="camel", frozen=True):
    """Opens a table, and seats its host in the first seat."""

    name: str
    options: Options
    bots: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    """Levels of the bots that sit down at once."""
    start: bool = False
    """Starts the game as soon as this browser has sealed its part: "Play now"."""
    program: bool = False
    """A program will play. Everybody at the table sees that."""


class Sit(Action, tag="sit", frozen=True):
    """Takes a seat: by default, the lowest free one. Only in the lobby."""

    name: str
    seat: SeatNumber | None = None


class AskSeat(Action, tag="ask-seat", frozen=True):
    """Asks the host for a seat in the next game. Only for a spectator. Leaving withdraws it."""

    name: str


class StopAsking(Action, tag="stop-asking", frozen=True):
    """Withdraws the request for a seat."""


class Rename(Action, tag="rename", frozen=True):
    """Changes your name."""

    name: str


class SetPortrait(Action, tag="portrait", frozen=True):
    """Changes the picture beside your name."""

    portrait: Portrait


class Leave(Action, tag="leave", frozen=True):
    """Gives your seat up for good. In a running game a bot plays on."""


class Ticket(Action, tag="ticket", frozen=True):
    """Lets another device take your seat over, with this ticket in its `hello`."""

    ticket: Secret


class Return(Action, tag="return", frozen=True):
    """Takes your seat back from the bot that has played for you. `hello` does the same."""


class SetPreferences(Action, tag="preferences", frozen=True):
    """Changes your preferences."""

    preferences: Preferences


# The host


class SetOptions(Action, tag="options", frozen=True):
    """Replaces all options. Only in the lobby."""

    options: Options


class ChangeOptions(Action, tag="change-options", frozen=True):
    """Changes the given options and leaves the others as they are. Only in the lobby."""

    options: OptionChanges


class AddBot(Action, tag="bot", frozen=True):
    """Adds a bot in the lobby, or changes the level of the bot in that seat. After a game it
    changes the level for the next one."""

    seat: SeatNumber
    level: str


class Remove(Action, tag="remove", frozen=True):
    """Frees a seat, a bot's or a player's. In a running game a bot plays on."""

    seat: SeatNumber


class HandOver(Action, tag="host", frozen=True):
    """Makes another player host."""

    seat: SeatNumber


class Start(Action, tag="start", frozen=True):
    """Starts the game with all seated players. The dice are sealed next. Only in the lobby."""


class TakeOver(Action, tag="take-over", frozen=True):
    """Lets a bot play for an absent player, until that player returns."""

    seat: SeatNumber
    level: str


class AnswerAsk(Action, tag="answer-ask", frozen=True):
    """Grants or declines a spectator's request for a seat. In the lobby that spectator sits down at
    once, otherwise when the next game begins."""

    ask: int
    """The number of the request, from `asks` in the view."""
    agree: bool


class Rematch(Action, tag="rematch", frozen=True):
    """Agrees to play again, once a game is over. The next seat rolls first. The game begins when
    everybody who is here has agreed."""

    now: bool = False
    """Only for the host: begins at once. Bots play for players who have not agreed, until they do
    anything."""


class Withdraw(Action, tag="withdraw", frozen=True):
    """Withdraws the agreement to play again, until that game begins."""


class Reopen(Action, tag="reopen", frozen=True):
    """Goes back to the lobby once a game is over, to change the seats or the options."""


# Fair dice: see `Fair`


class Commit(Action, tag="commit", frozen=True):
    """Commits to your part of the dice of a game."""

    game: str
    """`fair.game` of the view."""
    commitment: Bytes32
    """The SHA-256 of the 32 bytes of the part, not of their hex digits."""


class Reveal(Action, tag="reveal", frozen=True):
    """Reveals your part, once all players have committed to theirs or are excused."""

    game: str
    """`fair.game` of the view."""
    part: Bytes32


# Playing


class RollDice(Action, tag="roll", frozen=True):
    """Rolls the dice, as the active player. The seals decide them, this only the time."""


class Choose(Action, tag="choose", frozen=True):
    """Answers the white or the colour phase. In the white phase it replaces an earlier answer."""

    move: Move
    """One of `offers` in the view, or "-" to pass."""


class Retract(Action, tag="retract", frozen=True):
    """Takes your white answer back, while others are still missing. Alone with bots it also takes
    your latest choice back, until the next roll (`can_undo`)."""


# Real dice: see `RealDice`


class SetFirst(Action, tag="first", frozen=True):
    """Sets who rolls first in the next game; null draws lots. Only for the host, in the lobby."""

    seat: SeatNumber | None


class SetLucky(Action, tag="lucky", frozen=True):
    """Sets the lucky numbers on a seat's card; an empty list deals them. Only for its player or the
    host, in the lobby."""

    seat: SeatNumber
    numbers: Annotated[tuple[int, ...], Meta(max_length=2)]


class EnterDice(Action, tag="enter", frozen=True):
    """Enters the roll of real dice. Anybody at the table may do it."""

    roll: EnteredRoll


class CorrectDice(Action, tag="correct", frozen=True):
    """Corrects a roll that was entered. Once a player has answered to it, the active player has to
    agree."""

    roll: EnteredRoll


class AnswerCorrection(Action, tag="answer-correction", frozen=True):
    """Agrees to a correction of the dice, or declines it, as the active player."""

    agree: bool


class ConfirmResult(Action, tag="confirm", frozen=True):
    """Confirms that the last turn was entered as it fell, or that nothing on a pad was a slip. The
    game is over then."""


class InviteScreen(Action, tag="screen", frozen=True):
    """Lets a screen roll or enter dice, with this ticket in its `hello`. Only for the host."""

    ticket: Secret


# A pad: see `Pad`


class AddCard(Action, tag="card", frozen=True):
    """Adds a card for a player without a phone; your phone shows it. It gets the lowest free seat
    by default. Only in the lobby."""

    name: str
    seat: SeatNumber | None = None


class MarkCard(Action, tag="mark", frozen=True):
    """Crosses a cell of a card, or marks its next misthrow."""

    seat: SeatNumber
    mark: Mark


class TakeBack(Action, tag="take-back", frozen=True):
    """Takes back the last cross of a row, or the last misthrow. A lock that nobody else has crossed
    opens its row again."""

    seat: SeatNumber
    mark: Mark


class LeaveLock(Action, tag="leave-lock", frozen=True):
    """Declines to cross the lock of a row that others have closed."""

    seat: SeatNumber
    colour: Colour


if TYPE_CHECKING:
    ClientAction: TypeAlias = Action
else:
    ClientAction = Union[tuple(Action.__subclasses__())]  # noqa: UP007
