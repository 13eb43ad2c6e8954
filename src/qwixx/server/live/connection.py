"""An open socket at a table. It sends messages as they become ready."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from time import monotonic

from qwixx.server.limits import TokenBucket
from qwixx.table.decide import Actor
from qwixx.table.participant import Participant


class Connection(Participant):
    """An open socket."""

    def __init__(
        self,
        person: str,
        link: str = "",
        address: str = "",
        shown: TokenBucket | None = None,
        knows: Collection[str] = (),
        *,
        program: bool = False,
    ) -> None:
        super().__init__(person, link=link, address=address, knows=knows, program=program)
        self.actor = Actor(person, program=program)
        """The author of actions from this socket."""
        self._shown = shown
        """Limits the views that are sent to its address."""
        self._waiter: asyncio.Future[None] | None = None
        self._sending_since: float | None = None
        self.abort: Callable[[], object] = lambda: None
        """Closes the socket without a goodbye."""

    def send_stalled_for(self) -> float:
        """The seconds for which the client has not read what is being sent."""
        return 0.0 if self._sending_since is None else monotonic() - self._sending_since

    async def send_all(
        self,
        send: Callable[[list[bytes]], Awaitable[None]],
        view: Callable[[Participant], bytes],
    ) -> None:
        """Sends messages as they become ready, until the goodbye. Ready messages go together."""
        while True:
            while not self.has_messages:
                self._waiter = asyncio.get_running_loop().create_future()
                await self._waiter
            # An address that has used up its share gets fewer views.
            may_wait = self.needs_view and not self.is_dismissed
            delay = self._shown.reserve() if self._shown and may_wait else 0.0
            if delay:
                answers = self.take_answers()
                if answers:
                    await self._send(send, answers)
                await asyncio.sleep(delay)
            dismissed = self.is_dismissed
            await self._send(send, self.take(lambda: view(self)))
            if dismissed:
                return

    async def _send(
        self, send: Callable[[list[bytes]], Awaitable[None]], messages: list[bytes]
    ) -> None:
        self._sending_since = monotonic()
        await send(messages)
        self._sending_since = None

    def wake(self) -> None:
        """Wakes `send_all`, because a message is ready."""
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)
