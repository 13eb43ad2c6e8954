"""One open socket, as a table sees it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from time import monotonic
from typing import Final

from qwixx.protocol.codec import write_message
from qwixx.protocol.types import ByeCode
from qwixx.protocol.views import Ack, Aside, Bye, Refusal
from qwixx.server.limits import TokenBucket

MOST_ANSWERS: Final = 200
# Who reads slowly misses asides rather than anything else.
_MOST_WAITING: Final = 20


class Connection:
    """What is still to be sent.

    A view replaces the one before it, so that whoever reads slowly gets fewer, not older ones, and
    never holds up the table.
    """

    def __init__(
        self,
        person: str,
        link: str,
        address: str = "",
        shown: TokenBucket | None = None,
        knows: Collection[str] = (),
        *,
        program: bool = False,
    ) -> None:
        self.person = person
        self.program = program
        """Somebody's program, and not a browser."""
        self.address = address
        self.since = monotonic()
        self._shown = shown
        """Views that may still be sent to that address."""
        self.link = link
        """The address of this server for the phones around, where this browser needs it."""
        self.knows = knows
        """Variants whose printed card this browser has."""
        self.seated = False
        """Has been a player here."""
        self._answers: list[bytes] = []
        self._answering = False
        self._stale = False
        self._bye: bytes | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._sending_since: float | None = None
        self.cut_off: Callable[[], object] = lambda: None
        """Ends it without a goodbye."""

    def refresh(self) -> None:
        """There is a new view."""
        self._stale = True
        if not self._answering:
            self._wake()

    def will_answer(self) -> None:
        """The view waits until then, so that both leave together: most views follow an action."""
        self._answering = True

    def answer(self, message: Ack | Refusal) -> None:
        self._answering = False
        self._answers.append(write_message(message))
        if len(self._answers) > MOST_ANSWERS:
            self.dismiss("too-many-requests")
        self._wake()

    def show(self, aside: Aside) -> None:
        if len(self._answers) < _MOST_WAITING:
            self._answers.append(write_message(aside))
            self._wake()

    def dismiss(self, code: ByeCode) -> None:
        """Says goodbye and ends the connection."""
        self._bye = self._bye or write_message(Bye(code))
        self._wake()

    def slow_for(self) -> float:
        """For how many seconds the other side has not taken what is being sent."""
        return 0.0 if self._sending_since is None else monotonic() - self._sending_since

    async def send_all(
        self, send: Callable[[list[bytes]], Awaitable[None]], view: "Callable[[Connection], bytes]"
    ) -> None:
        """Sends what becomes ready, as it does, until goodbye; what is ready at once, together."""
        while True:
            await self._something()
            early = self._too_early()
            if early:
                if self._answers:
                    await self._send(send, self._take_answers())
                await asyncio.sleep(early)
            messages = self._take_answers()
            if self._bye:
                await self._send(send, [*messages, self._bye])
                return
            if self._stale:
                self._stale = False
                messages.append(view(self))
            await self._send(send, messages)

    async def _send(
        self, send: Callable[[list[bytes]], Awaitable[None]], messages: list[bytes]
    ) -> None:
        self._sending_since = monotonic()
        await send(messages)
        self._sending_since = None

    def _take_answers(self) -> list[bytes]:
        answers, self._answers = self._answers, []
        return answers

    def _too_early(self) -> float:
        """An address that is sent more than its share is sent fewer views."""
        return self._shown.reserve() if self._shown and self._stale and not self._bye else 0.0

    async def _something(self) -> None:
        """Returns when there is something to send."""
        while not (self._answers or self._bye or self._stale):
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter

    def _wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)
