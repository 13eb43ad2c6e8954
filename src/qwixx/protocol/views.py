"""The views that a browser gets: everything that a person may know about a table."""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from qwixx.protocol.cards import Card, ClosedRow, Layout
from qwixx.protocol.dice import Dice, Fair, RealDice
from qwixx.protocol.options import Options, Preferences
from qwixx.protocol.pad import Pad
from qwixx.protocol.types import (
    CellName,
    Colour,
    EndingKind,
    GamePhase,
    Move,
    Portrait,
    Reason,
    RollText,
    SeatKind,
    SeriesKind,
    TableCode,
)


class Seat(Struct, rename="camel", frozen=True, omit_defaults=True):
    name: str
    """Empty for a free seat, and for a player whose data were deleted."""
    kind: SeatKind
    bot: str | None
    """The level of the bot that plays here, for itself or for an absent player; null if a person
    plays."""
    presence: Literal["here", "away"]
    program: bool = False
    """Whether the player is a user's own program. Left out if false."""
    keeper: int | None = None
    """For a card: the seat of the player whose phone shows it."""
    next_bot: str | None = None
    """After a game: the level of this bot in the next game, if it changes."""
    portrait: Portrait = ""


class Offer(Struct, rename="camel", frozen=True):
    """A move that may be made now."""

    move: Move
    """The move to send with `choose`."""
    cell: CellName
    lucky: bool
    skips: int
    """The open cells that it skips."""
    locks: bool
    ends: bool
    """Whether it ends the game for any answers of the others."""
    whites: list[int]
    """The white dice (0 left, 1 right) that make it with the coloured one. Empty in the white
    phase."""


class Pass(Struct, rename="camel", frozen=True):
    misthrow: bool
    """Whether passing marks a misthrow."""
    ends: bool
    """Whether that misthrow ends the game."""


class Refused(Struct, rename="camel", frozen=True):
    reason: Reason
    cells: list[CellName]
    by: CellName | None
    """For left-of-last-cross: the last cross of the row."""


class You(Struct, rename="camel", frozen=True, omit_defaults=True):
    seat: int
    preferences: Preferences
    asked: Literal["roll", "white", "colour"] | None
    """The decision that you have to make. "white" stays while you can still change your answer."""
    answer: Move | None
    """Your own sealed answer, while others are still missing."""
    offers: list[Offer]
    """The crosses you may make, also in place of `answer`."""
    passing: Pass | None = field(name="pass")
    """The consequences of passing; null when you cannot pass now."""
    refused: list[Refused]
    """The reasons against the other cells. `otherwise` holds for every cell that is not listed."""
    otherwise: Reason
    auto_in: int | None
    """Milliseconds until the server passes or rolls for you; null if it does not."""
    can_undo: bool = False
    """Whether `retract` takes your latest choice back: alone with bots, until the next roll."""
    position: str = ""
    """For a program: the game as this seat may know it, in one line. Left out for browsers, and
    before a game has begun."""


class Turn(Struct, rename="camel", frozen=True):
    number: int
    active: int
    roll: Dice
    white: list[Move]
    colour: Move | None
    """null if the white phase ended the game."""
    misthrow: bool
    closed: list[Colour]
    """The rows closed in this turn."""


class GameView(Struct, rename="camel", frozen=True):
    id: str
    """Names this game among those of the table. The dice and file names use it."""
    turn: int
    phase: GamePhase
    active: int
    roll: Dice | None
    """null before the roll."""
    answered: list[bool]
    """Whether each seat has answered the current phase."""
    white: list[Move] | None
    """The white choices of this turn in seat order, once all have chosen."""
    remaining: int | None
    """Milliseconds left for the current decision; null without a timer."""
    cards: list[Card]
    closed: list[ClosedRow]
    last: Turn | None
    """The turn before this one; after the game, its last turn."""


class Result(Struct, rename="camel", frozen=True):
    number: int
    """The number of this game at its table. Its permanent address is /CODE/number."""
    ending: EndingKind
    winners: list[int]
    places: list[int]
    """Places in seat order, 1 for the winners; equal totals share one."""
    first: int
    rolls: list[RollText]
    """All rolls of the game, for checking the dice."""


# The evening


class EveningLine(Struct, rename="camel", frozen=True):
    """A person or a bot that has played at this table."""

    name: str
    bot: bool
    seat: int | None
    """The current seat; null if they have left."""
    games: int
    wins: int
    """A shared win counts for each of the winners."""
    points: int
    """The sum over all games."""


class EveningGame(Struct, rename="camel", frozen=True):
    number: int
    """The number of the game at this table."""
    points: list[int | None]
    """The points by line; null for a line that did not play."""
    places: list[int | None]
    """The places by line, 1 for the winners."""


class Series(Struct, rename="camel", frozen=True):
    """The current series, or the one that the last game decided."""

    kind: SeriesKind
    goal: int
    games: int
    """The games that count for it so far."""
    score: list[int]
    """The wins or points by line."""
    winners: list[int]
    """The lines that have reached the goal; empty before."""


class Evening(Struct, rename="camel", frozen=True):
    """The score of all games at this table. Old lines and games are counted, but left out."""

    games: int
    """The number of games that are over."""
    lines: list[EveningLine]
    """Players and bots in the order in which they first played."""
    last: list[EveningGame]
    """The last games, the oldest first."""
    series: Series | None
    """null: no series is played."""


class SeatAsk(Struct, rename="camel", frozen=True):
    """A spectator's request to play in the next game."""

    ask: int
    """The number of this request: the table's version after `ask-seat`."""
    name: str
    granted: bool
    """The spectator sits down when the next game begins."""


# Views


class TableView(Struct, tag_field="stage", rename="camel", frozen=True, kw_only=True):
    """Everything that this person may know about the table, at any stage."""

    type: Literal["view"] = "view"
    version: int
    """Grows with every event of the table."""
    code: TableCode
    link: str
    """The address at which phones reach this table. Empty if it is the page's own address."""
    options: Options
    layout: Layout | UnsetType = UNSET
    """Left out if `hello` named the variant in `knows`."""
    seats: list[Seat]
    host: int | None
    """The seat of the host; null while no player sits here."""
    spectators: int
    fair: Fair | None
    """null with real dice, which cannot be checked."""
    troubled: bool = False
    """Whether the server cannot store anything now. The game goes on as soon as it can."""
    evening: Evening | None = None
    """The score of all games at this table; null before the first one is over."""
    asks: list[SeatAsk] = []
    """The spectators who would like to play in the next game."""


class LobbyView(TableView, tag="lobby", rename="camel", frozen=True, kw_only=True):
    """The table before a game, while players take their seats."""

    game: None = None
    result: None = None
    first: int | None = None
    """With real dice: the seat that rolls first; null draws lots."""
    lucky: list[list[int]] = []
    """With real dice or a pad: the lucky numbers by seat that were set by hand. An empty list is
    dealt."""
    you: You | None
    """null for a spectator. This is the last field, and the only one in which views differ."""


class SealingView(TableView, tag="sealing", rename="camel", frozen=True, kw_only=True):
    """The table while the dice are sealed, before the first roll."""

    game: None = None
    result: None = None
    you: You | None


class PlayingView(TableView, tag="playing", rename="camel", frozen=True, kw_only=True):
    game: GameView
    """With real dice its phase is "over" until a player has confirmed the result."""
    result: None = None
    real: RealDice | None = None
    """Set with real dice only."""
    you: You | None


class PadView(TableView, tag="pad", rename="camel", frozen=True, kw_only=True):
    """A pad: cards without turns and dice."""

    game: None = None
    result: None = None
    pad: Pad
    agreed: list[int]
    """After the game: the seats that would play again."""
    you: You | None


class OverView(TableView, tag="over", rename="camel", frozen=True, kw_only=True):
    game: GameView
    result: Result
    agreed: list[int]
    """The seats that would play again. The next game begins when all players here would."""
    you: You | None


View: TypeAlias = LobbyView | SealingView | PlayingView | PadView | OverView

PlayedView: TypeAlias = PlayingView | OverView
"""A view with a game."""
