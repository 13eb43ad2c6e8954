"""Tickets: they move a seat to another device, or admit a screen in the middle of the table."""

from typing import ClassVar, Final

from qwixx.protocol import actions
from qwixx.table.decide import Refused, Request, decides
from qwixx.table.names import person_of
from qwixx.table.state import BaseEvent, Table

_MOST_SCREENS: Final = 4  # a new one replaces the oldest


class UseTicket(actions.Action, frozen=True):
    """Takes the seat of that ticket, or admits a screen with it. It comes with `hello`."""

    ticket: str


class TicketIssued(BaseEvent, tag="ticket-issued", frozen=True):
    """Another device may take this seat."""

    counted: ClassVar = True
    seat: int
    ticket: str

    def apply(self, table: Table) -> None:
        table.seats[self.seat].ticket = self.ticket


class SeatMoved(BaseEvent, tag="seat-moved", frozen=True):
    """Another device has taken this seat."""

    counted: ClassVar = True
    seat: int
    person: str
    program: bool = False

    def apply(self, table: Table) -> None:
        seat = table.seats[self.seat]
        if table.stage == "lobby" or (table.stage == "sealing" and table.uncommitted):
            seat.commitment = ""  # its part is on the old device
        for sealed, person in table.commitments.items():
            if person == seat.person:
                table.commitments[sealed] = self.person
        for card in table.seats:
            if card.kind == "card" and card.person == seat.person:
                card.person = self.person
        table.evening.move(seat.person, self.person)
        seat.person, seat.program, seat.ticket = self.person, self.program, ""


class ScreenInvited(BaseEvent, tag="screen-invited", frozen=True):
    """The host has invited a screen, which may roll or enter dice."""

    counted: ClassVar = True
    ticket: str

    def apply(self, table: Table) -> None:
        table.screen_ticket = self.ticket


class ScreenAdmitted(BaseEvent, tag="screen-admitted", frozen=True):
    """A screen was admitted. Its ticket is used up."""

    person: str

    def apply(self, table: Table) -> None:
        table.screen_ticket = ""
        table.screens = [*table.screens, self.person][-_MOST_SCREENS:]


@decides(actions.Ticket, "player")
def _ticket(request: Request, action: actions.Ticket) -> BaseEvent:
    return TicketIssued(request.seat, person_of(action.ticket))


@decides(actions.InviteScreen, "host")
def _invite_screen(_request: Request, action: actions.InviteScreen) -> BaseEvent:
    return ScreenInvited(person_of(action.ticket))


@decides(UseTicket, "anybody")
def _use_ticket(request: Request, action: UseTicket) -> BaseEvent:
    ticket = person_of(action.ticket)
    numbered = enumerate(request.table.seats)
    seat = next((number for number, each in numbered if each.ticket == ticket), None)
    if seat is None and ticket != request.table.screen_ticket:
        raise Refused("no-such-seat")
    request.require("spectator")
    if seat is None:
        return ScreenAdmitted(request.actor.person)
    return SeatMoved(seat, request.actor.person, request.actor.program)
