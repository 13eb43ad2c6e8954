"""What a browser is told."""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from qwixx.protocol.cards import Card, ClosedRow, Layout
from qwixx.protocol.evening import Evening, SeatAsk
from qwixx.protocol.options import Options, Preferences
from qwixx.protocol.pad import EndingKind, Pad
from qwixx.protocol.types import (
    ByeCode,
    CellName,
    Colour,
    HalfRoll,
    Move,
    Reason,
    RefusalCode,
    RollText,
    SeatKind,
    Sign,
    TableCode,
)


class Ack(Struct, tag="ack", rename="camel", frozen=True):
    """Done and on disk. The view that shows it is another message, which mostly comes next."""

    id: str
    version: int
    """The version to which it has led: the first view with this version or a later one shows it."""


class Refusal(Struct, tag="refusal", rename="camel", frozen=True):
    """Not done. The id is empty where the message had none that could be read."""

    id: str
    code: RefusalCode


class Bye(Struct, tag="bye", rename="camel", frozen=True):
    """The server closes the socket."""

    code: ByeCode


class Reaction(Struct, tag="reaction", rename="camel", frozen=True):
    """Somebody gives a sign."""

    seat: int
    sign: Sign


class Tapped(Struct, tag="tapped", rename="camel", frozen=True):
    """Somebody is entering real dice, and has come so far."""

    seat: int | None
    """null: at a screen."""
    turn: int
    roll: HalfRoll


Aside: TypeAlias = Reaction | Tapped
"""What is shown and forgotten."""


class Seat(Struct, rename="camel", frozen=True, omit_defaults=True):
    name: str
    """Empty for a free seat, and for a player whose data were deleted."""
    kind: SeatKind
    bot: str | None
    """Level of the bot that sits or plays here for somebody; null if a person plays."""
    presence: Literal["here", "away"]
    program: bool = False
    """The player is a program, somebody's own; left out if not."""
    keeper: int | None = None
    """Of a card: the seat of the player whose phone it is on."""
    next_bot: str | None = None
    """Once over: the level of this bot in the next game, if it is to be another one."""


class Offer(Struct, rename="camel", frozen=True):
    """A move that may be made now."""

    move: Move
    """What `choose` has to send."""
    cell: CellName
    lucky: bool
    skips: int
    """Open cells that are lost by it."""
    locks: bool
    ends: bool
    """Ends the game for sure, whatever the others do."""
    whites: list[int]
    """Colour phase: which white dice (0 left, 1 right) make it. Empty in the white phase."""


class Pass(Struct, rename="camel", frozen=True):
    misthrow: bool
    """Marks a misthrow."""
    ends: bool
    """… the last one, which ends the game."""


class Refused(Struct, rename="camel", frozen=True):
    reason: Reason
    cells: list[CellName]
    by: CellName | None
    """The cross that is in the way, for left-of-last-cross."""


class You(Struct, rename="camel", frozen=True, omit_defaults=True):
    seat: int
    preferences: Preferences
    asked: Literal["roll", "white", "colour"] | None
    """What you are asked now. "white" stays while an answer can still be changed."""
    answer: Move | None
    """Your own sealed answer, while the others are still missing."""
    offers: list[Offer]
    """Moves you may make (also in place of `answer`), without the pass."""
    passing: Pass | None = field(name="pass")
    """What passing would do; null when you cannot pass now."""
    refused: list[Refused]
    """Why the cells that are not offered are not. A cell named nowhere: `otherwise`."""
    otherwise: Reason
    auto_in: int | None
    """Milliseconds until you are passed or your dice are thrown; null: never by itself."""
    position: str = ""
    """For a program: the game as this seat may know it, in one line. Left out before there is a
    game, and for everybody else."""


GamePhase: TypeAlias = Literal["roll", "white", "colour", "over"]


class ColourDie(Struct, rename="camel", frozen=True):
    colour: Colour
    value: int
    sums: list[int]
    """With the left and with the right white die."""


class Dice(Struct, rename="camel", frozen=True):
    text: RollText
    white: list[int]
    sum: int
    colours: list[ColourDie | None]
    """One per colour in the order r y g b; null: the die has left the game."""


class Turn(Struct, rename="camel", frozen=True):
    number: int
    active: int
    roll: Dice
    white: list[Move]
    colour: Move | None
    """null where the white phase ended the game."""
    misthrow: bool
    closed: list[Colour]
    """Rows closed in this turn."""


class GameView(Struct, rename="camel", frozen=True):
    id: str
    """Names this game among those of the table; used for the dice and in file names."""
    turn: int
    phase: GamePhase
    active: int
    roll: Dice | None
    """null before the throw."""
    answered: list[bool]
    """Has the seat answered the phase that runs? Never what."""
    white: list[Move] | None
    """White choices of this turn in seat order, once all have chosen."""
    remaining: int | None
    """Milliseconds left for the decision that runs; null without a timer."""
    cards: list[Card]
    closed: list[ClosedRow]
    last: Turn | None
    """The turn before this one; once over, the last turn of all."""


class Correction(Struct, rename="camel", frozen=True):
    """Somebody says that the dice fell otherwise."""

    roll: RollText
    by: int | None


class EnteredDice(Struct, rename="camel", frozen=True):
    """What somebody has said about the real dice of the turn that runs; it can be corrected."""

    by: int | None
    """The seat; null: a screen, at which nobody sits."""
    free: bool
    """Nobody has answered to them: anybody at the table may correct them."""
    agreeing: int | None
    """Otherwise this seat has to agree, and all answers of this turn are given back."""
    asked: Correction | None
    """What this seat has to agree to."""


class RealDice(Struct, rename="camel", frozen=True):
    """Real dice, which people throw and enter."""

    colours: list[Colour]
    """The coloured dice that are thrown in this turn."""
    entered: EnteredDice | None
    """null before somebody has said what fell."""


class FairPart(Struct, rename="camel", frozen=True):
    seat: int
    commitment: str | None
    """null: not in yet."""
    part: str | None
    """null until all commitments are in and this one is revealed."""
    excused: bool
    """It did not answer in time, and the dice do without it."""


class Fair(Struct, rename="camel", frozen=True):
    """Fair dice. The server commits to `secret` before it sees any player's part; each browser
    commits to a part while the table gathers and reveals it once all commitments are in.

    A commitment is the SHA-256, in hex, of the bytes that the 64 hex digits stand for.
    """

    game: str
    commitment: str
    secret: str | None
    """Only once the game is over."""
    reveal: bool
    """All commitments are in: now send the part, but only if you see them all in `parts`."""
    parts: list[FairPart]
    """Of the players, in seat order. Bots have none: they are the server's, like its secret."""
    first: int | None
    """null: the first player is drawn from these dice; in a rematch it is the next seat instead."""
    restarts: list[list[int]]
    """The seats that did not reveal, for each time that all commitments had to be made anew."""
    scheme: str
    """How the dice follow from the secrets: qwixx-fair-2, or qwixx-day-1 in the game of a day."""


class Result(Struct, rename="camel", frozen=True):
    number: int
    """Of this game, among those at the table: /CODE/number stays its address."""
    ending: EndingKind
    winners: list[int]
    places: list[int]
    """Places in seat order, 1 for the winners; equal totals share one."""
    first: int
    rolls: list[RollText]
    """All rolls of the game, for the check of the dice."""


class TableView(Struct, tag_field="stage", rename="camel", frozen=True, kw_only=True):
    """Everything this person may know about the table, at whatever stage it is."""

    type: Literal["view"] = "view"
    version: int
    """Grows with every event of the table."""
    code: TableCode
    link: str
    """Address phones can use to reach this table. Empty: the page's own address will do."""
    options: Options
    layout: Layout | UnsetType = UNSET
    """Left out where `hello` said that it is known."""
    seats: list[Seat]
    host: int | None
    """Seat of the host; null while no player sits here."""
    spectators: int
    fair: Fair | None
    """null where the dice are real: there is nothing to check."""
    troubled: bool = False
    """The server cannot write anything now, so that nothing goes on; it will by itself."""
    evening: Evening | None = None
    """The score of all games at this table; null before the first one is over."""
    asks: list[SeatAsk] = []
    """Those who watch, and would like to play in the next game."""


class LobbyView(TableView, tag="lobby", rename="camel", frozen=True, kw_only=True):
    """People come and go."""

    game: None = None
    result: None = None
    first: int | None = None
    """Real dice: the seat that rolls first; null is by lot."""
    lucky: list[list[int]] = []
    """Real dice or a pad: the lucky numbers by seat that were set by hand; none: they are dealt."""
    you: You | None
    """null for a spectator. The last field, and the only one in which views differ."""


class SealingView(TableView, tag="sealing", rename="camel", frozen=True, kw_only=True):
    """The dice are sealed before the first throw."""

    game: None = None
    result: None = None
    you: You | None


class PlayingView(TableView, tag="playing", rename="camel", frozen=True, kw_only=True):
    game: GameView
    """With real dice its phase is "over" until somebody has confirmed the result."""
    result: None = None
    real: RealDice | None = None
    """Where the dice are real."""
    you: You | None


class PadView(TableView, tag="pad", rename="camel", frozen=True, kw_only=True):
    """Cards and nothing else: there is no game to follow, neither turns nor dice."""

    game: None = None
    result: None = None
    pad: Pad
    agreed: list[int]
    """Once it is over: the seats that would play again."""
    you: You | None


class OverView(TableView, tag="over", rename="camel", frozen=True, kw_only=True):
    game: GameView
    result: Result
    agreed: list[int]
    """The seats that would play again; the game begins when all who are here would."""
    you: You | None


View: TypeAlias = LobbyView | SealingView | PlayingView | PadView | OverView

PlayedView: TypeAlias = PlayingView | OverView
"""With a game to look at."""

Reply: TypeAlias = Ack | Refusal | Bye | Aside

ServerMessage: TypeAlias = View | Reply
