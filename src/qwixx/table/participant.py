"""A connection to a table: whose it is, and the messages that wait to be sent to it."""

from collections.abc import Callable, Collection
from typing import Final

from qwixx.protocol.codec import write_message
from qwixx.protocol.types import ByeCode
from qwixx.protocol.views import Ack, Aside, Bye, Refusal

MOST_ANSWERS: Final = 200
# Who reads slowly misses asides rather than anything else.
_MOST_WAITING: Final = 20


class Participant:
    """A person at one of their devices.

    A view replaces the one before it. So who reads slowly gets fewer views, not older ones, and
    never holds up the table.
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
        """Somebody's program, and not a browser."""
        self.link = link
        """The address of this server for the phones around, where this browser needs it."""
        self.address = address
        """Where it is connected from."""
        self.knows = knows
        """Variants whose printed card this browser has."""
        self.joined_at = 0
        """When it has come, by the clock of the table."""
        self.seated = False
        """It has been a player's here."""
        self._answers: list[bytes] = []
        self._answering = False
        self._stale = False
        self._bye: bytes | None = None

    def wake(self) -> None:
        """Is called when there is something to send."""

    def refresh(self) -> None:
        """There is a new view."""
        self._stale = True
        if not self._answering:
            self.wake()

    def will_answer(self) -> None:
        """Lets the view wait for an answer: most views follow an action, and both leave at once."""
        self._answering = True

    def answer(self, message: Ack | Refusal) -> None:
        """Sends the answer to an action, as soon as it can be sent."""
        self._answering = False
        self._answers.append(write_message(message))
        if len(self._answers) > MOST_ANSWERS:
            self.dismiss("too-many-requests")
        self.wake()

    def show(self, aside: Aside) -> None:
        """Sends what is shown and forgotten."""
        if len(self._answers) < _MOST_WAITING:
            self._answers.append(write_message(aside))
            self.wake()

    def dismiss(self, code: ByeCode) -> None:
        """Says goodbye and ends the connection."""
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
        """Whether there is something to send."""
        return bool(self._answers or self._bye or self._stale)

    def take_answers(self) -> list[bytes]:
        """Returns what waits, but for the view and the goodbye."""
        answers, self._answers = self._answers, []
        return answers

    def take(self, view: Callable[[], bytes]) -> list[bytes]:
        """Returns all messages that wait; `view` makes the view, if a new one is needed."""
        messages = self.take_answers()
        if self._bye:
            return [*messages, self._bye]
        if self._stale:
            self._stale = False
            messages.append(view())
        return messages
