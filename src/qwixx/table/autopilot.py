"""What happens at a table without anybody's doing, and when.

Bots decide at a human pace; a player with nothing to choose is passed; a timer runs out; somebody
who does not seal their part is left out; a host who has gone is replaced.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias
from zlib import crc32

from qwixx.rules import Game, Phase
from qwixx.table.events import ChosenBy
from qwixx.table.pace import Pace
from qwixx.table.state import Table

Kind: TypeAlias = Literal["decide", "pass", "excuse", "host"]


@dataclass(frozen=True)
class Due:
    """Something that is to happen by itself."""

    at: int
    """In milliseconds since 1970."""
    kind: Kind
    seat: int = 0
    hand: ChosenBy = "bot"


def due(table: Table, pace: Pace, here_since: int) -> Due | None:
    """What happens next by itself. No clock starts before `here_since`, when the table was loaded:
    what went on while the server was down is nobody's fault."""
    asked_at = max(table.asked_at, here_since)
    return min(_all_due(table, pace, asked_at), key=lambda each: each.at, default=None)


def remaining(table: Table, here_since: int, now: int) -> int | None:
    """Milliseconds left for the decision that runs."""
    if not table.options.timer or table.stage != "playing":
        return None
    return max(0, max(table.asked_at, here_since) + 1000 * table.options.timer - now)


def auto_at(table: Table, seat: int, pace: Pace, here_since: int) -> int | None:
    """When that seat's player is passed or their dice are thrown."""
    game = table.game
    if game is None or seat not in asked(game):
        return None
    auto = _auto(table, game, seat, pace, max(table.asked_at, here_since))
    return None if auto is None else auto.at


def _all_due(table: Table, pace: Pace, asked_at: int) -> Iterator[Due]:
    if table.stage == "sealing":
        gone = [n for n in table.unrevealed if table.seats[n].kind != "player"]
        yield Due(asked_at if gone else asked_at + pace.seal, "excuse")
    game = table.game
    if game is None or table.stage != "playing":
        return
    for number in asked(game):
        seat = table.seats[number]
        if seat.bot is not None:
            span = pace.bot_most - pace.bot_least
            chance = crc32(f"{table.code} {table.since} {number}".encode()) / 2**32
            yield Due(asked_at + pace.bot_least + int(span * chance), "decide", number)
            continue
        auto = _auto(table, game, number, pace, asked_at)
        if auto:
            yield auto
        if table.options.timer:
            yield Due(asked_at + 1000 * table.options.timer, "decide", number, "timer")


def _auto(table: Table, game: Game, seat: int, pace: Pace, asked_at: int) -> Due | None:
    preferences = table.seats[seat].preferences
    if game.phase is Phase.ROLL:
        if preferences.auto_roll:
            return Due(asked_at + pace.auto_roll, "decide", seat, "auto")
    elif preferences.auto_pass and table.can_only_pass(seat):
        return Due(asked_at + pace.auto_pass, "pass", seat, "auto")
    return None


def asked(game: Game) -> tuple[int, ...]:
    """The seats from which something is wanted."""
    return (game.active,) if game.phase is Phase.ROLL else game.awaited
