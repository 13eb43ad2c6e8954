"""Applies events about spectators who ask for a seat."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from qwixx.rules import MOST_PLAYERS
from qwixx.table import events
from qwixx.table.seat import Ask, Seat
from qwixx.table.table_state import TableState

_MOST: Final = 20
"""The most requests that a table remembers. It forgets the oldest one first."""


def seat_joining(table: TableState, asks: Iterable[int]) -> None:
    """Adds a seat at the end for each granted request."""
    for number in asks:
        ask = table.asks.pop(number, None)
        if ask is None or table.seat_of(ask.person) is not None:
            continue
        seat = Seat("player", ask.name, ask.person, ask.program)
        free = next((n for n, each in enumerate(table.seats) if each.kind == "free"), None)
        if free is not None:
            table.seats[free] = seat
        elif len(table.seats) < MOST_PLAYERS:
            table.seats.append(seat)
    table.options = replace(table.options, seats=len(table.seats))
    for number, ask in list(table.asks.items()):
        if ask.declined or ask.granted:
            del table.asks[number]


def forget_asks_of(table: TableState, person: str) -> None:
    """Drops the requests of a person who sits down."""
    for number, ask in list(table.asks.items()):
        if ask.person == person:
            del table.asks[number]


def _asked(table: TableState, event: events.SeatAsked, _at: int) -> None:
    forget_asks_of(table, event.person)
    table.asks[table.version] = Ask(event.person, event.name, event.program)
    while len(table.asks) > _MOST:
        del table.asks[next(iter(table.asks))]


def _granted(table: TableState, event: events.SeatGranted, at: int) -> None:
    table.asks[event.ask].granted = True
    if table.stage == "lobby":
        seat_joining(table, [event.ask])
        table.open_question(at)


def _ended(table: TableState, event: events.SeatAskEnded, _at: int) -> None:
    if event.declined:
        table.asks[event.ask].declined = True
    else:
        del table.asks[event.ask]


FOLDS: Final[dict[type, Callable[[TableState, Any, int], None]]] = {
    events.SeatAsked: _asked,
    events.SeatGranted: _granted,
    events.SeatAskEnded: _ended,
}
