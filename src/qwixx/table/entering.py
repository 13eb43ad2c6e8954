"""Real dice in a table's log: what was entered, and what becomes of a turn that is corrected."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from qwixx.table import events
from qwixx.table.played import PlayedTurn

if TYPE_CHECKING:
    from qwixx.table.state import Table


@dataclass(frozen=True, slots=True)
class Correction:
    """Somebody says that the dice fell otherwise."""

    roll: str
    seat: int | None


@dataclass(slots=True)
class Entered:
    """The dice of the turn that runs, as they were entered."""

    version: int
    """Of the table, at which this was said."""
    seat: int | None
    """Who has said it last."""
    before: PlayedTurn | None
    """The turn before this one."""
    answered: set[int] = field(default_factory=set)
    """The people who have answered to these dice."""
    asked: Correction | None = None
    """What the active player has to agree to."""


def agreeing(table: "Table") -> int | None:
    """Whose word counts when dice are corrected: the active player's, or the host's for a bot."""
    assert table.game
    active = table.game.active
    seat = table.seats[active]
    return active if seat.kind == "player" and seat.bot is None else table.host


def _first_set(table: "Table", event: events.FirstSet, _at: int) -> None:
    table.next_first = event.seat


def _lucky_set(table: "Table", event: events.LuckySet, _at: int) -> None:
    table.seats[event.seat].lucky = event.numbers


def _entered(table: "Table", event: events.DiceEntered, at: int) -> None:
    assert table.recording
    table.recording.roll(event.roll)
    table.entered = Entered(table.version, event.seat, table.last)
    table.ask(at)


def _corrected(table: "Table", event: events.DiceCorrected, at: int) -> None:
    assert table.recording
    assert table.entered
    game = table.recording.roll_otherwise(event.roll)
    table.closings = [each for each in table.closings if each.turn != game.turn]
    table.last = table.entered.before
    table.entered = Entered(table.version, event.seat, table.last)
    table.ask(at)


def _asked(table: "Table", event: events.CorrectionAsked, _at: int) -> None:
    assert table.entered
    table.entered.asked = Correction(event.roll, event.seat)


def _declined(table: "Table", _event: events.CorrectionDeclined, _at: int) -> None:
    assert table.entered
    table.entered.asked = None


def _confirmed(table: "Table", _event: events.ResultConfirmed, at: int) -> None:
    table.stage = "over"
    table.entered = None
    table.ask(at)


FOLDS: Final[dict[type, Callable[["Table", Any, int], None]]] = {
    events.FirstSet: _first_set,
    events.LuckySet: _lucky_set,
    events.DiceEntered: _entered,
    events.DiceCorrected: _corrected,
    events.CorrectionAsked: _asked,
    events.CorrectionDeclined: _declined,
    events.ResultConfirmed: _confirmed,
}
