"""What may be done at a pad: mark what the card allows, take it back, and keep others' cards."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.protocol import actions
from qwixx.rules import IllegalMove, Pad, Reason
from qwixx.table import events
from qwixx.table.case import Case, Refused


def _add_card(case: Case, action: actions.AddCard) -> events.Event:
    own = case.seat()
    case.stage("lobby")
    if case.table.options.dice != "pad":
        raise Refused("other-dice")
    return events.CardSat(case.free_seat(action.seat), own, case.name(action.name))


def _mark(case: Case, action: actions.MarkCard) -> events.Event:
    pad = _pad(case, action.seat)
    _allowed(lambda: pad.mark(action.seat, action.mark))
    return events.Marked(action.seat, action.mark)


def _take_back(case: Case, action: actions.TakeBack) -> events.Event:
    pad = _pad(case, action.seat)
    _allowed(lambda: pad.take_back(action.seat, action.mark))
    return events.TakenBack(action.seat, action.mark)


def _leave_lock(case: Case, action: actions.LeaveLock) -> events.Event:
    pad = _pad(case, action.seat)
    _allowed(lambda: pad.leave(action.seat, action.colour))
    return events.LockLeft(action.seat, action.colour)


def _pad(case: Case, seat: int) -> Pad:
    """The pad, for who keeps that seat's card. What others mark makes nothing stale."""
    own, table = case.seat(), case.table
    case.named_seat(seat)
    case.stage("playing")
    if table.pad is None:
        raise Refused("other-dice")
    if table.keeper(seat) != own:
        raise Refused(Reason.NOT_YOUR_DECISION)
    case.fresh()
    return table.pad


def _allowed(step: Callable[[], Pad]) -> None:
    try:
        step()
    except IllegalMove as error:
        raise Refused(error.reason) from None


DECISIONS: Final[dict[type, Callable[[Case, Any], events.Event]]] = {
    actions.AddCard: _add_card,
    actions.MarkCard: _mark,
    actions.TakeBack: _take_back,
    actions.LeaveLock: _leave_lock,
}
