"""Decides whether an action is allowed now, and which event it adds to the log.

This module and its siblings `decide_*` decide everything about a table. They check the person, the
stage, the version of the view and the rules, in this order. They never change a table.
"""

from collections.abc import Callable, Collection
from typing import Any, Final

from qwixx.protocol import actions
from qwixx.rules import IllegalMove, NotationError, Phase, Reason
from qwixx.table import autopilot, events
from qwixx.table.context import TableContext
from qwixx.table.decide_host import DECISIONS as HOST
from qwixx.table.decide_host import least, vacate
from qwixx.table.decide_late_comers import DECISIONS as LATE_COMERS
from qwixx.table.decide_late_comers import joining
from qwixx.table.decide_pad import DECISIONS as PAD
from qwixx.table.decide_real import DECISIONS as REAL_DICE
from qwixx.table.fair import commitment
from qwixx.table.names import bot_names, person_of
from qwixx.table.options import GameOptions, SeatPreferences
from qwixx.table.request import Actor, Refused, Request, Unchanged, good_name
from qwixx.table.state import Table
from qwixx.table.undo import can_undo


class UseTicket(actions.Action, frozen=True):
    """Takes the seat of that ticket, or admits a screen with it. It comes with `hello`."""

    ticket: str


class GoOn(actions.Action, frozen=True):
    """Goes on without the part of a late player, or with another host. The server asks for it."""


def decide(
    table: Table, actor: Actor, action: actions.Action, context: TableContext
) -> events.Event:
    """Returns the event that this action adds to the log.

    Raises Refused if the action is not allowed, and Unchanged if no event is needed.
    """
    seen = table.version if action.version == actions.PRESENT else action.version
    request = Request(table, actor, seen, context)
    event = _DECISIONS[type(action)](request, action)
    if not table.changes.allow(actor.person, event):
        raise Refused("too-many-requests")
    return event


def open_table(
    person: str, wish: actions.Open, levels: Callable[[str], Collection[str]], secret: str
) -> events.Opened:
    """Returns the first event of a new table's log. Raises Refused if the wish is not allowed.

    `levels` gives the bots that know a variant.
    """
    name, options = good_name(wish.name), GameOptions.chosen(wish.options)
    if not set(wish.bots) <= set(levels(options.variant)):
        raise Refused("no-such-bot")
    if wish.bots and options.dice == "pad":
        raise Refused("bot-cannot-play")
    if 1 + len(wish.bots) > options.seats:
        raise Refused("table-full")
    if wish.start and 1 + len(wish.bots) < least(options):
        raise Refused("not-enough-players")
    bots = bot_names(wish.bots, (name,))
    return events.Opened(options, person, name, bots, secret, wish.start, wish.program)


# Coming and going


def _sit(request: Request, action: actions.Sit) -> events.Event:
    request.require_unseated()
    request.require_stage("lobby")
    seat = request.free_seat(action.seat)
    return events.Sat(seat, request.actor.person, request.name(action.name), request.actor.program)


def _rename(request: Request, action: actions.Rename) -> events.Event:
    seat = request.seat()
    return events.Renamed(seat, request.name(action.name, seat))


def _portrait(request: Request, action: actions.SetPortrait) -> events.Event:
    seat = request.seat()
    if request.table.seats[seat].portrait == action.portrait:
        raise Unchanged
    return events.PortraitSet(seat, action.portrait)


def _leave(request: Request, _action: actions.Leave) -> events.Event:
    return vacate(request, request.seat())


def _ticket(request: Request, action: actions.Ticket) -> events.Event:
    return events.TicketIssued(request.seat(), person_of(action.ticket))


def _use_ticket(request: Request, action: UseTicket) -> events.Event:
    ticket = person_of(action.ticket)
    seat = request.table.seat_for_ticket(ticket)
    if seat is None and ticket != request.table.screens.ticket:
        raise Refused("no-such-seat")
    request.require_unseated()
    if seat is None:
        return events.ScreenAdmitted(request.actor.person)
    return events.SeatMoved(seat, request.actor.person, request.actor.program)


def _invite_screen(request: Request, action: actions.InviteScreen) -> events.Event:
    request.require_host()
    return events.ScreenInvited(person_of(action.ticket))


def _return(request: Request, _action: actions.Return) -> events.Event:
    seat = request.seat()
    if request.table.seats[seat].bot is None:
        raise Refused("not-away")
    return events.Returned(seat)


def _preferences(request: Request, action: actions.SetPreferences) -> events.Event:
    return events.PreferencesSet(request.seat(), SeatPreferences.chosen(action.preferences))


# After a game


def _rematch(request: Request, action: actions.Rematch) -> events.Event:
    seat = request.require_host() if action.now else request.seat()
    request.require_stage("over")
    request.require_another_game()
    request.require_fresh()
    table, context = request.table, request.context
    undecided = tuple(
        number
        for number, other in enumerate(table.seats)
        if number != seat
        and number not in table.agreed
        and other.kind == "player"
        and other.bot is None
        and not context.away(other.person)
    )
    if not undecided or (action.now and table.pad):
        return events.Rematched(context.new_secret(), joining(request))
    if action.now:
        return events.RematchedWithout(
            context.new_secret(),
            undecided,
            context.standin(table.options.variant),
            joining(request),
        )
    if seat in table.agreed:
        raise Refused(Reason.ALREADY_ANSWERED)
    return events.Agreed(seat)


def _withdraw(request: Request, _action: actions.Withdraw) -> events.Event:
    seat = request.seat()
    request.require_fresh()  # first: an answer meant for the last game is stale, not misplaced
    request.require_stage("over")
    if seat not in request.table.agreed:
        raise Refused(Reason.NOTHING_TO_RETRACT)
    return events.Withdrawn(seat)


def _reopen(request: Request, _action: actions.Reopen) -> events.Event:
    request.require_host()
    request.require_stage("over")
    request.require_another_game()
    request.require_fresh()
    return events.Reopened(request.context.new_secret(), joining(request))


# Fair dice


def _commit(request: Request, action: actions.Commit) -> events.Event:
    seat, table = request.seat(), request.table
    request.require_stage("lobby", "sealing")
    if action.game != table.game_id:
        raise Refused("stale")
    if table.seats[seat].commitment == action.commitment and not table.seats[seat].excused:
        raise Unchanged
    if table.stage == "sealing" and seat not in table.uncommitted:
        raise Refused("wrong-stage")
    first = table.commitments.get(action.commitment, request.actor.person)
    if first != request.actor.person or action.commitment == commitment(table.secret):
        # A player who repeated another's commitment would repeat that part, or block it.
        raise Refused("bad-part")
    return events.Committed(seat, action.commitment)


def _reveal(request: Request, action: actions.Reveal) -> events.Event:
    seat, table = request.seat(), request.table
    request.require_stage("sealing")
    if action.game != table.game_id:
        raise Refused("stale")
    if table.uncommitted or seat not in table.unrevealed:
        raise Refused("wrong-stage")
    if commitment(action.part) != table.seats[seat].commitment:
        raise Refused("bad-part")
    return events.Revealed(seat, action.part)


# Playing


def _roll(request: Request, _action: actions.RollDice) -> events.Event:
    seat = None if request.is_screen else request.playing_seat()
    game = request.game()
    if request.table.options.dice != "ours":
        raise Refused("other-dice")
    request.require_fresh()
    if game.phase is not Phase.ROLL:
        raise Refused(Reason.WRONG_PHASE)
    if seat not in (game.active, None):  # a screen rolls for the active player
        raise Refused(Reason.NOT_YOUR_DECISION)
    return events.Rolled(request.actor.hand)


def _choose(request: Request, action: actions.Choose) -> events.Event:
    seat = request.playing_seat()
    game = request.game()
    request.require_fresh()
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        if request.actor.hand != "player":
            raise Refused(Reason.ALREADY_ANSWERED)
        game = game.retract(seat)
    try:
        refusal = game.refusal(seat, action.move)
    except NotationError:
        raise Refused("bad-message") from None
    if refusal:
        raise Refused(refusal.reason)
    return events.Chose(seat, action.move, request.actor.hand)


def _retract(request: Request, _action: actions.Retract) -> events.Event:
    seat = request.seat()
    game = request.game()
    request.require_fresh()
    if can_undo(request.table, seat):
        return events.Undone(seat)
    try:
        game.retract(seat)
    except IllegalMove as error:
        raise Refused(error.reason) from None
    return events.Retracted(seat)


# Actions of the server


def _go_on(request: Request, _action: GoOn) -> events.Event:
    """Goes on without the players who are late, unless they have just answered."""
    table, context = request.table, request.context
    due = autopilot.due(table, context)
    if due is None or due.at > context.clock():
        raise Refused("stale")
    if due.kind == "host":
        return events.HostChanged(due.seat)
    if due.kind != "excuse":
        raise Refused("stale")
    late = autopilot.late_to_seal(table, context)
    if table.uncommitted:
        return events.Excused(late)
    return events.Resealed(late, context.new_secret())


_DECISIONS: Final[dict[type, Callable[[Request, Any], events.Event]]] = {
    actions.Sit: _sit,
    actions.Rename: _rename,
    actions.SetPortrait: _portrait,
    actions.Leave: _leave,
    actions.Ticket: _ticket,
    UseTicket: _use_ticket,
    actions.Return: _return,
    actions.InviteScreen: _invite_screen,
    actions.SetPreferences: _preferences,
    actions.Rematch: _rematch,
    actions.Withdraw: _withdraw,
    actions.Reopen: _reopen,
    actions.Commit: _commit,
    actions.Reveal: _reveal,
    actions.RollDice: _roll,
    actions.Choose: _choose,
    actions.Retract: _retract,
    GoOn: _go_on,
    **HOST,
    **REAL_DICE,
    **PAD,
    **LATE_COMERS,
}
