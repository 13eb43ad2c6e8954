"""A server that cheats with its dice, in every way that we could think of.

It is the real one with one lie in it: `python -m tests.attacks.dishonest LIE serve …`. With `named`
for the lie, each table lies as its host is called.
"""

import dataclasses
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Final
from unittest import mock

from msgspec.structs import replace

from qwixx.cli import main
from qwixx.notation import Recording
from qwixx.protocol.dice import Fair
from qwixx.rules import Game, Roll
from qwixx.table import after_game, beginning, dice_views, lobby, sealing, seats, views
from qwixx.table.after_game import Rematched
from qwixx.table.fair import FairDice, commitment
from qwixx.table.sealing import Resealed
from qwixx.table.stages import PadGame, Playing, Sealing
from qwixx.table.state import Table

OTHER: Final = "c0" * 32
_begin = beginning.begin_if_sealed
_end_game = Table.end_game
_rematch = Rematched.apply
_fair_view = dice_views.fair_view


def _leave_out(table: Table, *seats: int) -> None:
    for number in seats:
        seat = table.seats[number]
        seat.commitment, seat.part, seat.excused = "", "", True


def _ready(table: Table) -> bool:
    return not (table.uncommitted or table.unrevealed)


# Before the dice are there, with all parts known


def _grinds(table: Table) -> None:
    """Looks for a secret with which the first seat begins, and says that it had it all along."""
    for number in count():
        table.secret = hashlib.sha256(f"{table.game_id} {number}".encode()).hexdigest()
        _begin(table)
        assert table.game
        if table.game.active == 0:
            return
        table.stage_data = Sealing()


def _drops_a_part(table: Table) -> None:
    _leave_out(table, 0)
    _begin(table)


def _excuses_everybody(table: Table) -> None:
    _leave_out(table, *range(len(table.seats)))
    _begin(table)


def _exchanges_a_part(table: Table) -> None:
    table.seats[0].part, table.seats[0].commitment = OTHER, commitment(OTHER)
    _begin(table)


def _makes_a_player_a_bot(table: Table) -> None:
    """The part is gone, and nobody is said to be missing."""
    kind, bot = table.seats[0].kind, table.seats[0].bot
    _leave_out(table, 0)
    table.seats[0].kind = "bot"
    _begin(table)
    table.seats[0].kind, table.seats[0].bot, table.seats[0].excused = kind, bot, False


def _blames_a_player(table: Table) -> None:
    """Claims that a player did not reveal, and rolls the dice again."""
    if table.reseals:
        _begin(table)
    else:
        Resealed((0,), OTHER).apply(table)


def _restarts_quietly(table: Table) -> None:
    """Throws the dice again under the same name."""
    if table.secret == OTHER:
        _begin(table)
    else:
        beginning.seal(table, OTHER)


# Afterwards


class _LoadedDice(FairDice):
    def roll(self, turn: int, sides: int, closed: object = ()) -> Roll:
        roll = super().roll(turn, sides, closed)  # type: ignore[arg-type]
        left, right = roll.white
        return dataclasses.replace(roll, white=(left % sides + 1, right)) if turn == 3 else roll


def _loads_the_dice(table: Table) -> None:
    _begin(table)
    playing = table.during(Playing)
    assert playing.fair
    playing.fair = _LoadedDice(table.secret, playing.fair.seal)


def _start_again(table: Table, first: int, lucky: list[tuple[int, ...]] | None) -> None:
    playing = table.during(Playing)
    assert table.game
    start = Game.new(table.game.variant, table.game.players, first=first, lucky=lucky)
    names = [seat.name for seat in table.seats]
    playing.recording = Recording(start, names)


def _chooses_who_begins(table: Table) -> None:
    _begin(table)
    assert table.game
    lucky = [card.lucky for card in table.game.cards]
    first = (table.game.first + 1) % table.game.players
    _start_again(table, first, lucky if all(lucky) else None)


def _deals_lucky_numbers(table: Table) -> None:
    _begin(table)
    assert table.game
    lucky = [card.lucky for card in reversed(table.game.cards)]
    _start_again(table, table.game.first, lucky)


BEFORE: Final[dict[str, Callable[[Table], None]]] = {
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

    def begin(table: Table) -> None:
        if _ready(table):
            BEFORE.get(lie_of(table), _begin)(table)

    def end_game(table: Table, game: Playing | PadGame) -> None:
        _end_game(table, game)
        if lie_of(table) == "shows another secret":
            table.secret = OTHER

    def fair_view(table: Table) -> Fair | None:
        """Wants to see the parts while some have still to be chosen."""
        fair = _fair_view(table)
        early = lie_of(table) == TOO_EARLY and table.stage in ("lobby", "sealing")
        return replace(fair, reveal=True) if fair and early else fair

    def rematch(event: Rematched, table: Table) -> None:
        assert table.game
        first = table.game.first
        _rematch(event, table)
        if lie_of(table) == SAME_FIRST:
            table.next_first = first

    with ExitStack() as stack:
        for module in (after_game, lobby, sealing, seats):
            stack.enter_context(mock.patch.object(module, "begin_if_sealed", begin))
        stack.enter_context(mock.patch.object(views, "fair_view", fair_view))
        stack.enter_context(mock.patch.object(Rematched, "apply", rematch))
        stack.enter_context(mock.patch.object(Table, "end_game", end_game))
        yield


if __name__ == "__main__":
    with lying(sys.argv[1]):
        sys.exit(main(sys.argv[2:]))
