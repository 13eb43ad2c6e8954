"""A whole table in one object, for programs that need no server."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from qwixx.protocol.actions import Action, Open, Return
from qwixx.protocol.messages import Ack, Bye, Refusal
from qwixx.protocol.views import View
from qwixx.rules import Game
from qwixx.table.autopilot import BotDue
from qwixx.table.decide import Actor, Refused
from qwixx.table.live_table import LiveTable, read_hello
from qwixx.table.lobby import open_table
from qwixx.table.log import Entry
from qwixx.table.names import person_of
from qwixx.table.participant import Participant
from qwixx.table.tickets import UseTicket
from qwixx.table.views import view


class LocalTable(LiveTable):
    """A table and its log, in one process.

    Examples:
        Two people play. Everything they do goes through `act`:

        >>> from itertools import count
        >>> from qwixx.protocol import actions
        >>> from qwixx.table import LocalTable, Options
        >>> from qwixx.table.fair import commitment
        >>> secrets = (f"{number:064x}" for number in count(1))  # not for real games
        >>> table = LocalTable("CDFGHJ", clock=count().__next__, new_secret=secrets.__next__)
        >>> table.open("anna", actions.Open("Anna", Options("classic", 2)))
        1
        >>> table.act("bert", actions.Sit("Bert"))
        2
        >>> table.act("anna", actions.Start())
        3

        Before the first roll every player seals a part of the dice, and shows it later:

        >>> parts = {"anna": "a1" * 32, "bert": "b2" * 32}
        >>> game = table.table.game_id
        >>> for person, part in parts.items():
        ...     _ = table.act(person, actions.Commit(game, commitment(part)))
        >>> for person, part in parts.items():
        ...     _ = table.act(person, actions.Reveal(game, part))
        >>> table.table.stage
        'playing'
        >>> active = table.table.seats[table.table.game.active].person
        >>> table.act(active, actions.RollDice())
        8

        A view is what a person may know, and says what that person can choose from:

        >>> you = table.view_of("bert").you
        >>> you.asked, you.passing.misthrow
        ('white', False)
        >>> table.view_of("nobody").you is None
        True

        The log is all that must be stored. The same table can be made from it again:

        >>> again = LocalTable(
        ...     "CDFGHJ", clock=count().__next__, new_secret=secrets.__next__, entries=table.entries
        ... )
        >>> again.table.game == table.table.game
        True
    """

    def __init__(
        self,
        code: str,
        *,
        entries: Iterable[Entry] = (),
        keep: Callable[[Entry], object] = lambda _entry: None,
        **given: Any,
    ) -> None:
        """Begins with `entries`, and passes each new entry to `keep` before applying it.

        The other arguments are those of `LiveTable`. A person is here from their first action until
        `go`.
        """
        super().__init__(code, **given)
        self.entries: list[Entry] = []
        """The log, from its first entry on."""
        self._keep = keep
        for entry in entries:
            self._apply(entry)

    def open(self, person: str, wish: Open) -> int:
        """Opens the table for that person, and returns the first version. Raises Refused."""
        if self.entries:
            raise ValueError("this table is open already")
        self.come(person)
        event = open_table(person, wish, self.levels, self.new_secret())
        return self._add(Entry(self.clock(), event))

    def act(self, person: str, action: Action) -> int:
        """Does an action of that person, and returns the version after it. Raises Refused.

        An action with an id is done once, even if it is repeated.
        """
        self.come(person)
        return self._add(self.propose(Actor(person), action, person))

    def view_of(self, person: str) -> View:
        """Returns the view of that person: everything that they may know."""
        return view(self.table, person, self)

    # Presence

    def come(self, person: str) -> None:
        """Adds a person, who takes their seat back if a bot has played for them."""
        if not self.presence.here(person):
            self.presence.come(person)
        if self.is_replaced(person):
            self._add(self.propose(Actor(person), Return()))

    def go(self, person: str) -> None:
        """Removes a person, who may come back."""
        if self.presence.here(person):
            self.presence.go(person)

    # Messages

    def connect(self, hello: str | bytes) -> Participant | None:
        """Begins a connection with its first message. Returns None if that is not a `hello`."""
        first = read_hello(hello)
        if isinstance(first, Bye):
            return None
        participant = Participant(person_of(first.secret), knows=first.knows, program=first.program)
        self.join(participant)
        if first.ticket:
            actor = Actor(participant.person, program=first.program)
            with suppress(Refused):  # a bad ticket leaves the person as they are
                self._add(self.propose(actor, UseTicket(first.ticket)))
        self.come(participant.person)
        participant.refresh()
        return participant

    def receive(self, participant: Participant, text: str | bytes) -> None:
        """Handles a message. The answers wait for `take`."""
        message = self.read(participant, text)
        if isinstance(message, Refusal):
            participant.answer(message)
        elif isinstance(message, Action):
            actor = Actor(participant.person, program=participant.program)
            try:
                version = self._add(self.propose(actor, message, actor.person))
            except Refused as refused:
                participant.answer(Refusal(message.id, refused.code))
            else:
                participant.answer(Ack(message.id, version))

    def take(self, participant: Participant) -> list[bytes]:
        """Returns the messages that wait for a connection, with a view if there is a new one."""
        return participant.take(lambda: self.view(participant))

    # Automatic actions

    def do_due(self, choose: Callable[[str, Game, int], str]) -> bool:
        """Does the action that is due now; returns whether there was one.

        `choose` returns the move of a bot from its level, the game and the seat.
        """
        due = self.next_due()
        if due is None or due.at > self.clock():
            return False
        if isinstance(due, BotDue):
            standin = self.standin(self.table.options.variant)
            level = self.table.seats[due.seat].bot or standin
            action = due.answer(choose(level, due.game.seen_by(due.seat), due.seat))
        else:
            action = due.action
        self._add(self.propose(due.actor, action))
        return True

    def _add(self, proposed: Entry | int) -> int:
        if isinstance(proposed, int):
            return proposed
        self._keep(proposed)
        self._apply(proposed)
        return self.table.version

    def _apply(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.apply(entry)
