"""A pad in a table's log: what people mark on its cards, and on whose phone each card is."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from qwixx.table import events
from qwixx.table.seat import Seat

if TYPE_CHECKING:
    from qwixx.table.state import Table


def keeper(table: "Table", number: int) -> int | None:
    """The seat of the player who marks that seat's card. A card whose player has gone is the
    host's."""
    seat = table.seats[number]
    if seat.kind != "card":
        return number
    kept = table.seat_of(seat.person)
    return table.host if kept is None else kept


def _card_sat(table: "Table", event: events.CardSat, at: int) -> None:
    table.seats[event.seat] = Seat("card", event.name, table.seats[event.keeper].person)
    table.ask(at)


def _marked(table: "Table", event: events.Marked, _at: int) -> None:
    assert table.pad
    table.pad = table.pad.mark(event.seat, event.mark)


def _taken_back(table: "Table", event: events.TakenBack, _at: int) -> None:
    assert table.pad
    table.pad = table.pad.take_back(event.seat, event.mark)


def _lock_left(table: "Table", event: events.LockLeft, _at: int) -> None:
    assert table.pad
    table.pad = table.pad.leave(event.seat, event.colour)


FOLDS: Final[dict[type, Callable[["Table", Any, int], None]]] = {
    events.CardSat: _card_sat,
    events.Marked: _marked,
    events.TakenBack: _taken_back,
    events.LockLeft: _lock_left,
}
