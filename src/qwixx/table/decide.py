"""Whether an action may be done now, and what it then adds to the log.

Everything that is ever decided about a table is decided here. The checks come in one order: who
asks, at which stage, on which view, and what the rules say. Nothing here changes a table.
"""

from collections.abc import Callable, Collection
from typing import Any, Final

from msgspec.structs import asdict, replace

from qwixx.protocol import actions
from qwixx.protocol.options import Options
from qwixx.rules import IllegalMove, NotationError, Phase, Reason
from qwixx.table import autopilot, events
from qwixx.table.case import Actor, Case, Refused, Unchanged, good_name
from qwixx.table.context import TableContext
from qwixx.table.decide_pad import DECISIONS as PAD
from qwixx.table.decide_real import DECISIONS as REAL_DICE
from qwixx.table.fair import commitment
from qwixx.table.names import bot_names, person_of
from qwixx.table.options import GameOptions, SeatPreferences
from qwixx.table.state import Table


class UseTicket(actions.Action, frozen=True):
    """Takes the seat for which that ticket was issued, or comes as a screen. Part of `hello`."""

    ticket: str


class GoOn(actions.Action, frozen=True):
    """Somebody is late: the table goes on without their part of the dice, or with another host."""


def decide(
    table: Table, actor: Actor, action: actions.Action, context: TableContext
) -> events.Event:
    """Returns the event that this action adds to the log.

    Refused says why there is none; Unchanged says that none is needed.
    """
    seen = table.version if action.version == actions.PRESENT else action.version
    case = Case(table, actor, seen, context)
    event = _DECISIONS[type(action)](case, action)
    if not table.changes.allow(actor.person, event):
        raise Refused("too-many-requests")
    return event


def open_table(
    person: str, wish: actions.Open, levels: Callable[[str], Collection[str]], secret: str
) -> events.Opened:
    """The first event of a new table's log; `levels` are the bots that can be asked for, by
    the variant that is played. Refused says why there is none."""
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


def least(options: GameOptions) -> int:
    """So many must sit at a table before it starts: two, or one where there is one seat. One is
    enough for a pad, too: others may have theirs on paper."""
    return 1 if options.dice == "pad" else min(2, options.seats)


# Coming and going


def _sit(case: Case, action: actions.Sit) -> events.Event:
    case.unseated()
    case.stage("lobby")
    seat = case.free_seat(action.seat)
    return events.Sat(seat, case.actor.person, case.name(action.name), case.actor.program)


def _rename(case: Case, action: actions.Rename) -> events.Event:
    seat = case.seat()
    return events.Renamed(seat, case.name(action.name, seat))


def _leave(case: Case, _action: actions.Leave) -> events.Event:
    return _vacate(case, case.seat())


def _vacate(case: Case, number: int) -> events.Event:
    table, context = case.table, case.context
    host = table.next_host(number, context.here) if number == table.host else table.host
    nobody = table.stage == "lobby" or table.options.dice == "pad"
    standin = None if nobody else context.standin(table.options.variant)
    return events.Vacated(number, host, standin)


def _ticket(case: Case, action: actions.Ticket) -> events.Event:
    return events.TicketIssued(case.seat(), person_of(action.ticket))


def _use_ticket(case: Case, action: UseTicket) -> events.Event:
    ticket = person_of(action.ticket)
    seat = case.table.seat_for_ticket(ticket)
    if seat is None and ticket != case.table.screens.ticket:
        raise Refused("no-such-seat")
    case.unseated()
    if seat is None:
        return events.ScreenAdmitted(case.actor.person)
    return events.SeatMoved(seat, case.actor.person, case.actor.program)


def _invite_screen(case: Case, action: actions.InviteScreen) -> events.Event:
    case.host()
    return events.ScreenInvited(person_of(action.ticket))


def _return(case: Case, _action: actions.Return) -> events.Event:
    seat = case.seat()
    if case.table.seats[seat].bot is None:
        raise Refused("not-away")
    return events.Returned(seat)


def _preferences(case: Case, action: actions.SetPreferences) -> events.Event:
    return events.PreferencesSet(case.seat(), SeatPreferences.chosen(action.preferences))


# The host


def _options(case: Case, action: actions.SetOptions) -> events.Event:
    case.host()
    case.stage("lobby")
    case.fresh()
    return _options_set(case, action.options)


def _change_options(case: Case, action: actions.ChangeOptions) -> events.Event:
    case.host()
    case.stage("lobby")
    given = {name: value for name, value in asdict(action.options).items() if value is not None}
    return _options_set(case, replace(case.table.options.shown, **given))


def _options_set(case: Case, wish: Options) -> events.Event:
    options, table = GameOptions.chosen(wish), case.table
    if any(seat.kind != "free" for seat in table.seats[options.seats :]):
        raise Refused("seat-taken")
    there = () if options.dice == "pad" else case.context.levels(options.variant)
    if any(seat.kind == "bot" and seat.bot not in there for seat in table.seats):
        raise Refused("bot-cannot-play")
    return events.OptionsSet(options)


def _bot(case: Case, action: actions.AddBot) -> events.Event:
    case.host()
    case.stage("lobby")
    case.fresh()
    seat = case.named_seat(action.seat)
    level = case.level(action.level)
    if case.table.options.dice == "pad":
        raise Refused("bot-cannot-play")
    if seat.kind == "player":
        raise Refused("seat-taken")
    if seat.kind == "bot":  # another level for somebody who keeps the name
        return events.BotSat(action.seat, level, seat.name)
    ((level, name),) = bot_names([level], tuple(seat.name for seat in case.table.seats))
    return events.BotSat(action.seat, level, name)


def _remove(case: Case, action: actions.Remove) -> events.Event:
    own, seat = case.seat(), case.named_seat(action.seat)
    if case.table.keeper(action.seat) != own or seat.kind != "card":
        case.host()
    case.stage("lobby", "playing", "over")  # nobody's part of the dice is taken away
    case.fresh()
    if seat.kind == "free":
        raise Refused("no-such-seat")
    if seat.kind != "player" and case.table.stage != "lobby":
        raise Refused("wrong-stage")
    return _vacate(case, action.seat)


def _hand_over(case: Case, action: actions.HandOver) -> events.Event:
    case.host()
    if case.named_seat(action.seat).kind != "player":
        raise Refused("no-such-seat")
    return events.HostChanged(action.seat)


def _start(case: Case, _action: actions.Start) -> events.Event:
    case.host()
    case.stage("lobby")
    case.fresh()
    if sum(seat.kind != "free" for seat in case.table.seats) < least(case.table.options):
        raise Refused("not-enough-players")
    return events.Started()


def _take_over(case: Case, action: actions.TakeOver) -> events.Event:
    case.host()
    case.game()  # nobody plays for others at a pad
    seat = case.named_seat(action.seat)
    if seat.kind != "player":
        raise Refused("no-such-seat")
    if not case.context.away(seat.person):  # a line that broke just now is no absence
        raise Refused("not-away")
    return events.TakenOver(action.seat, case.level(action.level))


def _rematch(case: Case, action: actions.Rematch) -> events.Event:
    seat = case.host() if action.now else case.seat()
    case.stage("over")
    case.again()
    case.fresh()
    table, context = case.table, case.context
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
        return events.Rematched(context.new_secret())
    if action.now:
        return events.RematchedWithout(
            context.new_secret(), undecided, context.standin(table.options.variant)
        )
    if seat in table.agreed:
        raise Refused(Reason.ALREADY_ANSWERED)
    return events.Agreed(seat)


def _withdraw(case: Case, _action: actions.Withdraw) -> events.Event:
    seat = case.seat()
    case.fresh()  # first: where the game has begun meanwhile, it was possible but is too late
    case.stage("over")
    if seat not in case.table.agreed:
        raise Refused(Reason.NOTHING_TO_RETRACT)
    return events.Withdrawn(seat)


def _reopen(case: Case, _action: actions.Reopen) -> events.Event:
    case.host()
    case.stage("over")
    case.again()
    case.fresh()
    return events.Reopened(case.context.new_secret())


# Fair dice


def _commit(case: Case, action: actions.Commit) -> events.Event:
    seat, table = case.seat(), case.table
    case.stage("lobby", "sealing")
    if action.game != table.game_id:
        raise Refused("stale")
    if table.seats[seat].commitment == action.commitment and not table.seats[seat].excused:
        raise Unchanged
    if table.stage == "sealing" and seat not in table.uncommitted:
        raise Refused("wrong-stage")
    first = table.used.get(action.commitment, case.actor.person)
    if first != case.actor.person or action.commitment == commitment(table.secret):
        # Whoever repeats another's commitment would repeat that part, or keep the other from it.
        raise Refused("bad-part")
    return events.Committed(seat, action.commitment)


def _reveal(case: Case, action: actions.Reveal) -> events.Event:
    seat, table = case.seat(), case.table
    case.stage("sealing")
    if action.game != table.game_id:
        raise Refused("stale")
    if table.uncommitted or seat not in table.unrevealed:
        raise Refused("wrong-stage")
    if commitment(action.part) != table.seats[seat].commitment:
        raise Refused("bad-part")
    return events.Revealed(seat, action.part)


# Playing


def _roll(case: Case, _action: actions.RollDice) -> events.Event:
    seat = None if case.is_screen else case.playing_seat()
    game = case.game()
    if case.table.options.dice != "ours":
        raise Refused("other-dice")
    case.fresh()
    if game.phase is not Phase.ROLL:
        raise Refused(Reason.WRONG_PHASE)
    if seat not in (game.active, None):  # whoever stands at the screen rolls for whose turn it is
        raise Refused(Reason.NOT_YOUR_DECISION)
    return events.Rolled(case.actor.hand)


def _choose(case: Case, action: actions.Choose) -> events.Event:
    seat = case.playing_seat()
    game = case.game()
    case.fresh()
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        if case.actor.hand != "player":
            raise Refused(Reason.ALREADY_ANSWERED)
        game = game.retract(seat)
    try:
        refusal = game.refusal(seat, action.move)
    except NotationError:
        raise Refused("bad-message") from None
    if refusal:
        raise Refused(refusal.reason)
    return events.Chose(seat, action.move, case.actor.hand)


def _retract(case: Case, _action: actions.Retract) -> events.Event:
    seat = case.seat()
    game = case.game()
    case.fresh()
    try:
        game.retract(seat)
    except IllegalMove as error:
        raise Refused(error.reason) from None
    return events.Retracted(seat)


# The house


def _go_on(case: Case, _action: GoOn) -> events.Event:
    """What the house does about people who are late, unless they have come just now."""
    table, context = case.table, case.context
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


_DECISIONS: Final[dict[type, Callable[[Case, Any], events.Event]]] = {
    actions.Sit: _sit,
    actions.Rename: _rename,
    actions.Leave: _leave,
    actions.Ticket: _ticket,
    UseTicket: _use_ticket,
    actions.Return: _return,
    actions.InviteScreen: _invite_screen,
    actions.SetPreferences: _preferences,
    actions.SetOptions: _options,
    actions.ChangeOptions: _change_options,
    actions.AddBot: _bot,
    actions.Remove: _remove,
    actions.HandOver: _hand_over,
    actions.Start: _start,
    actions.TakeOver: _take_over,
    actions.Rematch: _rematch,
    actions.Withdraw: _withdraw,
    actions.Reopen: _reopen,
    actions.Commit: _commit,
    actions.Reveal: _reveal,
    actions.RollDice: _roll,
    actions.Choose: _choose,
    actions.Retract: _retract,
    GoOn: _go_on,
    **REAL_DICE,
    **PAD,
}
