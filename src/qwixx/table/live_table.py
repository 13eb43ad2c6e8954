"""A table in use: its state, its connections, its next automatic action and its views.

It has no event loop, no socket and no storage. A server wraps these around a `LiveTable`
(`server/live/hosted_table.py`), and so does a program of one process (`local.py`). Both do the same
with an action: `read` it, `propose` an entry, store the entry, `apply` it, and `take` the messages.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from typing import Final
from weakref import proxy

import msgspec

from qwixx.protocol.actions import Action, EnterDice
from qwixx.protocol.codec import id_of, read_message
from qwixx.protocol.messages import Aside, Bye, Hello, React, Reaction, Refusal, Tapped
from qwixx.protocol.types import MOST_SIGNS, MOST_TAPS, PROTOCOL, ByeCode, Sign
from qwixx.table import autopilot
from qwixx.table.context import TableContext
from qwixx.table.decide import Actor, Refused, Unchanged, decide
from qwixx.table.log import Entry
from qwixx.table.participant import Participant
from qwixx.table.presence import Presence
from qwixx.table.seats import Vacated
from qwixx.table.stages import Playing
from qwixx.table.state import Table
from qwixx.table.tickets import SeatMoved
from qwixx.table.views import Viewer

_LONGEST_LOG: Final = 50_000
"""The most entries of a log, about a hundred games of five. Only an attack gets there."""
_STORED_SLOWLY: Final = 1000
"""Timers restart if an entry is applied more than this many milliseconds after its decision."""


@dataclass(kw_only=True, eq=False)
class LiveTable(TableContext):
    """A table in use, and its surroundings."""

    code: InitVar[str] = field(kw_only=False)
    is_deaf: Callable[[], bool] = lambda: False
    """Returns whether this node gets no messages from other nodes."""

    def __post_init__(self, code: str) -> None:
        self.table = Table(code)  # as it is now
        self.participants: set[Participant] = set()  # all connections to it
        # A weak reference, so that the memory of a table is freed without the garbage collector.
        me = proxy(self)
        self.presence = Presence(
            self.clock, lambda person: me.table.seat_of(person) is not None, self.is_deaf
        )
        self.delayed_until = self.clock()
        self._viewer = Viewer()
        self._reactions = _TurnLimit(MOST_SIGNS)
        self._taps = _TurnLimit(MOST_TAPS)

    # The log

    def propose(self, actor: Actor, action: Action, by: str = "") -> Entry | int:
        """Returns the entry that this action adds to the log; `by` is the person who asked for it.

        Returns the table's version after the action if the log needs no entry. Raises Refused.
        """
        done = self.table.recent_actions.version(by, action.id) if action.id else None
        if done is not None:
            return done
        if self.table.version >= _LONGEST_LOG:
            raise Refused("log-full")
        try:
            event = decide(self.table, actor, action, self)
        except Unchanged:
            return self.table.version
        return Entry(self.clock(), event, by, action.id)

    def apply(self, entry: Entry) -> None:
        """Applies the next entry of the log, which is already stored."""
        entry.apply(self.table)
        now = self.clock()
        if now > entry.at + _STORED_SLOWLY:
            self.delayed_until = now
        if self.participants:
            self._dismiss_unseated(entry)
            self.refresh()

    def _dismiss_unseated(self, entry: Entry) -> None:
        """Ends the connections of players who lost their seat by that entry.

        An entry without an author belongs to players who have deleted their data themselves.
        """
        if not isinstance(entry.event, (Vacated, SeatMoved)):
            return
        code: ByeCode = "removed" if entry.by else "expired"
        if isinstance(entry.event, SeatMoved):
            code = "moved"
        for participant in self.participants:
            if participant.seated and self.table.seat_of(participant.person) is None:
                participant.seated = False
                if participant.person != entry.by:
                    participant.dismiss(code)

    # Connections

    def join(self, participant: Participant) -> None:
        participant.joined_at = self.clock()
        self.participants.add(participant)
        self.presence.come(participant.person)

    def leave(self, participant: Participant) -> None:
        self.participants.discard(participant)
        self.presence.go(participant.person)

    def is_replaced(self, person: str) -> bool:
        seat = self.table.seat_of(person)
        return seat is not None and self.table.seats[seat].bot is not None

    @property
    def owner(self) -> str:
        """Returns the address whose limits apply here: that of the longest connected player.

        Without players, it is that of the longest connected spectator.
        """
        first = min(
            self.participants, key=lambda each: (not each.seated, each.joined_at), default=None
        )
        return first.address if first else ""

    def dismiss(self, code: ByeCode) -> None:
        for participant in self.participants:
            participant.dismiss(code)

    # Messages from clients

    def read(self, participant: Participant, text: str | bytes) -> Action | Refusal | Aside | None:
        """Reads a message.

        Returns an action for `propose`, a refusal to send, or an aside that was shown to everybody
        here.
        """
        try:
            message = read_message(text)
        except msgspec.DecodeError:
            return Refusal(id_of(text), "bad-message")
        if isinstance(message, Action):
            return message
        if isinstance(message, Hello):  # a browser that has slept checks the connection
            self._viewer.renew()  # the new view needs current clocks
            participant.refresh()
            return None
        if isinstance(message, React):
            return self._react(participant, message.sign)
        return self._tap(participant, message.roll)

    def _react(self, participant: Participant, sign: Sign) -> Aside | None:
        """Passes a player's reaction on to everybody."""
        seat = self.table.seat_of(participant.person)
        if seat is None or not self._reactions.allows(self.table, seat):
            return None
        return self.show(Reaction(seat, sign))

    def _tap(self, participant: Participant, roll: str) -> Aside | None:
        """Shows the others a half-entered roll, if it could be entered now."""
        whole = EnterDice(roll.replace("-", "1"))  # each missing die can show a one
        try:
            decide(self.table, Actor(participant.person), whole, self)
        except Refused:
            return None
        seat = self.table.seat_of(participant.person)  # None: a screen
        if not self._taps.allows(self.table, seat):
            return None
        return self.show(Tapped(seat, self.table.during(Playing).game.turn, roll), participant)

    def show(self, aside: Aside, but: Participant | None = None) -> Aside:
        """Shows an aside to everybody except one connection and all programs."""
        for participant in self.participants:
            if not participant.program and participant is not but:
                participant.show(aside)
        return aside

    # Views

    def refresh(self) -> None:
        self._viewer.renew()
        for participant in self.participants:
            participant.refresh()

    def view(self, participant: Participant) -> bytes:
        """Returns the view of that person as bytes."""
        participant.seated = self.table.seat_of(participant.person) is not None
        return self._viewer.view(self.table, self, participant)

    # Automatic actions

    def next_due(self) -> autopilot.AnyDue | None:
        return None if self.storage_down() else autopilot.due(self.table, self)


def read_hello(text: str | bytes) -> Hello | Bye:
    """Reads the first message on a connection. Returns the goodbye if it is not a `hello`."""
    try:
        message = read_message(text)
    except msgspec.DecodeError:
        return Bye("bad-message")
    if not isinstance(message, Hello):
        return Bye("bad-message")
    return message if message.protocol == PROTOCOL else Bye("outdated")


class _TurnLimit:
    """Limits how many reactions, or how many taps of dice, a seat may show in a turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turn = ("", 0)
        self._shown: Counter[int | None] = Counter()

    def allows(self, table: Table, seat: int | None) -> bool:
        """Counts one more of that seat (None for a screen); returns whether it is allowed."""
        turn = (table.game_id, table.game.turn if table.game else 0)
        if turn != self._turn:
            self._turn = turn
            self._shown.clear()
        self._shown[seat] += 1
        return self._shown[seat] <= self._most
