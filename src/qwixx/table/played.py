"""Turns that are over, closed rows, and finished games."""

from collections.abc import Sequence
from dataclasses import dataclass

from qwixx.notation import Record, Turn, read_record, write_record
from qwixx.protocol.types import SeatKind
from qwixx.rules import Colour, Game
from qwixx.table.seat import Seat


@dataclass(frozen=True, slots=True)
class Closing:
    """A closed row, and the seats that locked it."""

    colour: Colour
    turn: int
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that is over."""

    number: int
    active: int
    turn: Turn
    misthrow: bool


def played_turn(before: Game, after: Game, turn: Turn) -> PlayedTurn:
    """Describes a turn from the game before and after its last answer."""
    active = before.active
    misthrow = after.cards[active].misthrows > before.cards[active].misthrows
    return PlayedTurn(before.turn, active, turn, misthrow)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game."""

    number: int
    """1 for the first game at the table."""
    text: str
    """Its record."""
    kinds: tuple[SeatKind, ...]
    """The kind of each seat."""
    bots: tuple[str | None, ...]
    """The level of the bot that played there at the end; None for a person."""
    programs: tuple[bool, ...]
    """Whether the player was a user's program."""

    @classmethod
    def of(cls, number: int, record: Record, seats: Sequence[Seat]) -> "Finished":
        return cls(
            number,
            write_record(record),
            tuple(seat.kind for seat in seats),
            tuple(seat.bot for seat in seats),
            tuple(seat.program for seat in seats),
        )

    @property
    def record(self) -> Record:
        return read_record(self.text)


def closings(before: Game, after: Game) -> list[Closing]:
    """Returns the rows that were closed between the two games."""
    return [
        Closing(
            colour,
            before.turn,
            tuple(seat for seat, card in enumerate(after.cards) if card.has_lock(colour)),
        )
        for colour in after.variant.row_colours
        if colour in after.closed - before.closed
    ]
