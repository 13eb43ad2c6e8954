"""Finds the next action that a table takes by itself, and its time.

Bots decide at a human speed, or at the speed that their only opponent has chosen. The table passes
for players who have nothing to choose or run out of time. It excuses players who do not seal their
part of the dice, and replaces an absent host.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias
from zlib import crc32

from qwixx.protocol.actions import Action, Choose, RollDice
from qwixx.protocol.types import BotSpeed
from qwixx.rules import PASS, Game, Phase
from qwixx.table.context import TableContext
from qwixx.table.decide import Actor
from qwixx.table.delays import Delays
from qwixx.table.options import MovedBy
from qwixx.table.stages import Playing
from qwixx.table.state import Table


class GoOn(Action, frozen=True):
    """Goes on without the parts of the players who are late."""


class ReplaceHost(Action, frozen=True):
    """Makes another player host, because the host is away."""


@dataclass(frozen=True, slots=True)
class Due:
    """An action that the table takes by itself."""

    at: int  # the time in milliseconds since 1970
    actor: Actor
    action: Action


@dataclass(frozen=True, slots=True)
class BotDue:
    """A move that a bot has to choose, for itself or for a player."""

    at: int
    seat: int
    hand: MovedBy
    game: Game
    version: int  # of the table that asks for the move

    @property
    def actor(self) -> Actor:
        return Actor(seat=self.seat, hand=self.hand)

    def answer(self, move: str) -> Action:
        return Choose(move, version=self.version)


AnyDue: TypeAlias = Due | BotDue


def due(table: Table, context: TableContext) -> AnyDue | None:
    everything: list[AnyDue] = [*_game_due(table, context)]
    if table.stage == "sealing":
        everything += [Due(at, Actor(), GoOn()) for at in _sealed_by(table, context).values()]
    if change := host_change(table, context):
        everything.append(Due(change[0], Actor(), ReplaceHost()))
    return min(everything, key=lambda each: each.at, default=None)


def remaining(table: Table, context: TableContext) -> int | None:
    """Returns the milliseconds left for the current decision."""
    if not table.options.timer or _waiting_game(table) is None:
        return None
    return max(0, _asked_at(table, context) + 1000 * table.options.timer - context.clock())


def auto_at(table: Table, seat: int, context: TableContext) -> int | None:
    """Returns the time at which the table passes or rolls for that seat's player."""
    game = _waiting_game(table)
    if game is None or seat not in asked(game):
        return None
    auto = _auto(table, game, seat, context)
    return None if auto is None else auto.at


def asked(game: Game) -> tuple[int, ...]:
    """Returns the seats that have to roll or to answer."""
    return (game.active,) if game.phase is Phase.ROLL else game.awaited


def _waiting_game(table: Table) -> Game | None:
    """Returns the game, if it waits for a decision that the table may make.

    Only the players can roll real dice and confirm a result.
    """
    if not isinstance(table.stage_data, Playing):
        return None
    game = table.stage_data.game
    by_hand = table.options.dice == "real" and game.phase in (Phase.ROLL, Phase.OVER)
    return None if by_hand else game


def _asked_at(table: Table, context: TableContext) -> int:
    return max(table.asked_at, context.timers_start_at())


# The game


def _game_due(table: Table, context: TableContext) -> Iterator[AnyDue]:
    game = _waiting_game(table)
    if game is None:
        return
    asked_at, delays = _asked_at(table, context), _delays(table, context)
    for number in asked(game):
        seat = table.seats[number]
        if seat.bot is not None:
            span = delays.bot_most - delays.bot_least
            chance = crc32(f"{table.code} {table.question_version} {number}".encode()) / 2**32
            at = asked_at + delays.bot_least + int(span * chance)
            yield _decision(table, game, number, at, "bot", passes=False)
            continue
        auto = _auto(table, game, number, context)
        if auto:
            yield auto
        if table.options.timer:
            late = _late_at(table, context, number, 1000 * table.options.timer + delays.late)
            # No bot decides for a player who is here.
            passes = not context.away(seat.person)
            yield _decision(table, game, number, late, "timer", passes=passes)


def _auto(table: Table, game: Game, seat: int, context: TableContext) -> AnyDue | None:
    preferences, delays = table.seats[seat].preferences, _delays(table, context)
    if game.phase is Phase.ROLL:
        wished, wait = preferences.auto_roll, delays.auto_roll
    else:
        wished = preferences.auto_pass and table.can_only_pass(game, seat)
        wait = delays.auto_pass
    at = _asked_at(table, context) + wait
    return _decision(table, game, seat, at, "auto", passes=True) if wished else None


def _decision(
    table: Table, game: Game, seat: int, at: int, hand: MovedBy, *, passes: bool
) -> AnyDue:
    """Returns the roll of a seat, or its answer: a pass, or the move of a bot."""
    if game.phase is Phase.ROLL:
        return Due(at, Actor(seat=seat, hand=hand), RollDice(version=table.version))
    if passes:
        return Due(at, Actor(seat=seat, hand=hand), Choose(str(PASS), version=table.version))
    return BotDue(at, seat, hand, game, table.version)


_FASTER: Final[dict[BotSpeed, float]] = {
    "leisurely": 2.0,
    "normal": 0.6,  # a player alone reads faster than a round of players
    "quick": 0.02,
    "at-once": 0.0,
}


def _delays(table: Table, context: TableContext) -> Delays:
    """Returns the delays. A player who plays only with bots chooses their speed."""
    if len(table.players) != 1:
        return context.delays
    wish = table.players[0].preferences.pace
    return context.delays.scaled(_FASTER[wish])


# Players who are late


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
    own = context.presence.lateness_known_from(table.seats[seat].person) + context.delays.late
    return min(max(at, own), at + context.delays.elsewhere)


def host_change(table: Table, context: TableContext) -> tuple[int, int] | None:
    """Returns the time at which an absent host is replaced, and the seat of the next one.

    Returns None if the host is here, or no other player is.
    """
    if table.host is None:
        return None
    left = context.presence.left_at(table.seats[table.host].person)
    if left is None:
        return None
    other = table.next_host(table.host, context.here)
    if other is None or not context.here(table.seats[other].person):
        return None
    return left + context.delays.host_away, other
