"""Decides on spectators' requests for a seat, and on the answers of the host."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.protocol import actions
from qwixx.rules import MOST_PLAYERS, Reason
from qwixx.table import events
from qwixx.table.request import Refused, Request
from qwixx.table.seat import Ask

_MOST_ASKING: Final = 5


def joining(request: Request) -> tuple[int, ...]:
    """Returns the numbers of the granted requests whose spectators are still here."""
    here = request.context.here
    asks = request.table.asks.items()
    return tuple(number for number, ask in asks if ask.granted and here(ask.person))


def _ask(request: Request, action: actions.AskSeat) -> events.Event:
    request.require_unseated()
    request.require_another_game()
    person, table = request.actor.person, request.table
    name = request.name(action.name)
    if any(ask.person == person for ask in table.asks.values()):
        raise Refused(Reason.ALREADY_ANSWERED)
    if sum(request.context.here(ask.person) for ask in table.asks.values()) >= _MOST_ASKING:
        raise Refused("table-full")
    return events.SeatAsked(person, name, request.actor.program)


def _stop_asking(request: Request, _action: actions.StopAsking) -> events.Event:
    for number, ask in request.table.asks.items():
        if ask.person == request.actor.person and not ask.declined:
            return events.SeatAskEnded(number)
    raise Refused(Reason.NOTHING_TO_RETRACT)


def _answer(request: Request, action: actions.AnswerAsk) -> events.Event:
    request.require_host()
    table, ask = request.table, _open_ask(request, action.ask)
    if not action.agree:
        return events.SeatAskEnded(action.ask, declined=True)
    if ask.granted:
        raise Refused(Reason.ALREADY_ANSWERED)
    taken = sum(seat.kind != "free" for seat in table.seats) + len(joining(request))
    if taken >= MOST_PLAYERS:
        raise Refused("table-full")
    return events.SeatGranted(action.ask)


def _open_ask(request: Request, number: int) -> Ask:
    ask = request.table.asks.get(number)
    if ask is None or ask.declined:
        raise Refused("stale")
    return ask


DECISIONS: Final[dict[type, Callable[[Request, Any], events.Event]]] = {
    actions.AskSeat: _ask,
    actions.StopAsking: _stop_asking,
    actions.AnswerAsk: _answer,
}
