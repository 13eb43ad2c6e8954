"""Finds the next action that a table takes by itself, and its time.

Bots decide at a human speed, or at the speed that their only opponent has chosen. The table passes
for players who have nothing to choose or run out of time. It excuses players who do not seal their
part of the dice, and replaces an absent host.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, TypeAlias
from zlib import crc32

from qwixx.protocol import actions
from qwixx.protocol.types import Hurry
from qwixx.rules import PASS, Game, Phase
from qwixx.table.context import TableContext
from qwixx.table.delays import Delays
from qwixx.table.options import Hand
from qwixx.table.state import Table

Kind: TypeAlias = Literal["decide", "pass", "excuse", "host"]


@dataclass(frozen=True, slots=True)
class Due:
    """An action that the table takes by itself."""

    at: int
    """The time in milliseconds since 1970."""
    kind: Kind
    seat: int = 0
    hand: Hand = "bot"


def due(table: Table, context: TableContext) -> Due | None:
    """Returns the next action that the table takes by itself."""
    everything = chain(_game_due(table, context), _host_due(table, context))
    return min(everything, key=lambda each: each.at, default=None)


def forced(due: Due, game: Game) -> actions.Action | None:
    """Returns the action that is due for a seat; None if a bot has to choose a move first."""
    if game.phase is Phase.ROLL:
        return actions.RollDice()
    return actions.Choose(str(PASS)) if due.kind == "pass" else None


def remaining(table: Table, context: TableContext) -> int | None:
    """Returns the milliseconds left for the current decision."""
    if not table.options.timer or not _asks(table):
        return None
    return max(0, _asked_at(table, context) + 1000 * table.options.timer - context.clock())


def auto_at(table: Table, seat: int, context: TableContext) -> int | None:
    """Returns the time at which the table passes or rolls for that seat's player."""
    game = table.game
    if game is None or not _asks(table) or seat not in asked(game):
        return None
    auto = _auto(table, game, seat, context)
    return None if auto is None else auto.at


def asked(game: Game) -> tuple[int, ...]:
    """Returns the seats that have to roll or to answer."""
    return (game.active,) if game.phase is Phase.ROLL else game.awaited


def _asks(table: Table) -> bool:
    """Returns whether a decision has a time limit. Rolling real dice and confirming a result have
    none, because only the players can do that."""
    if table.game is None or table.stage != "playing":
        return False
    waits = table.game.phase in (Phase.ROLL, Phase.OVER)
    return not (waits and table.options.dice == "real")


def _asked_at(table: Table, context: TableContext) -> int:
    return max(table.asked_at, context.timers_start_at())


def _game_due(table: Table, context: TableContext) -> Iterator[Due]:
    asked_at, delays = _asked_at(table, context), _delays(table, context)
    if table.stage == "sealing":
        yield from (Due(at, "excuse", seat) for seat, at in _sealed_by(table, context).items())
    game = table.game
    if game is None or not _asks(table):
        return
    for number in asked(game):
        seat = table.seats[number]
        if seat.bot is not None:
            span = delays.bot_most - delays.bot_least
            chance = crc32(f"{table.code} {table.question_version} {number}".encode()) / 2**32
            yield Due(asked_at + delays.bot_least + int(span * chance), "decide", number)
            continue
        auto = _auto(table, game, number, context)
        if auto:
            yield auto
        if table.options.timer:
            late = _late_at(table, context, number, 1000 * table.options.timer + delays.late)
            # No bot decides for a player who is here.
            yield Due(late, "decide" if context.away(seat.person) else "pass", number, "timer")


def late_to_seal(table: Table, context: TableContext) -> tuple[int, ...]:
    """Returns the seats that are late with their commitments, or else with their parts."""
    now = context.clock()
    return tuple(seat for seat, at in _sealed_by(table, context).items() if at <= now)


def _sealed_by(table: Table, context: TableContext) -> dict[int, int]:
    """Returns the deadlines of the missing commitments or parts, by seat."""
    missing = table.uncommitted
    if missing:
        # Players who are away will hardly answer, but another node may still announce them.
        away = all(context.away(table.seats[number].person) for number in missing)
        wait = context.delays.away if away else context.delays.seal
        return {number: _late_at(table, context, number, wait) for number in missing}
    # Only players who left between committing and revealing are to blame.
    gone = [number for number in table.unrevealed if table.seats[number].kind != "player"]
    if gone:
        return dict.fromkeys(gone, _asked_at(table, context))
    seal = context.delays.seal
    return {number: _late_at(table, context, number, seal) for number in table.unrevealed}


def _late_at(table: Table, context: TableContext, seat: int, wait: int) -> int:
    """Returns the time at which that seat's player is late with something that may take `wait`."""
    at = _asked_at(table, context) + wait
    own = context.lateness_known_from(table.seats[seat].person) + context.delays.late
    return min(max(at, own), at + context.delays.elsewhere)


_FASTER: Final[dict[Hurry, float]] = {
    "leisurely": 2.0,
    "normal": 1.0,
    "quick": 0.02,
    "at-once": 0.0,
}


def _delays(table: Table, context: TableContext) -> Delays:
    """Returns the delays. A player who plays only with bots chooses their speed."""
    if len(table.players) != 1:
        return context.delays
    wish = table.players[0].preferences.pace
    return context.delays if wish == "normal" else context.delays.scaled(_FASTER[wish])


def _host_due(table: Table, context: TableContext) -> Iterator[Due]:
    """Replaces an absent host by a player who is here."""
    if table.host is None:
        return
    left = context.left_at(table.seats[table.host].person)
    if left is None:
        return
    other = table.next_host(table.host, context.here)
    if other is not None and context.here(table.seats[other].person):
        yield Due(left + context.delays.host_away, "host", other)


def _auto(table: Table, game: Game, seat: int, context: TableContext) -> Due | None:
    preferences, delays = table.seats[seat].preferences, _delays(table, context)
    if game.phase is Phase.ROLL:
        if preferences.auto_roll:
            return Due(_asked_at(table, context) + delays.auto_roll, "decide", seat, "auto")
    elif preferences.auto_pass and table.can_only_pass(game, seat):
        return Due(_asked_at(table, context) + delays.auto_pass, "pass", seat, "auto")
    return None
