"""Opening a table, and the lobby before a game: options, bots and the start."""

from collections.abc import Callable, Collection
from typing import ClassVar

from msgspec.structs import asdict, replace

from qwixx.protocol import actions
from qwixx.protocol.options import Options
from qwixx.table.beginning import begin_if_sealed
from qwixx.table.decide import Refused, Request, decides, good_name
from qwixx.table.names import bot_names
from qwixx.table.options import GameOptions
from qwixx.table.stages import Over, Sealing, Seat
from qwixx.table.state import BaseEvent, Table


class Opened(BaseEvent, tag="opened", frozen=True):
    """A table was opened. The person who opened it has the first seat and is host."""

    options: GameOptions
    person: str
    name: str
    bots: tuple[tuple[str, str], ...]  # the levels and names of bots in the next seats
    secret: str  # the server's, for the dice of the first game
    start: bool
    program: bool = False  # a user's program plays the first seat
    day: str = ""  # for a game of the day, whose dice are the same for everybody: `2026-11-15`

    def apply(self, table: Table) -> None:
        table.options, table.day = self.options, self.day
        table.secret = self.secret
        table.seats = [Seat() for _ in range(self.options.seats)]
        table.seats[0] = Seat("player", self.name, self.person, self.program)
        table.host = 0
        for number, (level, name) in enumerate(self.bots, 1):
            table.seats[number] = Seat("bot", name, bot=level)
        table.open_question()
        if self.start:
            _start_sealing(table)


class BotSat(BaseEvent, tag="bot-sat", frozen=True):
    """A bot has taken a seat, or its level has changed."""

    counted: ClassVar = True
    seat: int
    level: str
    name: str

    def apply(self, table: Table) -> None:
        if isinstance(table.stage_data, Over):
            table.seats[self.seat].next_bot = self.level
            return
        table.seats[self.seat] = Seat("bot", self.name, bot=self.level)
        table.open_question()


class OptionsSet(BaseEvent, tag="options-set", frozen=True):
    """The options were changed."""

    counted: ClassVar = True
    options: GameOptions

    def apply(self, table: Table) -> None:
        before, after = table.options, self.options
        table.options = after
        if (before.series, before.series_goal) != (after.series, after.series_goal):
            table.evening.restart_series()
        if after.dice == "ours" or (table.next_first or 0) >= after.seats:
            table.next_first = None
        if after.dice != "pad":
            table.free_cards(*(seat.person for seat in table.seats))
        del table.seats[after.seats :]
        table.seats += [Seat() for _ in range(after.seats - len(table.seats))]
        table.open_question()


class Started(BaseEvent, tag="started", frozen=True):
    """The host has started the game. Free seats are removed."""

    def apply(self, table: Table) -> None:
        _start_sealing(table)


def _start_sealing(table: Table) -> None:
    host = None if table.host is None else table.seats[table.host]
    first = None if table.next_first is None else table.seats[table.next_first]
    table.seats = [seat for seat in table.seats if seat.kind != "free"]
    table.next_first = table.seats.index(first) if first in table.seats else None
    table.host = None if host is None else table.seats.index(host)
    table.options = replace(table.options, seats=len(table.seats))
    table.stage_data = Sealing()
    table.open_question()
    begin_if_sealed(table)


def open_table(
    person: str, wish: actions.Open, levels: Callable[[str], Collection[str]], secret: str
) -> Opened:
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
    if wish.start and 1 + len(wish.bots) < _least_players(options):
        raise Refused("not-enough-players")
    bots = bot_names(wish.bots, (name,))
    return Opened(options, person, name, bots, secret, wish.start, wish.program)


def _least_players(options: GameOptions) -> int:
    """Returns the number of players that a start needs: two, or one at a table with one seat. One
    is enough for a pad too, because the others may use paper."""
    return 1 if options.dice == "pad" else min(2, options.seats)


@decides(actions.SetOptions, "host", "lobby", fresh=True)
def _options(request: Request, action: actions.SetOptions) -> BaseEvent:
    return _options_set(request, action.options)


@decides(actions.ChangeOptions, "host", "lobby")
def _change_options(request: Request, action: actions.ChangeOptions) -> BaseEvent:
    given = {name: value for name, value in asdict(action.options).items() if value is not None}
    return _options_set(request, replace(request.table.options.shown, **given))


def _options_set(request: Request, wish: Options) -> BaseEvent:
    options, table = GameOptions.chosen(wish), request.table
    if any(seat.kind != "free" for seat in table.seats[options.seats :]):
        raise Refused("seat-taken")
    there = () if options.dice == "pad" else request.context.levels(options.variant)
    if any(seat.kind == "bot" and seat.bot not in there for seat in table.seats):
        raise Refused("bot-cannot-play")
    return OptionsSet(options)


@decides(actions.AddBot, "host", "lobby", "over", fresh=True)
def _bot(request: Request, action: actions.AddBot) -> BaseEvent:
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
        return BotSat(action.seat, level, seat.name)
    ((level, name),) = bot_names([level], tuple(seat.name for seat in request.table.seats))
    return BotSat(action.seat, level, name)


@decides(actions.Start, "host", "lobby", fresh=True)
def _start(request: Request, _action: actions.Start) -> BaseEvent:
    table = request.table
    if sum(seat.kind != "free" for seat in table.seats) < _least_players(table.options):
        raise Refused("not-enough-players")
    return Started()
