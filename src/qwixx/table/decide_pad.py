"""Decides on actions at a pad: marking, taking back, and keeping cards for others."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.protocol import actions
from qwixx.rules import IllegalMove, Pad, Reason
from qwixx.table import events
from qwixx.table.request import Refused, Request


def _add_card(request: Request, action: actions.AddCard) -> events.Event:
    own = request.seat()
    request.require_stage("lobby")
    if request.table.options.dice != "pad":
        raise Refused("other-dice")
    return events.CardSat(request.free_seat(action.seat), own, request.name(action.name))


def _mark(request: Request, action: actions.MarkCard) -> events.Event:
    pad = _pad(request, action.seat)
    _allowed(lambda: pad.mark(action.seat, action.mark))
    return events.Marked(action.seat, action.mark)


def _take_back(request: Request, action: actions.TakeBack) -> events.Event:
    pad = _pad(request, action.seat)
    _allowed(lambda: pad.take_back(action.seat, action.mark))
    return events.TakenBack(action.seat, action.mark)


def _leave_lock(request: Request, action: actions.LeaveLock) -> events.Event:
    pad = _pad(request, action.seat)
    _allowed(lambda: pad.leave(action.seat, action.colour))
    return events.LockLeft(action.seat, action.colour)


def _pad(request: Request, seat: int) -> Pad:
    """Returns the pad if the player asks for a card on their phone. Marks of others make no action
    stale."""
    own, table = request.seat(), request.table
    request.named_seat(seat)
    request.require_stage("playing")
    if table.pad is None:
        raise Refused("other-dice")
    if table.keeper(seat) != own:
        raise Refused(Reason.NOT_YOUR_DECISION)
    request.require_fresh()
    return table.pad


def _allowed(step: Callable[[], Pad]) -> None:
    try:
        step()
    except IllegalMove as error:
        raise Refused(error.reason) from None


DECISIONS: Final[dict[type, Callable[[Request, Any], events.Event]]] = {
    actions.AddCard: _add_card,
    actions.MarkCard: _mark,
    actions.TakeBack: _take_back,
    actions.LeaveLock: _leave_lock,
}
