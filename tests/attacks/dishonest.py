"""A server that cheats with its dice, in every way that we could think of.

It is the real one with one lie in it: `python -m tests.attacks.dishonest LIE serve …`. With `named`
for the lie, each table lies as its host is called.
"""

import dataclasses
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final
from unittest import mock

from msgspec.structs import replace

from qwixx.cli import main
from qwixx.notation import Recording
from qwixx.protocol.views import Fair
from qwixx.rules import Game, Roll
from qwixx.table import dice_views, events, sealing, views
from qwixx.table.fair import FairDice, commitment
from qwixx.table.stages import FairGame, Playing, Sealing
from qwixx.table.state import Table

OTHER: Final = "c0" * 32
_begin = sealing.begin_if_sealed
_settle = Table._settle
_rematched = Table._rematched
_fair_view = dice_views.fair_view


def _leave_out(table: Table, *seats: int) -> None:
    for number in seats:
        seat = table.seats[number]
        seat.commitment, seat.part, seat.excused = "", "", True


def _ready(table: Table) -> bool:
    return not (table.uncommitted or table.unrevealed)


# Before the dice are there, with all parts known


def _grinds(table: Table, at: int) -> None:
    """Looks for a secret with which the first seat begins, and says that it had it all along."""
    for number in count():
        table.secret = hashlib.sha256(f"{table.game_id} {number}".encode()).hexdigest()
        _begin(table, at)
        assert table.game
        if table.game.active == 0:
            return
        table.now = Sealing()


def _drops_a_part(table: Table, at: int) -> None:
    _leave_out(table, 0)
    _begin(table, at)


def _excuses_everybody(table: Table, at: int) -> None:
    _leave_out(table, *range(len(table.seats)))
    _begin(table, at)


def _exchanges_a_part(table: Table, at: int) -> None:
    table.seats[0].part, table.seats[0].commitment = OTHER, commitment(OTHER)
    _begin(table, at)


def _makes_a_player_a_bot(table: Table, at: int) -> None:
    """The part is gone, and nobody is said to be missing."""
    kind, bot = table.seats[0].kind, table.seats[0].bot
    _leave_out(table, 0)
    table.seats[0].kind = "bot"
    _begin(table, at)
    table.seats[0].kind, table.seats[0].bot, table.seats[0].excused = kind, bot, False


def _blames_a_player(table: Table, at: int) -> None:
    """Claims that a player did not reveal, and rolls the dice again."""
    if table.reseals:
        _begin(table, at)
    else:
        sealing.FOLDS[events.Resealed](table, events.Resealed((0,), OTHER), at)


def _restarts_quietly(table: Table, at: int) -> None:
    """Throws the dice again under the same name."""
    if table.secret == OTHER:
        _begin(table, at)
    else:
        sealing.seal(table, OTHER, at)


# Afterwards


class _LoadedDice(FairDice):
    def roll(self, turn: int, sides: int, closed: object = ()) -> Roll:
        roll = super().roll(turn, sides, closed)  # type: ignore[arg-type]
        left, right = roll.white
        return dataclasses.replace(roll, white=(left % sides + 1, right)) if turn == 3 else roll


def _loads_the_dice(table: Table, at: int) -> None:
    _begin(table, at)
    playing = table.during(Playing)
    assert playing.fair
    seal = playing.fair.seal
    playing.fair = FairGame(seal, _LoadedDice(table.secret, seal))


def _start_again(table: Table, first: int, lucky: list[tuple[int, ...]] | None) -> None:
    playing = table.during(Playing)
    assert table.game
    start = Game.new(table.game.variant, table.game.players, first=first, lucky=lucky)
    names = [seat.name for seat in table.seats]
    playing.recording = Recording(start, names)


def _chooses_who_begins(table: Table, at: int) -> None:
    _begin(table, at)
    assert table.game
    lucky = [card.lucky for card in table.game.cards]
    first = (table.game.first + 1) % table.game.players
    _start_again(table, first, lucky if all(lucky) else None)


def _deals_lucky_numbers(table: Table, at: int) -> None:
    _begin(table, at)
    assert table.game
    lucky = [card.lucky for card in reversed(table.game.cards)]
    _start_again(table, table.game.first, lucky)


BEFORE: Final[dict[str, Callable[[Table, int], None]]] = {
    "grinds": _grinds,
    "drops a part": _drops_a_part,
    "excuses everybody": _excuses_everybody,
    "exchanges a part": _exchanges_a_part,
    "makes a player a bot": _makes_a_player_a_bot,
    "blames a player": _blames_a_player,
    "restarts quietly": _restarts_quietly,
    "loads the dice": _loads_the_dice,
    "chooses who begins": _chooses_who_begins,
    "deals lucky numbers": _deals_lucky_numbers,
}
NAMED: Final = "named"
LIES: Final = (*BEFORE, "shows another secret")
TOO_EARLY: Final = "asks too early"
SAME_FIRST: Final = "begins every game"


@contextmanager
def lying(lie: str) -> Iterator[None]:
    """While this lasts, tables cheat in this way."""

    def lie_of(table: Table) -> str:
        return table.seats[0].name if lie == NAMED else lie

    def begin(table: Table, at: int) -> None:
        if _ready(table):
            BEFORE.get(lie_of(table), _begin)(table, at)

    def settle(table: Table, playing: Playing, before: Game, after: Game, at: int) -> None:
        _settle(table, playing, before, after, at)
        if lie_of(table) == "shows another secret" and table.stage == "over":
            table.secret = OTHER

    def fair_view(table: Table) -> Fair | None:
        """Wants to see the parts while some have still to be chosen."""
        fair = _fair_view(table)
        early = lie_of(table) == TOO_EARLY and table.stage in ("lobby", "sealing")
        return replace(fair, reveal=True) if fair and early else fair

    def rematched(table: Table, event: events.Rematched, at: int) -> None:
        assert table.game
        first = table.game.first
        _rematched(table, event, at)
        if lie_of(table) == SAME_FIRST:
            table.next_first = first

    with (
        mock.patch.object(views, "fair_view", fair_view),
        mock.patch.dict(Table._FOLDS, {events.Rematched: rematched}),
        mock.patch.object(sealing, "begin_if_sealed", begin),
        mock.patch.object(Table, "_settle", settle),
    ):
        yield


if __name__ == "__main__":
    with lying(sys.argv[1]):
        sys.exit(main(sys.argv[2:]))
