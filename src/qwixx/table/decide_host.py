"""Decides on the actions of the host: seats, options, the start, and absent players."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import asdict, replace

from qwixx.protocol import actions
from qwixx.protocol.options import Options
from qwixx.table import events
from qwixx.table.names import bot_names
from qwixx.table.options import GameOptions
from qwixx.table.request import Refused, Request


def least(options: GameOptions) -> int:
    """Returns the number of players that a start needs: two, or one at a table with one seat. One
    is enough for a pad too, because the others may use paper."""
    return 1 if options.dice == "pad" else min(2, options.seats)


def vacate(request: Request, number: int) -> events.Event:
    table, context = request.table, request.context
    host = table.next_host(number, context.here) if number == table.host else table.host
    nobody = table.stage == "lobby" or table.options.dice == "pad"
    standin = None if nobody else context.standin(table.options.variant)
    return events.Vacated(number, host, standin)


def _options(request: Request, action: actions.SetOptions) -> events.Event:
    request.require_host()
    request.require_stage("lobby")
    request.require_fresh()
    return _options_set(request, action.options)


def _change_options(request: Request, action: actions.ChangeOptions) -> events.Event:
    request.require_host()
    request.require_stage("lobby")
    given = {name: value for name, value in asdict(action.options).items() if value is not None}
    return _options_set(request, replace(request.table.options.shown, **given))


def _options_set(request: Request, wish: Options) -> events.Event:
    options, table = GameOptions.chosen(wish), request.table
    if any(seat.kind != "free" for seat in table.seats[options.seats :]):
        raise Refused("seat-taken")
    there = () if options.dice == "pad" else request.context.levels(options.variant)
    if any(seat.kind == "bot" and seat.bot not in there for seat in table.seats):
        raise Refused("bot-cannot-play")
    return events.OptionsSet(options)


def _bot(request: Request, action: actions.AddBot) -> events.Event:
    request.require_host()
    request.require_stage("lobby", "over")
    request.require_fresh()
    seat = request.named_seat(action.seat)
    if request.table.stage == "over":
        request.require_another_game()
        if seat.kind != "bot":
            raise Refused("wrong-stage")
    level = request.level(action.level)
    if request.table.options.dice == "pad":
        raise Refused("bot-cannot-play")
    if seat.kind == "player":
        raise Refused("seat-taken")
    if seat.kind == "bot":  # another level; the bot keeps its name
        return events.BotSat(action.seat, level, seat.name)
    ((level, name),) = bot_names([level], tuple(seat.name for seat in request.table.seats))
    return events.BotSat(action.seat, level, name)


def _remove(request: Request, action: actions.Remove) -> events.Event:
    own, seat = request.seat(), request.named_seat(action.seat)
    if request.table.keeper(action.seat) != own or seat.kind != "card":
        request.require_host()
    request.require_stage("lobby", "playing", "over")  # while sealing, every part counts
    request.require_fresh()
    if seat.kind == "free":
        raise Refused("no-such-seat")
    if seat.kind != "player" and request.table.stage != "lobby":
        raise Refused("wrong-stage")
    return vacate(request, action.seat)


def _hand_over(request: Request, action: actions.HandOver) -> events.Event:
    request.require_host()
    if request.named_seat(action.seat).kind != "player":
        raise Refused("no-such-seat")
    return events.HostChanged(action.seat)


def _start(request: Request, _action: actions.Start) -> events.Event:
    request.require_host()
    request.require_stage("lobby")
    request.require_fresh()
    if sum(seat.kind != "free" for seat in request.table.seats) < least(request.table.options):
        raise Refused("not-enough-players")
    return events.Started()


def _take_over(request: Request, action: actions.TakeOver) -> events.Event:
    request.require_host()
    request.game()  # at a pad no bot plays for absent players
    seat = request.named_seat(action.seat)
    if seat.kind != "player":
        raise Refused("no-such-seat")
    if not request.context.away(seat.person):  # a player who reconnects at once was not away
        raise Refused("not-away")
    return events.TakenOver(action.seat, request.level(action.level))


DECISIONS: Final[dict[type, Callable[[Request, Any], events.Event]]] = {
    actions.SetOptions: _options,
    actions.ChangeOptions: _change_options,
    actions.AddBot: _bot,
    actions.Remove: _remove,
    actions.HandOver: _hand_over,
    actions.Start: _start,
    actions.TakeOver: _take_over,
}
