"""The parts of a table: its seats, its stages with the data that exist in them, and past games."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from qwixx.notation import Record, Recording, read_record
from qwixx.protocol import views
from qwixx.protocol.cards import ClosedRow
from qwixx.protocol.dice import Correction
from qwixx.protocol.types import Portrait, SeatKind, Stage
from qwixx.rules import Game, Pad
from qwixx.table.fair import FairDice
from qwixx.table.options import SeatPreferences

_DEFAULTS: Final = SeatPreferences()


@dataclass(eq=False)
class Seat:
    kind: SeatKind = "free"
    name: str = ""
    person: str = ""  # the hash of the player's secret
    program: bool = False  # a user's program plays
    bot: str | None = None  # the level of the bot that sits here, or plays for the player
    next_bot: str = ""  # the level of this bot in the next game, if it changes
    preferences: SeatPreferences = _DEFAULTS
    portrait: Portrait = ""
    ticket: str = ""  # the hash of the ticket that moves this seat to another device
    commitment: str = ""
    part: str = ""
    excused: bool = False  # the dice of this game are made without a part from this seat
    lucky: tuple[int, ...] = ()  # the lucky numbers that were set by hand; empty: dealt


@dataclass(slots=True)
class Ask:
    """A spectator's request for a seat."""

    person: str
    name: str
    program: bool
    granted: bool = False
    declined: bool = False  # holds until the next game


# Stages


@dataclass(slots=True)
class Lobby:
    """Players take their seats."""

    name: ClassVar[Stage] = "lobby"


@dataclass(slots=True)
class Sealing:
    """The dice are sealed before the first roll."""

    name: ClassVar[Stage] = "sealing"


@dataclass(slots=True)
class Entered:
    """The real dice of the current turn, as they were entered."""

    version: int  # of the table when they were entered
    seat: int | None  # that has entered them last; None: a screen
    answered: set[int] = field(default_factory=set)  # the players who have answered to these dice
    asked: Correction | None = None  # the active player has to agree to it


@dataclass(slots=True)
class Playing:
    name: ClassVar[Stage] = "playing"
    recording: Recording
    fair: FairDice | None  # None: real dice
    entered: Entered | None = None  # the real dice of this turn, while they can be corrected
    closings: list[ClosedRow] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.recording.game

    def forget_closings(self) -> None:
        """Forgets the rows that were closed in this turn, which is played again."""
        self.closings = [each for each in self.closings if each.turn != self.game.turn]


@dataclass(slots=True)
class PadGame:
    """Cards are marked, and the dice are unknown."""

    name: ClassVar[Stage] = "playing"
    pad: Pad


@dataclass(slots=True)
class Over:
    """A game is over, and can be looked at."""

    name: ClassVar[Stage] = "over"
    game: Playing | PadGame
    agreed: set[int] = field(default_factory=set)  # the seats that would play again


StageData: TypeAlias = Lobby | Sealing | Playing | PadGame | Over


def closings(before: Game, after: Game) -> list[ClosedRow]:
    """Returns the rows that were closed between the two games, with the seats that locked them."""
    return [
        ClosedRow(
            colour,
            before.turn,
            [seat for seat, card in enumerate(after.cards) if card.has_lock(colour)],
        )
        for colour in after.variant.row_colours
        if colour in after.closed - before.closed
    ]


@dataclass(frozen=True)
class Finished:
    number: int  # 1 for the first game at the table
    text: str  # its record
    seats: list[views.Seat]  # as they were at its end

    @cached_property
    def record(self) -> Record:
        return read_record(self.text)
