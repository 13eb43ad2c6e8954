"""Taking a seat and leaving it, its name and portrait, the host, and bots that play for players."""

from typing import ClassVar

from qwixx.protocol import actions
from qwixx.protocol.types import Portrait
from qwixx.table.autopilot import ReplaceHost, host_change
from qwixx.table.beginning import begin_if_sealed
from qwixx.table.decide import Refused, Request, Unchanged, decides
from qwixx.table.late_comers import forget_asks_of
from qwixx.table.options import SeatPreferences
from qwixx.table.stages import Over, Seat
from qwixx.table.state import BaseEvent, Table


class Sat(BaseEvent, tag="sat", frozen=True):
    """A player has taken a free seat."""

    counted: ClassVar = True
    seat: int
    person: str
    name: str
    program: bool = False

    def apply(self, table: Table) -> None:
        table.seats[self.seat] = Seat("player", self.name, self.person, self.program)
        forget_asks_of(table, self.person)
        if table.host is None:
            table.host = self.seat
        table.open_question()


class Renamed(BaseEvent, tag="renamed", frozen=True):
    """A player has changed their name."""

    counted: ClassVar = True
    seat: int
    name: str

    def apply(self, table: Table) -> None:
        table.seats[self.seat].name = self.name
        table.evening.rename(table.seats[self.seat])


class PortraitSet(BaseEvent, tag="portrait-set", frozen=True):
    """A player has another portrait from now on."""

    counted: ClassVar = True
    seat: int
    portrait: Portrait

    def apply(self, table: Table) -> None:
        table.seats[self.seat].portrait = self.portrait


class PreferencesSet(BaseEvent, tag="preferences-set", frozen=True):
    """A player has changed their preferences."""

    counted: ClassVar = True
    seat: int
    preferences: SeatPreferences

    def apply(self, table: Table) -> None:
        table.seats[self.seat].preferences = self.preferences


class Vacated(BaseEvent, tag="vacated", frozen=True):
    """A seat was given up or taken away. In a game a bot plays on; in the lobby it is free."""

    seat: int
    host: int | None  # the seat of the host from now on
    bot: str | None

    def apply(self, table: Table) -> None:
        old, committing = table.seats[self.seat], bool(table.uncommitted)
        table.host = self.host
        if isinstance(table.stage_data, Over):
            table.stage_data.agreed.discard(self.seat)
        if table.pad:
            table.seats[self.seat] = Seat("card", old.name)
            return
        if self.bot is None:
            table.seats[self.seat] = Seat()
            if old.kind == "player":
                table.free_cards(old.person)
            table.open_question()
            return
        seat = table.seats[self.seat] = Seat("bot", old.name, bot=self.bot)
        if table.stage != "sealing" or not table.uncommitted:
            # All others rely on this commitment. If leaving removed it, leaving could change dice.
            seat.commitment, seat.part = old.commitment, old.part
        if table.stage == "sealing":
            if committing and not table.uncommitted:
                table.open_question()  # restarts the time for the others to reveal
            begin_if_sealed(table)


class HostChanged(BaseEvent, tag="host-changed", frozen=True):
    """Another player is host."""

    counted: ClassVar = True
    host: int

    def apply(self, table: Table) -> None:
        table.host = self.host


class TakenOver(BaseEvent, tag="taken-over", frozen=True):
    """A bot plays for an absent player from now on."""

    seat: int
    level: str

    def apply(self, table: Table) -> None:
        table.seats[self.seat].bot = self.level


class Returned(BaseEvent, tag="returned", frozen=True):
    """A player is back, and a bot no longer plays for them."""

    seat: int

    def apply(self, table: Table) -> None:
        table.seats[self.seat].bot = None


@decides(actions.Sit, "spectator", "lobby")
def _sit(request: Request, action: actions.Sit) -> BaseEvent:
    seat, actor = request.free_seat(action.seat), request.actor
    return Sat(seat, actor.person, request.name(action.name), actor.program)


@decides(actions.Rename, "player")
def _rename(request: Request, action: actions.Rename) -> BaseEvent:
    return Renamed(request.seat, request.name(action.name, request.seat))


@decides(actions.SetPortrait, "player")
def _portrait(request: Request, action: actions.SetPortrait) -> BaseEvent:
    if request.table.seats[request.seat].portrait == action.portrait:
        raise Unchanged
    return PortraitSet(request.seat, action.portrait)


@decides(actions.SetPreferences, "player")
def _preferences(request: Request, action: actions.SetPreferences) -> BaseEvent:
    return PreferencesSet(request.seat, SeatPreferences.chosen(action.preferences))


@decides(actions.Leave, "player")
def _leave(request: Request, _action: actions.Leave) -> BaseEvent:
    return _vacate(request, request.seat)


@decides(actions.Remove, "player", "lobby", "playing", "over", fresh=True)
def _remove(request: Request, action: actions.Remove) -> BaseEvent:
    # Not while sealing, when every part counts.
    seat = request.named_seat(action.seat)
    if request.table.keeper(action.seat) != request.seat or seat.kind != "card":
        request.require("host")
    if seat.kind == "free":
        raise Refused("no-such-seat")
    if seat.kind != "player" and request.table.stage != "lobby":
        raise Refused("wrong-stage")
    return _vacate(request, action.seat)


def _vacate(request: Request, number: int) -> BaseEvent:
    table, context = request.table, request.context
    host = table.next_host(number, context.here) if number == table.host else table.host
    nobody = table.stage == "lobby" or table.options.dice == "pad"
    standin = None if nobody else context.standin(table.options.variant)
    return Vacated(number, host, standin)


@decides(actions.HandOver, "host")
def _hand_over(request: Request, action: actions.HandOver) -> BaseEvent:
    if request.named_seat(action.seat).kind != "player":
        raise Refused("no-such-seat")
    return HostChanged(action.seat)


@decides(ReplaceHost, "anybody")
def _replace_host(request: Request, _action: ReplaceHost) -> BaseEvent:
    change = host_change(request.table, request.context)
    if change is None or change[0] > request.context.clock():
        raise Refused("stale")
    return HostChanged(change[1])


# At a pad no bot plays for absent players.
@decides(actions.TakeOver, "host", "playing", dice=("ours", "real"))
def _take_over(request: Request, action: actions.TakeOver) -> BaseEvent:
    seat = request.named_seat(action.seat)
    if seat.kind != "player":
        raise Refused("no-such-seat")
    if not request.context.away(seat.person):  # a player who reconnects at once was not away
        raise Refused("not-away")
    return TakenOver(action.seat, request.level(action.level))


@decides(actions.Return, "player")
def _return(request: Request, _action: actions.Return) -> BaseEvent:
    if request.table.seats[request.seat].bot is None:
        raise Refused("not-away")
    return Returned(request.seat)
