"""Applies events about real dice: entering a roll, and correcting it."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.rules import Game
from qwixx.table import events
from qwixx.table.stages import Correction, Entered, Over, Playing
from qwixx.table.table_state import TableState


def agreeing(table: TableState, game: Game) -> int | None:
    """Returns the seat that has to agree to a correction: the active one, or the host for a bot."""
    seat = table.seats[game.active]
    return game.active if seat.kind == "player" and seat.bot is None else table.host


def _first_set(table: TableState, event: events.FirstSet, _at: int) -> None:
    table.next_first = event.seat


def _lucky_set(table: TableState, event: events.LuckySet, _at: int) -> None:
    table.seats[event.seat].lucky = event.numbers


def _entered(table: TableState, event: events.DiceEntered, at: int) -> None:
    playing = table.during(Playing)
    playing.recording.roll(event.roll)
    playing.entered = Entered(table.version, event.seat, playing.last)
    table.open_question(at)


def _corrected(table: TableState, event: events.DiceCorrected, at: int) -> None:
    playing = table.during(Playing)
    game = playing.recording.roll_otherwise(event.roll)
    playing.closings = [each for each in playing.closings if each.turn != game.turn]
    playing.last = _present(playing).before
    playing.entered = Entered(table.version, event.seat, playing.last)
    table.open_question(at)


def _asked(table: TableState, event: events.CorrectionAsked, _at: int) -> None:
    _present(table.during(Playing)).asked = Correction(event.roll, event.seat)


def _declined(table: TableState, _event: events.CorrectionDeclined, _at: int) -> None:
    _present(table.during(Playing)).asked = None


def _present(playing: Playing) -> Entered:
    if playing.entered is None:
        raise ValueError("no dice were entered in this turn")
    return playing.entered


def _confirmed(table: TableState, _event: events.ResultConfirmed, at: int) -> None:
    if isinstance(table.now, Playing):
        table.now.entered = None
    if table.played:
        table.now = Over(table.played)
    table.open_question(at)


FOLDS: Final[dict[type, Callable[[TableState, Any, int], None]]] = {
    events.FirstSet: _first_set,
    events.LuckySet: _lucky_set,
    events.DiceEntered: _entered,
    events.DiceCorrected: _corrected,
    events.CorrectionAsked: _asked,
    events.CorrectionDeclined: _declined,
    events.ResultConfirmed: _confirmed,
}
