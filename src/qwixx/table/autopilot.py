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
from qwixx.table.events import Hand
from qwixx.table.pace import Pace
from qwixx.table.state import Table
from qwixx.table.world import World

Kind: TypeAlias = Literal["decide", "pass", "excuse", "host"]


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to happen by itself."""

    at: int
    """In milliseconds since 1970."""
    kind: Kind
    seat: int = 0
    hand: Hand = "bot"


def due(table: Table, world: World) -> Due | None:
    """What happens next by itself."""
    everything = chain(_game_due(table, world), _host_due(table, world))
    return min(everything, key=lambda each: each.at, default=None)


def forced(due: Due, game: Game) -> actions.Action | None:
    """The action that is due for a seat; None where a bot has to choose a move first."""
    if game.phase is Phase.ROLL:
        return actions.RollDice()
    return actions.Choose(str(PASS)) if due.kind == "pass" else None


def remaining(table: Table, world: World) -> int | None:
    """Milliseconds left for the decision that runs."""
    if not table.options.timer or not _asks(table):
        return None
    return max(0, _asked_at(table, world) + 1000 * table.options.timer - world.clock())


def auto_at(table: Table, seat: int, world: World) -> int | None:
    """When that seat's player is passed or their dice are thrown."""
    game = table.game
    if game is None or not _asks(table) or seat not in asked(game):
        return None
    auto = _auto(table, game, seat, world)
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


def _asked_at(table: Table, world: World) -> int:
    return max(table.asked_at, world.here_since())


def _game_due(table: Table, world: World) -> Iterator[Due]:
    asked_at, pace = _asked_at(table, world), _pace(table, world)
    if table.stage == "sealing":
        yield from (Due(at, "excuse", seat) for seat, at in _sealed_by(table, world).items())
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
        auto = _auto(table, game, number, world)
        if auto:
            yield auto
        if table.options.timer:
            late = _late_at(table, world, number, 1000 * table.options.timer + pace.late)
            # No bot decides for somebody who is there.
            yield Due(late, "decide" if world.away(seat.person) else "pass", number, "timer")


def late_to_seal(table: Table, world: World) -> tuple[int, ...]:
    """The seats for whose commitments, or else parts, nobody waits any longer."""
    now = world.clock()
    return tuple(seat for seat, at in _sealed_by(table, world).items() if at <= now)


def _sealed_by(table: Table, world: World) -> dict[int, int]:
    """When what is missing to the dice has to be there, by seat."""
    missing = table.uncommitted
    if missing:
        # Those who are away will hardly come; but they may be where it shows a little later.
        away = all(world.away(table.seats[number].person) for number in missing)
        wait = world.pace.away if away else world.pace.seal
        return {number: _late_at(table, world, number, wait) for number in missing}
    # Who has left between committing and revealing is to blame, and nobody else.
    gone = [number for number in table.unrevealed if table.seats[number].kind != "player"]
    if gone:
        return dict.fromkeys(gone, _asked_at(table, world))
    seal = world.pace.seal
    return {number: _late_at(table, world, number, seal) for number in table.unrevealed}


def _late_at(table: Table, world: World, seat: int, wait: int) -> int:
    """When that seat's player has waited too long with what may take so long."""
    at = _asked_at(table, world) + wait
    own = world.judged_from(table.seats[seat].person) + world.pace.late
    return min(max(at, own), at + world.pace.elsewhere)


_FASTER: Final[dict[Hurry, float]] = {
    "leisurely": 2.0,
    "normal": 1.0,
    "quick": 0.02,
    "at-once": 0.0,
}


def _pace(table: Table, world: World) -> Pace:
    """Whoever plays with bots alone says how fast they are."""
    if len(table.players) != 1:
        return world.pace
    wish = table.players[0].preferences.pace
    return world.pace if wish == "normal" else world.pace.scaled(_FASTER[wish])


def _host_due(table: Table, world: World) -> Iterator[Due]:
    """A host who has gone is replaced by somebody who is here."""
    if table.host is None:
        return
    left = world.left_at(table.seats[table.host].person)
    if left is None:
        return
    other = table.next_host(table.host, world.here)
    if other is not None and world.here(table.seats[other].person):
        yield Due(left + world.pace.host_away, "host", other)


def _auto(table: Table, game: Game, seat: int, world: World) -> Due | None:
    preferences, pace = table.seats[seat].preferences, _pace(table, world)
    if game.phase is Phase.ROLL:
        if preferences.auto_roll:
            return Due(_asked_at(table, world) + pace.auto_roll, "decide", seat, "auto")
    elif preferences.auto_pass and table.can_only_pass(seat):
        return Due(_asked_at(table, world) + pace.auto_pass, "pass", seat, "auto")
    return None
