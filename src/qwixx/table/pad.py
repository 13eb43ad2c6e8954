"""A pad: players make marks, take them back, and keep cards for others."""

from typing import ClassVar

from qwixx.protocol import actions
from qwixx.rules import Colour, Pad, Reason
from qwixx.table.decide import Refused, Request, decides
from qwixx.table.stages import PadGame, Seat
from qwixx.table.state import BaseEvent, Table


class CardSat(BaseEvent, tag="card-sat", frozen=True):
    """A player without a phone has taken a free seat at a pad."""

    counted: ClassVar = True
    seat: int
    keeper: int  # the seat of the player whose phone shows the card
    name: str

    def apply(self, table: Table) -> None:
        table.seats[self.seat] = Seat("card", self.name, table.seats[self.keeper].person)
        table.open_question()


class Marked(BaseEvent, tag="marked", frozen=True):
    """A cell was crossed on a card of a pad, or a misthrow marked."""

    seat: int
    mark: str

    def apply(self, table: Table) -> None:
        game = table.during(PadGame)
        game.pad = game.pad.mark(self.seat, self.mark)


class TakenBack(BaseEvent, tag="taken-back", frozen=True):
    """A mark on a pad was taken back."""

    seat: int
    mark: str

    def apply(self, table: Table) -> None:
        game = table.during(PadGame)
        game.pad = game.pad.take_back(self.seat, self.mark)


class LockLeft(BaseEvent, tag="lock-left", frozen=True):
    """A seat has declined to cross the lock of a row that others have closed."""

    seat: int
    colour: Colour

    def apply(self, table: Table) -> None:
        game = table.during(PadGame)
        game.pad = game.pad.decline_lock(self.seat, self.colour)


@decides(actions.AddCard, "player", "lobby", dice=("pad",))
def _add_card(request: Request, action: actions.AddCard) -> BaseEvent:
    return CardSat(request.free_seat(action.seat), request.seat, request.name(action.name))


# Marks of others make no action stale.
@decides(actions.MarkCard, "player", "playing", dice=("pad",), fresh=True)
def _mark(request: Request, action: actions.MarkCard) -> BaseEvent:
    _pad(request, action.seat).mark(action.seat, action.mark)
    return Marked(action.seat, action.mark)


@decides(actions.TakeBack, "player", "playing", dice=("pad",), fresh=True)
def _take_back(request: Request, action: actions.TakeBack) -> BaseEvent:
    _pad(request, action.seat).take_back(action.seat, action.mark)
    return TakenBack(action.seat, action.mark)


@decides(actions.LeaveLock, "player", "playing", dice=("pad",), fresh=True)
def _leave_lock(request: Request, action: actions.LeaveLock) -> BaseEvent:
    _pad(request, action.seat).decline_lock(action.seat, action.colour)
    return LockLeft(action.seat, action.colour)


def _pad(request: Request, seat: int) -> Pad:
    """Returns the pad. Refuses a card that is not on the player's phone."""
    request.named_seat(seat)
    if request.table.keeper(seat) != request.seat:
        raise Refused(Reason.NOT_YOUR_DECISION)
    return request.table.during(PadGame).pad
