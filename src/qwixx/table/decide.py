"""Decides whether an action is allowed now, and which event it adds to the log.

Each kind of action has a decision beside its event, in the module of its subject. In the order of
an evening these are `lobby`, `seats`, `tickets`, `sealing`, `playing`, `real_dice`, `pad`,
`after_game` and `late_comers`. A decision never changes a table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar

from qwixx.protocol.actions import PRESENT, Action
from qwixx.protocol.types import DiceKind, RefusalCode, Stage
from qwixx.rules import Game, IllegalMove
from qwixx.table.context import TableContext
from qwixx.table.names import clean_name, look_of
from qwixx.table.options import MovedBy
from qwixx.table.stages import Playing, Seat
from qwixx.table.state import BaseEvent, Table


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

    def __init__(self, code: RefusalCode) -> None:
        super().__init__(code)
        self.code = code
        """A code of the table, like `not-host`, or the reason that the rules give."""


class Unchanged(Exception):  # noqa: N818  (nothing is wrong)
    """The action would change nothing, so the log gets no entry."""


Who: TypeAlias = Literal["anybody", "spectator", "player", "player or screen", "host"]
"""People who may do something."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of an action: a person, or the server for a seat."""

    person: str = ""
    seat: int | None = None  # the seat for which the server acts
    hand: MovedBy = "player"
    program: bool = False  # a program sends the action


@dataclass(slots=True)
class Request:
    """An action to decide on, with its actor and its table."""

    table: Table
    actor: Actor
    seen: int  # the version of the view that the actor saw
    context: TableContext

    @property
    def seat(self) -> int:
        """The actor's seat. Raises Refused without one."""
        actor = self.actor
        seat = self.table.seat_of(actor.person) if actor.person else actor.seat
        if seat is None:
            raise Refused("not-seated")
        return seat

    @property
    def seat_or_screen(self) -> int | None:
        """The actor's seat; None for a screen."""
        return None if self.is_screen else self.seat

    @property
    def is_screen(self) -> bool:
        """Whether the actor is an admitted screen, which has no seat."""
        return self.actor.person in self.table.screens

    @property
    def is_fresh(self) -> bool:
        """Whether the actor saw the current question.

        White answers of others do not change the question, so all players may answer at once.
        """
        return self.table.question_version <= self.seen <= self.table.version

    @property
    def game(self) -> Game:
        return self.table.during(Playing).game

    def require(self, who: Who) -> None:
        """Refuses all other people."""
        if who == "spectator":
            if self.table.seat_of(self.actor.person) is not None:
                raise Refused("already-seated")
        elif who == "host":
            if self.seat != self.table.host:
                raise Refused("not-host")
        elif who == "player" or (who == "player or screen" and not self.is_screen):
            bot = self.table.seats[self.seat].bot
            if self.actor.hand == "bot" and bot is None:
                raise Refused("not-away")  # the player is back

    def require_another_game(self) -> None:
        """Refuses a second game of a day, which each person plays once."""
        if self.table.day:
            raise Refused("wrong-stage")

    def named_seat(self, number: int) -> Seat:
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
        asks = (ask for ask in self.table.asks.values() if not ask.declined)
        others += [ask.name for ask in asks if ask.person != self.actor.person]
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


# Decisions

MOST_CHANGES: Final = 100
"""Changes beside playing that one person may make in the time of a game: the log stores each."""

_Action = TypeVar("_Action", bound=Action)
_Decision: TypeAlias = Callable[[Request, _Action], BaseEvent]

DECISIONS: Final[dict[type[Action], _Decision[Any]]] = {}
"""Functions that check an action and return its event, or raise Refused or Unchanged."""


def decides(
    kind: type[_Action],
    who: Who,
    *stages: Stage,
    dice: tuple[DiceKind, ...] = (),
    fresh: bool = False,
) -> Callable[[_Decision[_Action]], _Decision[_Action]]:
    """Makes a function decide on one kind of action.

    Those people may do it, in those stages and with those kinds of dice. With `fresh`, an action is
    stale if it was chosen before the current question came up. An IllegalMove refuses it, too.
    """

    def register(decision: _Decision[_Action]) -> _Decision[_Action]:
        def checked(request: Request, action: _Action) -> BaseEvent:
            request.require(who)
            if stages and request.table.stage not in stages:
                raise Refused("wrong-stage")
            if dice and request.table.options.dice not in dice:
                raise Refused("other-dice")
            if fresh and not request.is_fresh:
                raise Refused("stale")
            try:
                return decision(request, action)
            except IllegalMove as error:
                raise Refused(error.reason) from None

        DECISIONS[kind] = checked
        return decision

    return register


def decide(table: Table, actor: Actor, action: Action, context: TableContext) -> BaseEvent:
    """Returns the event that this action adds to the log.

    Raises Refused if the action is not allowed, and Unchanged if no event is needed.
    """
    seen = table.version if action.version == PRESENT else action.version
    event = DECISIONS[type(action)](Request(table, actor, seen, context), action)
    if event.counted and actor.person and table.changes[actor.person] >= MOST_CHANGES:
        raise Refused("too-many-requests")
    return event
