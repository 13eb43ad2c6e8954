"""After a game: the same people play again, or go back to the lobby."""

from qwixx.protocol import actions
from qwixx.rules import Reason
from qwixx.table.beginning import begin_if_sealed, seal
from qwixx.table.decide import Refused, Request, decides
from qwixx.table.late_comers import granted_asks, seat_granted
from qwixx.table.stages import Lobby, Over, Sealing
from qwixx.table.state import BaseEvent, Table


class Agreed(BaseEvent, tag="agreed", frozen=True):
    """A player has agreed to play again."""

    seat: int

    def apply(self, table: Table) -> None:
        table.during(Over).agreed.add(self.seat)


class Withdrawn(BaseEvent, tag="withdrawn", frozen=True):
    """A player has withdrawn their agreement to play again."""

    seat: int

    def apply(self, table: Table) -> None:
        table.during(Over).agreed.discard(self.seat)


class Rematched(BaseEvent, tag="rematched", frozen=True):
    """The same people play again."""

    secret: str
    joining: tuple[int, ...] = ()  # the granted requests of spectators who sit down now

    def apply(self, table: Table) -> None:
        _play_again(table, self.secret, self.joining)


class RematchedWithout(BaseEvent, tag="rematched-without", frozen=True):
    """The same people play again. Bots play for these seats, which have not agreed yet."""

    secret: str
    seats: tuple[int, ...]
    level: str
    joining: tuple[int, ...] = ()

    def apply(self, table: Table) -> None:
        _play_again(table, self.secret, self.joining)
        for number in self.seats:
            table.seats[number].bot = self.level


class Reopened(BaseEvent, tag="reopened", frozen=True):
    """The table is back in the lobby."""

    secret: str
    joining: tuple[int, ...] = ()

    def apply(self, table: Table) -> None:
        _archive_game(table, self.joining)
        table.next_first = None
        table.stage_data = Lobby()
        seal(table, self.secret)


def _play_again(table: Table, secret: str, joining: tuple[int, ...]) -> None:
    next_first = (table.game.first + 1) % len(table.seats) if table.game else None
    _archive_game(table, joining)
    table.next_first = next_first
    table.stage_data = Sealing()
    seal(table, secret)
    begin_if_sealed(table)


def _archive_game(table: Table, joining: tuple[int, ...]) -> None:
    """Moves the game that is over to the past ones, and prepares the next."""
    table.past.append(table.finished(table.games))
    table.games, table.reseals = table.games + 1, []
    table.changes.clear()
    table.asked = 0
    seat_granted(table, joining)
    for seat in table.seats:
        seat.bot, seat.next_bot = seat.next_bot or seat.bot, ""
    if table.evening.series_winners(table.options.series, table.options.series_goal):
        table.evening.restart_series()


@decides(actions.Rematch, "player", "over", fresh=True)
def _rematch(request: Request, action: actions.Rematch) -> BaseEvent:
    request.require_another_game()
    if action.now:
        request.require("host")
    seat, table, context = request.seat, request.table, request.context
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
        return Rematched(context.new_secret(), granted_asks(request))
    if action.now:
        level = context.standin(table.options.variant)
        return RematchedWithout(context.new_secret(), undecided, level, granted_asks(request))
    if seat in table.agreed:
        raise Refused(Reason.ALREADY_ANSWERED)
    return Agreed(seat)


@decides(actions.Withdraw, "player")
def _withdraw(request: Request, _action: actions.Withdraw) -> BaseEvent:
    if not request.is_fresh:  # meant for the last game, even if the next one is being played
        raise Refused("stale")
    if request.table.stage != "over":
        raise Refused("wrong-stage")
    if request.seat not in request.table.agreed:
        raise Refused(Reason.NOTHING_TO_RETRACT)
    return Withdrawn(request.seat)


@decides(actions.Reopen, "host", "over", fresh=True)
def _reopen(request: Request, _action: actions.Reopen) -> BaseEvent:
    request.require_another_game()
    return Reopened(request.context.new_secret(), granted_asks(request))
