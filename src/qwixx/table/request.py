"""Checks an action before the rules do: its person, the stage, and the version of the view."""

from dataclasses import dataclass
from typing import cast

from qwixx.protocol.types import RefusalCode, Stage
from qwixx.rules import Game, Reason
from qwixx.table.context import TableContext
from qwixx.table.names import clean_name, look_of
from qwixx.table.options import Hand
from qwixx.table.seat import Seat
from qwixx.table.state import Table


class Refused(Exception):  # noqa: N818  (a refusal is not an error of the program)
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
    """The action would change nothing, so the log gets no entry."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of an action: a person, or the server for a seat."""

    person: str = ""
    seat: int | None = None
    """The seat for which the server acts. The table knows the seats of people."""
    hand: Hand = "player"
    program: bool = False
    """Whether a program sends the action."""


@dataclass(slots=True)
class Request:
    """An action to decide on, with its actor and its table."""

    table: Table
    actor: Actor
    seen: int
    """The version of the view that the actor saw."""
    context: TableContext

    def seat(self) -> int:
        """Returns the actor's seat. Raises Refused without one."""
        actor = self.actor
        seat = self.table.seat_of(actor.person) if actor.person else actor.seat
        if seat is None:
            raise Refused("not-seated")
        return seat

    @property
    def is_screen(self) -> bool:
        """Whether the actor is an admitted screen, which has no seat."""
        return self.actor.person in self.table.screens.people

    def at_table(self) -> int | None:
        """Returns the actor's seat, or None for a screen."""
        return None if self.is_screen else self.seat()

    def playing_seat(self) -> int:
        """Returns the seat that moves. Refuses a bot's move once the player is back."""
        seat = self.seat()
        if self.actor.hand == "bot" and self.table.seats[seat].bot is None:
            raise Refused("not-away")
        return seat

    def require_host(self) -> int:
        """Returns the actor's seat, which must be the host's."""
        seat = self.seat()
        if seat != self.table.host:
            raise Refused("not-host")
        return seat

    def require_unseated(self) -> None:
        """Refuses an actor with a seat."""
        if self.table.seat_of(self.actor.person) is not None:
            raise Refused("already-seated")

    def require_stage(self, *stages: Stage) -> None:
        """Refuses the action at other stages."""
        if self.table.stage not in stages:
            raise Refused("wrong-stage")

    def require_another_game(self) -> None:
        """Refuses a second game of a day, which each person plays once."""
        if self.table.day:
            raise Refused("wrong-stage")

    def require_fresh(self) -> None:
        """Refuses an action that was chosen before the current question came up.

        White answers of others do not change the question, so all players may answer at once.
        """
        if not self.is_fresh:
            raise Refused("stale")

    @property
    def is_fresh(self) -> bool:
        """Whether the actor saw the current question."""
        return self.table.question_version <= self.seen <= self.table.version

    def game(self) -> Game:
        """Returns the game that is being played."""
        self.require_stage("playing")
        if self.table.game is None:
            raise Refused("other-dice")  # a pad has no game
        return self.table.game

    def named_seat(self, number: int) -> Seat:
        """Returns the seat that the action names."""
        if not 0 <= number < len(self.table.seats):
            raise Refused("no-such-seat")
        return self.table.seats[number]

    def free_seat(self, number: int | None) -> int:
        """Returns the named seat, which must be free, or else the lowest free one."""
        if number is None:
            free = (n for n, seat in enumerate(self.table.seats) if seat.kind == "free")
            number = next(free, None)
            if number is None:
                raise Refused("table-full")
        elif self.named_seat(number).kind != "free":
            raise Refused("seat-taken")
        return number

    def name(self, text: str, seat: int | None = None) -> str:
        """Returns the cleaned name. Refuses names of other seats."""
        name = good_name(text)
        others = [s.name for n, s in enumerate(self.table.seats) if n != seat]
        asking = self.table.asks.values()
        others += [ask.name for ask in asking if ask.person != self.actor.person]
        if look_of(name) in map(look_of, others):
            raise Refused("name-taken")
        return name

    def level(self, level: str) -> str:
        """Returns the level. Refuses a bot that cannot play this variant."""
        if level not in self.context.levels(self.table.options.variant):
            raise Refused("no-such-bot")
        return level


def good_name(text: str) -> str:
    """Returns the cleaned name. Raises Refused if it is not usable."""
    name = clean_name(text)
    if name is None:
        raise Refused("bad-name")
    return name
