"""Applies events about the cards of a pad."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.table import events
from qwixx.table.seat import Seat
from qwixx.table.stages import PadGame
from qwixx.table.table_state import TableState


def _card_sat(table: TableState, event: events.CardSat, at: int) -> None:
    table.seats[event.seat] = Seat("card", event.name, table.seats[event.keeper].person)
    table.open_question(at)


def _marked(table: TableState, event: events.Marked, _at: int) -> None:
    game = table.during(PadGame)
    game.pad = game.pad.mark(event.seat, event.mark)


def _taken_back(table: TableState, event: events.TakenBack, _at: int) -> None:
    game = table.during(PadGame)
    game.pad = game.pad.take_back(event.seat, event.mark)


def _lock_left(table: TableState, event: events.LockLeft, _at: int) -> None:
    game = table.during(PadGame)
    game.pad = game.pad.leave(event.seat, event.colour)


FOLDS: Final[dict[type, Callable[[TableState, Any, int], None]]] = {
    events.CardSat: _card_sat,
    events.Marked: _marked,
    events.TakenBack: _taken_back,
    events.LockLeft: _lock_left,
}
