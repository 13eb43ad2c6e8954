"""Spectators who ask for a seat in the next game, and the answers of the host."""

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec.structs import replace

from qwixx.protocol import actions
from qwixx.rules import MOST_PLAYERS, Reason
from qwixx.table.decide import MOST_CHANGES, Refused, Request, decides
from qwixx.table.names import look_of
from qwixx.table.stages import Ask, Seat
from qwixx.table.state import BaseEvent, Table

_MOST_ASKING: Final = 5
_MOST_REMEMBERED: Final = 20
"""The most requests that a table remembers. It forgets the oldest one first."""


class SeatAsked(BaseEvent, tag="seat-asked", frozen=True):
    """A spectator has asked for a seat. The position of this entry identifies the request."""

    counted: ClassVar = True
    person: str
    name: str
    program: bool = False

    def apply(self, table: Table) -> None:
        forget_asks_of(table, self.person)
        table.asked += 1
        table.asks[table.version] = Ask(self.person, self.name, self.program)
        while len(table.asks) > _MOST_REMEMBERED:
            del table.asks[next(iter(table.asks))]


class SeatGranted(BaseEvent, tag="seat-granted", frozen=True):
    """The host has granted a request. The spectator sits down in the lobby or at the next game."""

    ask: int

    def apply(self, table: Table) -> None:
        table.asks[self.ask].granted = True
        if table.stage == "lobby":
            seat_granted(table, [self.ask])
            table.open_question()


class SeatAskEnded(BaseEvent, tag="seat-ask-ended", frozen=True):
    """A request has ended: it was withdrawn or declined."""

    ask: int
    declined: bool = False

    def apply(self, table: Table) -> None:
        if self.declined:
            table.asks[self.ask].declined = True
        else:
            del table.asks[self.ask]


def seat_granted(table: Table, asks: Iterable[int]) -> None:
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


def forget_asks_of(table: Table, person: str) -> None:
    """Drops the requests of a person who sits down."""
    for number, ask in list(table.asks.items()):
        if ask.person == person:
            del table.asks[number]


def granted_asks(request: Request) -> tuple[int, ...]:
    """Returns the numbers of the granted requests whose spectators are still here."""
    here = request.context.here
    asks = request.table.asks.items()
    return tuple(
        number for number, ask in asks if ask.granted and not ask.declined and here(ask.person)
    )


@decides(actions.AskSeat, "spectator")
def _ask(request: Request, action: actions.AskSeat) -> BaseEvent:
    request.require_another_game()
    person, table = request.actor.person, request.table
    name = request.name(action.name)
    if any(ask.person == person for ask in table.asks.values()):
        raise Refused(Reason.ALREADY_ANSWERED)
    here = (request.context.here(ask.person) for ask in table.asks.values() if not ask.declined)
    if sum(here) >= _MOST_ASKING:
        raise Refused("table-full")
    if table.asked >= MOST_CHANGES:  # of all spectators, who may come with any number of secrets
        raise Refused("too-many-requests")
    return SeatAsked(person, name, request.actor.program)


@decides(actions.StopAsking, "anybody")
def _stop_asking(request: Request, _action: actions.StopAsking) -> BaseEvent:
    for number, ask in request.table.asks.items():
        if ask.person == request.actor.person and not ask.declined:
            return SeatAskEnded(number)
    raise Refused(Reason.NOTHING_TO_RETRACT)


@decides(actions.AnswerAsk, "host")
def _answer(request: Request, action: actions.AnswerAsk) -> BaseEvent:
    table, ask = request.table, request.table.asks.get(action.ask)
    if ask is None or ask.declined or not request.context.here(ask.person):
        raise Refused("stale")
    if not action.agree:
        return SeatAskEnded(action.ask, declined=True)
    if ask.granted:
        raise Refused(Reason.ALREADY_ANSWERED)
    taken = sum(seat.kind != "free" for seat in table.seats) + len(granted_asks(request))
    if taken >= MOST_PLAYERS:
        raise Refused("table-full")
    if look_of(ask.name) in (look_of(seat.name) for seat in table.seats):  # a bot got it meanwhile
        raise Refused("name-taken")
    return SeatGranted(action.ask)
