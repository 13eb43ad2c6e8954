"""What is checked before the rules are asked: who asks, at which stage, and on which view."""

from dataclasses import dataclass
from typing import cast

from qwixx.protocol.types import RefusalCode, Stage
from qwixx.rules import Game, Reason
from qwixx.table.context import TableContext
from qwixx.table.names import clean_name, look_of
from qwixx.table.options import Hand
from qwixx.table.seat import Seat
from qwixx.table.state import Table


class Refused(Exception):  # noqa: N818  (an action is refused; that is no error of ours)
    """An action may not be done; `code` says why.

    Examples:
    >>> from itertools import count
    >>> from qwixx.protocol import actions
    >>> from qwixx.table import LocalTable, Options, Refused
    >>> table = LocalTable("CDFGHJ", clock=count().__next__, new_secret=lambda: "0" * 64)
        >>> _ = table.open("anna", actions.Open("Anna", Options("classic", 2)))
        >>> try:
        ...     table.act("bert", actions.Sit("Anna"))
        ... except Refused as refused:
        ...     print(refused.code)
        name-taken
    """

    code: RefusalCode
    """A code of the table, like `not-host`, or the reason that the rules give."""

    def __init__(self, code: RefusalCode | Reason) -> None:
        super().__init__(code)
        # A test compares the reasons of the rules with the codes of the protocol.
        self.code = cast(RefusalCode, code.value) if isinstance(code, Reason) else code


class Unchanged(Exception):  # noqa: N818  (nothing is wrong)
    """All is as the action wants it already, so nothing is added to the log."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a person, or the server for a seat."""

    person: str = ""
    seat: int | None = None
    """Of a person it is known by the table."""
    hand: Hand = "player"
    program: bool = False
    """Who asks is somebody's program."""


@dataclass(slots=True)
class Request:
    """An action on which a decision is wanted."""

    table: Table
    actor: Actor
    seen: int
    """The version of the view on which the action was chosen."""
    context: TableContext

    def seat(self) -> int:
        """Returns the seat of who asks."""
        actor = self.actor
        seat = self.table.seat_of(actor.person) if actor.person else actor.seat
        if seat is None:
            raise Refused("not-seated")
        return seat

    @property
    def is_screen(self) -> bool:
        """Whether a screen asks that was let in: it has no seat."""
        return self.actor.person in self.table.screens.people

    def at_table(self) -> int | None:
        """Returns the seat of who asks, or none for a screen."""
        return None if self.is_screen else self.seat()

    def playing_seat(self) -> int:
        """Returns the seat for which a move comes. A bot is too late once its player is back."""
        seat = self.seat()
        if self.actor.hand == "bot" and self.table.seats[seat].bot is None:
            raise Refused("not-away")
        return seat

    def require_host(self) -> int:
        """Returns the seat of who asks, which must be the host's."""
        seat = self.seat()
        if seat != self.table.host:
            raise Refused("not-host")
        return seat

    def require_unseated(self) -> None:
        """Refuses those who have a seat already."""
        if self.table.seat_of(self.actor.person) is not None:
            raise Refused("already-seated")

    def require_stage(self, *stages: Stage) -> None:
        """Refuses what is for other stages."""
        if self.table.stage not in stages:
            raise Refused("wrong-stage")

    def require_another_game(self) -> None:
        """Refuses another game where there is one for each person: the game of a day."""
        if self.table.day:
            raise Refused("wrong-stage")

    def require_fresh(self) -> None:
        """Refuses what was decided before the present question came up.

        White answers of others do not change the question, so all may answer at once.
        """
        if not self.is_fresh:
            raise Refused("stale")

    @property
    def is_fresh(self) -> bool:
        """Whether what was looked at is what is asked now."""
        return self.table.since <= self.seen <= self.table.version

    def game(self) -> Game:
        """Returns the game that is being played."""
        self.require_stage("playing")
        if self.table.game is None:
            raise Refused("other-dice")  # a pad
        return self.table.game

    def named_seat(self, number: int) -> Seat:
        """Returns the seat that the action names."""
        if not 0 <= number < len(self.table.seats):
            raise Refused("no-such-seat")
        return self.table.seats[number]

    def free_seat(self, number: int | None) -> int:
        """That seat, which must be free; the lowest free one unless named."""
        if number is None:
            free = (n for n, seat in enumerate(self.table.seats) if seat.kind == "free")
            number = next(free, None)
            if number is None:
                raise Refused("table-full")
        elif self.named_seat(number).kind != "free":
            raise Refused("seat-taken")
        return number

    def name(self, text: str, seat: int | None = None) -> str:
        """A name that somebody in that seat, or a new one, may have."""
        name = good_name(text)
        others = [s.name for n, s in enumerate(self.table.seats) if n != seat]
        asking = self.table.asks.values()
        others += [ask.name for ask in asking if ask.person != self.actor.person]
        if look_of(name) in map(look_of, others):
            raise Refused("name-taken")
        return name

    def level(self, level: str) -> str:
        """A bot that can play what is played here."""
        if level not in self.context.levels(self.table.options.variant):
            raise Refused("no-such-bot")
        return level


def good_name(text: str) -> str:
    """The name as it is shown."""
    name = clean_name(text)
    if name is None:
        raise Refused("bad-name")
    return name
