"""Applies events about sealing the dice of the next game."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.notation import Recording
from qwixx.rules import Pad
from qwixx.table import events
from qwixx.table.beginning import beginning
from qwixx.table.fair import ABSENT, BOT, FairDice, Seal
from qwixx.table.stages import FairGame, PadGame, Playing
from qwixx.table.table_state import TableState


def seal(table: TableState, secret: str, at: int) -> None:
    """Sets the server's secret for the next dice, and forgets all commitments."""
    table.secret = secret
    table.commitments = {}
    for seat in table.seats:
        seat.commitment, seat.part, seat.excused = "", "", False
    table.open_question(at)


def begin_if_sealed(table: TableState, at: int) -> None:
    """Begins the game once all parts are here."""
    if table.uncommitted or table.unrevealed:
        return
    asked = () if table.day else table.seats
    parts = (s.part or (ABSENT if s.kind == "player" else BOT) for s in asked)
    restarts, first = tuple(table.reseals), table.next_first
    variant = table.options.variant
    sealed = Seal(table.game_id, variant, tuple(parts), first, restarts, table.scheme)
    dice = FairDice(table.secret, sealed)
    start = beginning(table.options, table.seats, dice, first)
    if table.options.dice == "pad":
        table.now = PadGame(Pad.new(start.cards))
    else:
        fair = FairGame(sealed, dice) if table.options.dice == "ours" else None
        table.now = Playing(Recording(start, [seat.name for seat in table.seats]), fair)
    table.open_question(at)


def _committed(table: TableState, event: events.Committed, at: int) -> None:
    seat = table.seats[event.seat]
    seat.commitment, seat.excused = event.commitment, False
    table.commitments.setdefault(event.commitment, seat.person)
    if table.stage == "sealing" and not table.uncommitted:
        table.open_question(at)


def _excused(table: TableState, event: events.Excused, at: int) -> None:
    for number in event.seats:
        table.seats[number].excused = True
    if not table.uncommitted:
        table.open_question(at)
    begin_if_sealed(table, at)


def _resealed(table: TableState, event: events.Resealed, at: int) -> None:
    excused = {*event.seats, *(n for n, seat in enumerate(table.seats) if seat.excused)}
    seal(table, event.secret, at)
    table.reseals.append(event.seats)
    for number in excused:
        table.seats[number].excused = True
    begin_if_sealed(table, at)


def _revealed(table: TableState, event: events.Revealed, at: int) -> None:
    table.seats[event.seat].part = event.part
    begin_if_sealed(table, at)


FOLDS: Final[dict[type, Callable[[TableState, Any, int], None]]] = {
    events.Committed: _committed,
    events.Excused: _excused,
    events.Resealed: _resealed,
    events.Revealed: _revealed,
}
