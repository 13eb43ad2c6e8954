"""What happens at a table without anybody's doing, and when.

Bots decide at a human pace, or at that of the only person who plays; a player with nothing to
choose is passed; a timer runs out; somebody who does not seal their part is left out; a host who
has gone is replaced.
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
from qwixx.table.options import Hand
from qwixx.table.pace import Pace
from qwixx.table.state import Table

Kind: TypeAlias = Literal["decide", "pass", "excuse", "host"]


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to happen by itself."""

    at: int
    """In milliseconds since 1970."""
    kind: Kind
    seat: int = 0
    hand: Hand = "bot"


def due(table: Table, context: TableContext) -> Due | None:
    """What happens next by itself."""
    everything = chain(_game_due(table, context), _host_due(table, context))
    return min(everything, key=lambda each: each.at, default=None)


def forced(due: Due, game: Game) -> actions.Action | None:
    """The action that is due for a seat; None where a bot has to choose a move first."""
    if game.phase is Phase.ROLL:
        return actions.RollDice()
    return actions.Choose(str(PASS)) if due.kind == "pass" else None


def remaining(table: Table, context: TableContext) -> int | None:
    """Milliseconds left for the decision that runs."""
    if not table.options.timer or not _asks(table):
        return None
    return max(0, _asked_at(table, context) + 1000 * table.options.timer - context.clock())


def auto_at(table: Table, seat: int, context: TableContext) -> int | None:
    """When that seat's player is passed or their dice are thrown."""
    game = table.game
    if game is None or not _asks(table) or seat not in asked(game):
        return None
    auto = _auto(table, game, seat, context)
    return None if auto is None else auto.at


def asked(game: Game) -> tuple[int, ...]:
    """The seats from which something is wanted."""
    return (game.active,) if game.phase is Phase.ROLL else game.awaited


def _asks(table: Table) -> bool:
    """Whether a decision runs. Real dice fall when people throw them: nobody is hurried, and
    nobody else does it for them; nor is a result confirmed by itself."""
    if table.game is None or table.stage != "playing":
        return False
    waits = table.game.phase in (Phase.ROLL, Phase.OVER)
    return not (waits and table.options.dice == "real")


def _asked_at(table: Table, context: TableContext) -> int:
    return max(table.asked_at, context.timers_start_at())


def _game_due(table: Table, context: TableContext) -> Iterator[Due]:
    asked_at, pace = _asked_at(table, context), _pace(table, context)
    if table.stage == "sealing":
        yield from (Due(at, "excuse", seat) for seat, at in _sealed_by(table, context).items())
    game = table.game
    if game is None or not _asks(table):
        return
    for number in asked(game):
        seat = table.seats[number]
        if seat.bot is not None:
            span = pace.bot_most - pace.bot_least
            chance = crc32(f"{table.code} {table.since} {number}".encode()) / 2**32
            yield Due(asked_at + pace.bot_least + int(span * chance), "decide", number)
            continue
        auto = _auto(table, game, number, context)
        if auto:
            yield auto
        if table.options.timer:
            late = _late_at(table, context, number, 1000 * table.options.timer + pace.late)
            # No bot decides for somebody who is there.
            yield Due(late, "decide" if context.away(seat.person) else "pass", number, "timer")


def late_to_seal(table: Table, context: TableContext) -> tuple[int, ...]:
    """The seats for whose commitments, or else parts, nobody waits any longer."""
    now = context.clock()
    return tuple(seat for seat, at in _sealed_by(table, context).items() if at <= now)


def _sealed_by(table: Table, context: TableContext) -> dict[int, int]:
    """When what is missing to the dice has to be there, by seat."""
    missing = table.uncommitted
    if missing:
        # Those who are away will hardly come; but they may be where it shows a little later.
        away = all(context.away(table.seats[number].person) for number in missing)
        wait = context.pace.away if away else context.pace.seal
        return {number: _late_at(table, context, number, wait) for number in missing}
    # Who has left between committing and revealing is to blame, and nobody else.
    gone = [number for number in table.unrevealed if table.seats[number].kind != "player"]
    if gone:
        return dict.fromkeys(gone, _asked_at(table, context))
    seal = context.pace.seal
    return {number: _late_at(table, context, number, seal) for number in table.unrevealed}


def _late_at(table: Table, context: TableContext, seat: int, wait: int) -> int:
    """When that seat's player has waited too long with what may take so long."""
    at = _asked_at(table, context) + wait
    own = context.lateness_known_from(table.seats[seat].person) + context.pace.late
    return min(max(at, own), at + context.pace.elsewhere)


_FASTER: Final[dict[Hurry, float]] = {
    "leisurely": 2.0,
    "normal": 1.0,
    "quick": 0.02,
    "at-once": 0.0,
}


def _pace(table: Table, context: TableContext) -> Pace:
    """Whoever plays with bots alone says how fast they are."""
    if len(table.players) != 1:
        return context.pace
    wish = table.players[0].preferences.pace
    return context.pace if wish == "normal" else context.pace.scaled(_FASTER[wish])


def _host_due(table: Table, context: TableContext) -> Iterator[Due]:
    """A host who has gone is replaced by somebody who is here."""
    if table.host is None:
        return
    left = context.left_at(table.seats[table.host].person)
    if left is None:
        return
    other = table.next_host(table.host, context.here)
    if other is not None and context.here(table.seats[other].person):
        yield Due(left + context.pace.host_away, "host", other)


def _auto(table: Table, game: Game, seat: int, context: TableContext) -> Due | None:
    preferences, pace = table.seats[seat].preferences, _pace(table, context)
    if game.phase is Phase.ROLL:
        if preferences.auto_roll:
            return Due(_asked_at(table, context) + pace.auto_roll, "decide", seat, "auto")
    elif preferences.auto_pass and table.can_only_pass(game, seat):
        return Due(_asked_at(table, context) + pace.auto_pass, "pass", seat, "auto")
    return None
