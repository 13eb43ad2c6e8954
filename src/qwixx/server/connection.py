"""One open socket, as a table sees it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Final

from qwixx.server.protocol.codec import write_message
from qwixx.server.protocol.views import Ack, Bye, Refusal

MOST_ANSWERS: Final = 200


class Connection:
    """What is still to be sent.

    A view replaces the one before it, so that whoever reads slowly gets fewer, not older ones, and
    never holds up the table.
    """

    def __init__(self, person: str, link: str) -> None:
        self.person = person
        self.link = link
        """The address of this server for the phones around, where this browser needs it."""
        self.seated = False
        """Has been a player here."""
        self._answers: deque[bytes] = deque()
        self._stale = False
        self._bye: bytes | None = None
        self._wake = asyncio.Event()

    def refresh(self) -> None:
        """There is a new view."""
        self._stale = True
        self._wake.set()

    def answer(self, message: Ack | Refusal) -> None:
        self._answers.append(write_message(message))
        if len(self._answers) > MOST_ANSWERS:
            self.dismiss("too-many-requests")
        self._wake.set()

    def dismiss(self, code: str) -> None:
        """Says goodbye and ends the connection."""
        self._bye = self._bye or write_message(Bye(code))  # type: ignore[arg-type]
        self._wake.set()

    async def outgoing(self, view: "Callable[[Connection], bytes]") -> AsyncIterator[bytes]:
        """Messages as they become ready; ends with a goodbye."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._answers:
                yield self._answers.popleft()
            if self._bye:
                yield self._bye
                return
            if self._stale:
                self._stale = False
                yield view(self)
