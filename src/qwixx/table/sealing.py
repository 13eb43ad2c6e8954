"""Sealing the dice before a game: players commit to their parts, then reveal them.

docs/fair-dice-specification.md gives the reasons.
"""

from typing import ClassVar

from qwixx.protocol import actions
from qwixx.table.autopilot import GoOn, late_to_seal
from qwixx.table.beginning import begin_if_sealed, seal
from qwixx.table.decide import Refused, Request, Unchanged, decides
from qwixx.table.fair import commitment
from qwixx.table.state import BaseEvent, Table


class Committed(BaseEvent, tag="committed", frozen=True):
    """A player has committed to a part of the dice."""

    counted: ClassVar = True
    seat: int
    commitment: str

    def apply(self, table: Table) -> None:
        seat = table.seats[self.seat]
        seat.commitment, seat.excused = self.commitment, False
        table.commitments.setdefault(self.commitment, seat.person)
        if table.stage == "sealing" and not table.uncommitted:
            table.open_question()


class Excused(BaseEvent, tag="excused", frozen=True):
    """These seats sent no commitment in time. The dice are made without their parts."""

    seats: tuple[int, ...]

    def apply(self, table: Table) -> None:
        for number in self.seats:
            table.seats[number].excused = True
        if not table.uncommitted:
            table.open_question()
        begin_if_sealed(table)


class Resealed(BaseEvent, tag="resealed", frozen=True):
    """These seats did not reveal. All commitments and parts are dropped, and sealing restarts."""

    seats: tuple[int, ...]
    secret: str

    def apply(self, table: Table) -> None:
        excused = {*self.seats, *(n for n, seat in enumerate(table.seats) if seat.excused)}
        seal(table, self.secret)
        table.reseals.append(self.seats)
        for number in excused:
            table.seats[number].excused = True
        begin_if_sealed(table)


class Revealed(BaseEvent, tag="revealed", frozen=True):
    """A player has revealed a part of the dice."""

    seat: int
    part: str

    def apply(self, table: Table) -> None:
        table.seats[self.seat].part = self.part
        begin_if_sealed(table)


@decides(actions.Commit, "player", "lobby", "sealing")
def _commit(request: Request, action: actions.Commit) -> BaseEvent:
    seat, table = request.seat, request.table
    if action.game != table.game_id:
        raise Refused("stale")
    if table.seats[seat].commitment == action.commitment and not table.seats[seat].excused:
        raise Unchanged
    if table.stage == "sealing" and seat not in table.uncommitted:
        raise Refused("wrong-stage")
    first = table.commitments.get(action.commitment, request.actor.person)
    if first != request.actor.person or action.commitment == commitment(table.secret):
        # A player who repeated another's commitment would repeat that part, or block it.
        raise Refused("bad-part")
    return Committed(seat, action.commitment)


@decides(actions.Reveal, "player", "sealing")
def _reveal(request: Request, action: actions.Reveal) -> BaseEvent:
    seat, table = request.seat, request.table
    if action.game != table.game_id:
        raise Refused("stale")
    if table.uncommitted or seat not in table.unrevealed:
        raise Refused("wrong-stage")
    if commitment(action.part) != table.seats[seat].commitment:
        raise Refused("bad-part")
    return Revealed(seat, action.part)


@decides(GoOn, "anybody", "sealing")
def _go_on(request: Request, _action: GoOn) -> BaseEvent:
    late = late_to_seal(request.table, request.context)
    if not late:  # they have just answered
        raise Refused("stale")
    if request.table.uncommitted:
        return Excused(late)
    return Resealed(late, request.context.new_secret())
