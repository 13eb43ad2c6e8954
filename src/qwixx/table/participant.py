"""A connection to a table, with its person and the messages that wait for it."""

from collections.abc import Callable, Collection
from typing import Final

from qwixx.protocol.codec import write_message
from qwixx.protocol.messages import Ack, Aside, Bye, Refusal
from qwixx.protocol.types import ByeCode

MOST_ANSWERS: Final = 200
_MOST_WAITING: Final = 20
"""The most asides that wait. A slow reader misses asides before anything else."""


class Participant:
    """A person on one of their devices.

    A new view replaces a waiting one. So a slow reader gets fewer views, not older ones, and never
    delays the table.
    """

    def __init__(
        self,
        person: str,
        *,
        link: str = "",
        address: str = "",
        knows: Collection[str] = (),
        program: bool = False,
    ) -> None:
        self.person = person
        """The hash of the person's secret."""
        self.program = program
        """Whether a program is connected, and not a browser."""
        self.link = link
        """The address of this server for the phones around, if this browser needs it."""
        self.address = address
        """The network address of the client."""
        self.knows = knows
        """Variants whose printed card this browser has."""
        self.joined_at = 0
        """The time of joining, by the clock of the table."""
        self.seated = False
        """Whether its person has had a seat while it was connected."""
        self._answers: list[bytes] = []
        self._answering = False
        self._stale = False
        self._bye: bytes | None = None

    def wake(self) -> None:
        """Called when a message waits; a server sends it."""

    def refresh(self) -> None:
        """Notes that there is a new view."""
        self._stale = True
        if not self._answering:
            self.wake()

    def will_answer(self) -> None:
        """Lets the view wait for the next answer, so that both are sent together."""
        self._answering = True

    def answer(self, message: Ack | Refusal) -> None:
        """Sends the answer to an action, as soon as it can be sent."""
        self._answering = False
        self._answers.append(write_message(message))
        if len(self._answers) > MOST_ANSWERS:
            self.dismiss("too-many-requests")
        self.wake()

    def show(self, aside: Aside) -> None:
        """Sends an aside, unless too many wait."""
        if len(self._answers) < _MOST_WAITING:
            self._answers.append(write_message(aside))
            self.wake()

    def dismiss(self, code: ByeCode) -> None:
        """Sends the goodbye, after which the connection ends."""
        self._bye = self._bye or write_message(Bye(code))
        self.wake()

    @property
    def is_dismissed(self) -> bool:
        return self._bye is not None

    @property
    def needs_view(self) -> bool:
        return self._stale

    @property
    def has_messages(self) -> bool:
        """Whether any message waits."""
        return bool(self._answers or self._bye or self._stale)

    def take_answers(self) -> list[bytes]:
        """Returns the waiting messages without the view and the goodbye."""
        answers, self._answers = self._answers, []
        return answers

    def take(self, view: Callable[[], bytes]) -> list[bytes]:
        """Returns all waiting messages; `view` makes the view, if a new one is needed."""
        messages = self.take_answers()
        if self._bye:
            return [*messages, self._bye]
        if self._stale:
            self._stale = False
            messages.append(view())
        return messages
