"""Whether an action may be done now, and what it then adds to the log.

The checks come in one order: who asks, at which stage, on which view, and what the rules say.
Nothing here changes a table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from qwixx.bots import bots_for
from qwixx.protocol import actions
from qwixx.protocol.words import RefusalCode, Stage
from qwixx.rules import Game, IllegalMove, NotationError, Phase, find_variant
from qwixx.table import events
from qwixx.table.fair import commitment
from qwixx.table.names import clean_name, new_secret, person_of
from qwixx.table.state import Seat, Table, bot_names


class Refused(Exception):  # noqa: N818  (an action is refused; that is no error of ours)
    def __init__(self, code: RefusalCode) -> None:
        super().__init__(code)
        self.code: RefusalCode = code


@dataclass(frozen=True)
class Actor:
    """Who asks: a person, or the house for a seat."""

    person: str = ""
    seat: int | None = None
    hand: events.ChosenBy = "player"


@dataclass(frozen=True)
class Situation:
    """What a decision may depend on beside the log."""

    here: Callable[[str], bool]
    """Whether that person is connected."""
    standin: str
    """The level of bot that plays for those who have gone."""


def decide(
    table: Table, actor: Actor, action: actions.ClientAction, situation: Situation
) -> events.Event:
    """The event that this action adds to the log; Refused says why there is none."""
    return _DECISIONS[type(action)](table, actor, action, situation)


def next_host(table: Table, leaving: int, here: Callable[[str], bool]) -> int | None:
    """Who is host when that seat's player is not: the next one clockwise, best one who is here."""
    count = len(table.seats)
    order = [(leaving + step) % count for step in range(1, count)]
    players = [number for number in order if table.seats[number].kind == "player"]
    return next(
        (n for n in players if here(table.seats[n].person)), players[0] if players else None
    )


# Who, when, on which view


def _seat(actor: Actor) -> int:
    if actor.seat is None:
        raise Refused("not-seated")
    return actor.seat


def _playing_seat(table: Table, actor: Actor) -> int:
    """A bot that has thought for somebody who is back now is too late."""
    seat = _seat(actor)
    if actor.hand == "bot" and table.seats[seat].bot is None:
        raise Refused("not-away")
    return seat


def _host(table: Table, actor: Actor) -> int:
    seat = _seat(actor)
    if seat != table.host:
        raise Refused("not-host")
    return seat


def _stage(table: Table, *stages: Stage) -> None:
    if table.stage not in stages:
        raise Refused("wrong-stage")


def _fresh(table: Table, action: actions.Action) -> None:
    """Refuses what was decided before the present question came up.

    White answers of others do not change the question, so all may answer at once.
    """
    if not table.since <= action.version <= table.version:
        raise Refused("stale")


def _named_seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        raise Refused("no-such-seat")
    return table.seats[number]


def _name(table: Table, text: str, seat: int | None = None) -> str:
    name = clean_name(text)
    if name is None:
        raise Refused("bad-name")
    others = (s.name.casefold() for n, s in enumerate(table.seats) if n != seat)
    if name.casefold() in others:
        raise Refused("name-taken")
    return name


def _level(table: Table, level: str) -> str:
    if level not in bots_for(find_variant(table.options.variant)):
        raise Refused("no-such-bot")
    return level


# Coming and going


def _sit(table: Table, actor: Actor, action: actions.Sit, _: Situation) -> events.Event:
    if actor.seat is not None:
        raise Refused("already-seated")
    _stage(table, "lobby")
    seat = action.seat
    if seat is None:
        seat = next((n for n, s in enumerate(table.seats) if s.kind == "free"), None)
        if seat is None:
            raise Refused("table-full")
    elif _named_seat(table, seat).kind != "free":
        raise Refused("seat-taken")
    return events.Sat(seat, actor.person, _name(table, action.name))


def _rename(table: Table, actor: Actor, action: actions.Rename, _: Situation) -> events.Event:
    seat = _seat(actor)
    return events.Renamed(seat, _name(table, action.name, seat))


def _leave(table: Table, actor: Actor, _action: actions.Leave, world: Situation) -> events.Event:
    return _vacate(table, _seat(actor), world)


def _vacate(table: Table, number: int, world: Situation) -> events.Event:
    host = next_host(table, number, world.here) if number == table.host else table.host
    return events.Vacated(number, host, None if table.stage == "lobby" else world.standin)


def _ticket(_table: Table, actor: Actor, action: actions.Ticket, _: Situation) -> events.Event:
    return events.TicketIssued(_seat(actor), person_of(action.ticket))


def _preferences(
    _table: Table, actor: Actor, action: actions.SetPreferences, _: Situation
) -> events.Event:
    return events.PreferencesSet(_seat(actor), action.preferences)


# The host


def _options(table: Table, actor: Actor, action: actions.SetOptions, _: Situation) -> events.Event:
    _host(table, actor)
    _stage(table, "lobby")
    _fresh(table, action)
    if any(seat.kind != "free" for seat in table.seats[action.options.seats :]):
        raise Refused("seat-taken")
    return events.OptionsSet(action.options)


def _bot(table: Table, actor: Actor, action: actions.AddBot, _: Situation) -> events.Event:
    _host(table, actor)
    _stage(table, "lobby")
    _fresh(table, action)
    seat = _named_seat(table, action.seat)
    level = _level(table, action.level)
    if seat.kind == "player":
        raise Refused("seat-taken")
    if seat.kind == "bot":  # another level for somebody who keeps the name
        return events.BotSat(action.seat, level, seat.name)
    ((level, name),) = bot_names([level], tuple(seat.name for seat in table.seats))
    return events.BotSat(action.seat, level, name)


def _remove(table: Table, actor: Actor, action: actions.Remove, world: Situation) -> events.Event:
    _host(table, actor)
    _fresh(table, action)
    seat = _named_seat(table, action.seat)
    if seat.kind == "free" or (seat.kind == "bot" and table.stage != "lobby"):
        raise Refused("wrong-stage" if seat.kind == "bot" else "no-such-seat")
    return _vacate(table, action.seat, world)


def _hand_over(table: Table, actor: Actor, action: actions.HandOver, _: Situation) -> events.Event:
    _host(table, actor)
    if _named_seat(table, action.seat).kind != "player":
        raise Refused("no-such-seat")
    return events.HostChanged(action.seat)


def _start(table: Table, actor: Actor, action: actions.Start, _: Situation) -> events.Event:
    _host(table, actor)
    _stage(table, "lobby")
    _fresh(table, action)
    if sum(seat.kind != "free" for seat in table.seats) < 2:
        raise Refused("not-enough-players")
    return events.Started()


def _take_over(
    table: Table, actor: Actor, action: actions.TakeOver, world: Situation
) -> events.Event:
    _host(table, actor)
    _stage(table, "playing")
    seat = _named_seat(table, action.seat)
    if seat.kind != "player":
        raise Refused("no-such-seat")
    if world.here(seat.person):
        raise Refused("not-away")
    return events.TakenOver(action.seat, _level(table, action.level))


def _rematch(table: Table, actor: Actor, action: actions.Rematch, _: Situation) -> events.Event:
    _seat(actor)
    _stage(table, "over")
    _fresh(table, action)
    return events.Rematched(new_secret())


def _reopen(table: Table, actor: Actor, action: actions.Reopen, _: Situation) -> events.Event:
    _host(table, actor)
    _stage(table, "over")
    _fresh(table, action)
    return events.Reopened(new_secret())


# Fair dice


def _commit(table: Table, actor: Actor, action: actions.Commit, _: Situation) -> events.Event:
    seat = _seat(actor)
    _stage(table, "lobby", "sealing")
    if action.game != table.game_id:
        raise Refused("stale")
    if table.stage == "sealing" and seat not in table.uncommitted:
        raise Refused("wrong-stage")
    used = [commitment(table.secret), *(s.commitment for s in table.seats)]
    if action.commitment in used:
        # Whoever repeats another's commitment would repeat that part, too.
        raise Refused("bad-part")
    return events.Committed(seat, action.commitment)


def _reveal(table: Table, actor: Actor, action: actions.Reveal, _: Situation) -> events.Event:
    seat = _seat(actor)
    _stage(table, "sealing")
    if action.game != table.game_id:
        raise Refused("stale")
    if table.uncommitted or seat not in table.unrevealed:
        raise Refused("wrong-stage")
    if commitment(action.part) != table.seats[seat].commitment:
        raise Refused("bad-part")
    return events.Revealed(seat, action.part)


# Playing


def _game(table: Table) -> Game:
    _stage(table, "playing")
    assert table.game
    return table.game


def _roll(table: Table, actor: Actor, action: actions.RollDice, _: Situation) -> events.Event:
    seat = _playing_seat(table, actor)
    game = _game(table)
    _fresh(table, action)
    if game.phase is not Phase.ROLL:
        raise Refused("wrong-phase")
    if seat != game.active:
        raise Refused("not-your-decision")
    return events.Rolled(actor.hand)


def _choose(table: Table, actor: Actor, action: actions.Choose, _: Situation) -> events.Event:
    seat = _playing_seat(table, actor)
    game = _game(table)
    _fresh(table, action)
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        if actor.hand != "player":
            raise Refused("already-answered")
        game = game.retract(seat)
    try:
        refusal = game.refusal(seat, action.move)
    except NotationError:
        raise Refused("bad-message") from None
    if refusal:
        raise Refused(refusal.reason.value)  # type: ignore[arg-type]  # a test walks all reasons
    return events.Chose(seat, action.move, actor.hand)


def _retract(table: Table, actor: Actor, action: actions.Retract, _: Situation) -> events.Event:
    seat = _seat(actor)
    game = _game(table)
    _fresh(table, action)
    try:
        game.retract(seat)
    except IllegalMove as error:
        raise Refused(error.reason.value) from None  # type: ignore[arg-type]
    return events.Retracted(seat)


_DECISIONS: Final[dict[type, Callable[[Table, Actor, Any, Situation], events.Event]]] = {
    actions.Sit: _sit,
    actions.Rename: _rename,
    actions.Leave: _leave,
    actions.Ticket: _ticket,
    actions.SetPreferences: _preferences,
    actions.SetOptions: _options,
    actions.AddBot: _bot,
    actions.Remove: _remove,
    actions.HandOver: _hand_over,
    actions.Start: _start,
    actions.TakeOver: _take_over,
    actions.Rematch: _rematch,
    actions.Reopen: _reopen,
    actions.Commit: _commit,
    actions.Reveal: _reveal,
    actions.RollDice: _roll,
    actions.Choose: _choose,
    actions.Retract: _retract,
}
