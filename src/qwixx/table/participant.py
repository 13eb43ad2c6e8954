"""A connection to a table, with its person and the messages that wait for it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from qwixx.protocol.codec import write_message
from qwixx.protocol.messages import Ack, Aside, Bye, Refusal
from qwixx.protocol.types import ByeCode

MOST_ANSWERS: Final = 200
_MOST_WAITING: Final = 20
"""The most asides that wait. A slow reader misses asides before anything else."""


@dataclass(eq=False)
class Participant:
    """A person on one of their devices.

    A new view replaces a waiting one. So a slow reader gets fewer views, not older ones, and never
    delays the table.
    """

    person: str  # the hash of the person's secret
    link: str = ""  # the address of this server for the phones around, if this browser needs it
    address: str = ""  # the network address of the client
    knows: Collection[str] = ()  # variants whose printed card this browser has
    program: bool = field(default=False, kw_only=True)  # not a browser
    joined_at: int = field(default=0, init=False)  # by the clock of the table
    seated: bool = field(default=False, init=False)  # since it was connected
    answers: list[bytes] = field(default_factory=list, init=False)  # waiting, as are the next two
    needs_view: bool = field(default=False, init=False)
    bye: bytes | None = field(default=None, init=False)
    _answering: bool = field(default=False, init=False)

    def wake(self) -> None:
        """Called when a message waits; a server sends it."""

    def refresh(self) -> None:
        self.needs_view = True
        if not self._answering:
            self.wake()

    def will_answer(self) -> None:
        """Lets the view wait for the next answer, so that both are sent together."""
        self._answering = True

    def answer(self, message: Ack | Refusal) -> None:
        """Sends the answer to an action, as soon as it can be sent."""
        self._answering = False
        self.answers.append(write_message(message))
        if len(self.answers) > MOST_ANSWERS:
            self.dismiss("too-many-requests")
        self.wake()

    def show(self, aside: Aside) -> None:
        """Sends an aside, unless too many wait."""
        if len(self.answers) < _MOST_WAITING:
            self.answers.append(write_message(aside))
            self.wake()

    def dismiss(self, code: ByeCode) -> None:
        """Sends the goodbye, after which the connection ends."""
        self.bye = self.bye or write_message(Bye(code))
        self.wake()

    def take_answers(self) -> list[bytes]:
        """Returns the waiting messages without the view and the goodbye."""
        answers, self.answers = self.answers, []
        return answers

    def take(self, view: Callable[[], bytes]) -> list[bytes]:
        """Returns all waiting messages; `view` makes the view, if a new one is needed."""
        messages = self.take_answers()
        if self.bye:
            return [*messages, self.bye]
        if self.needs_view:
            self.needs_view = False
            messages.append(view())
        return messages
