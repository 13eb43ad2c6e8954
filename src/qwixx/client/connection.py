"""The connection of one player to one table.

Callers can wait for the answer to an action and for a view. The methods with a retry reconnect and
send unanswered actions again; the server does each action once.
"""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from qwixx.client.http import TIMEOUT, socket_url
from qwixx.client.protocol import Bye, ClientProtocol, Refused, Shown, Text, new_id

_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
"""Seconds before the next attempt; each pause is a little longer than the one before."""
_GIVES_UP_AFTER: Final = 600.0

CONNECTION_ERRORS: Final = (Bye, OSError, TimeoutError, ConnectionClosed, InvalidHandshake)
"""The exceptions of a connection that fails."""

_TEMPORARY_BYES: Final = ("closed", "restarting")
_TEMPORARY_REFUSALS: Final = ("server-error", "too-many-requests")


class TableConnection(ClientProtocol[Shown]):
    """One player at one table, connected to one of its nodes.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio, json
        >>> from qwixx.client import TableConnection, new_secret, open_table
        >>> async def watch():
        ...     code = open_table(address, new_secret(), name="Ann")
        ...     async with TableConnection(address, code, show=json.loads) as line:
        ...         return line.shown["stage"], line.shown["seats"][0]["name"]
        >>> asyncio.run(watch())
        ('lobby', 'Ann')
    """

    def __init__(
        self,
        addresses: str | Sequence[str],
        code: str,
        secret: str | None = None,
        *,
        show: Callable[[Text], Shown],
        ticket: str | None = None,
        program: bool = False,
        rng: Random | None = None,
    ) -> None:
        """Sets up a connection that is not open yet.

        `addresses` are one or more nodes: `host:port`, or `https://host/path` behind a proxy.
        """
        super().__init__(code, secret, show=show, ticket=ticket, program=program)
        self.addresses = [addresses] if isinstance(addresses, str) else list(addresses)
        """The addresses of all known nodes."""
        self.address = self.addresses[0]
        """The address for the next connection."""
        self._rng = rng or Random()
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    # Connecting

    async def connect(self) -> None:
        """Connects, and waits for the first view. Raises one of CONNECTION_ERRORS."""
        await self._hang_up()
        hello = self.hello()
        self._socket = await connect(socket_url(self.address) + self.path)
        await self.send(hello)
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda _: True)

    async def disconnect(self) -> None:
        """Disconnects, like a phone that falls asleep. The seat stays; all retries end."""
        if self.bye is None or self.bye in _TEMPORARY_BYES:
            self.bye = "gone"
        await self._hang_up()

    async def _hang_up(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader

    async def reconnect(self) -> None:
        """Connects again, to any of the nodes, as soon as one answers.

        Raises the last error after ten minutes without an answer.
        """
        loop = asyncio.get_running_loop()
        pause, until = _PAUSE, loop.time() + _GIVES_UP_AFTER
        while True:
            self.address = self._rng.choice(self.addresses)
            try:
                await self.connect()
            except CONNECTION_ERRORS as error:
                if loop.time() > until:
                    raise
                await asyncio.sleep(self._rng.uniform(pause / 2, pause))
                self._check_temporary(error)
                pause = min(1.5 * pause, _LONGEST_PAUSE)
            else:
                return

    # Acting

    async def send(self, text: str | bytes) -> None:
        """Sends a message as it is. Most programs use `act`."""
        assert self._socket, "not connected"
        await self._socket.send(text, text=True)

    async def act(self, kind: str, *, action_id: str = "", version: int = -1, **more: Any) -> int:
        """Does an action, and waits until the server has confirmed it and shown the result.

        `kind` and `more` are those of the actions in `qwixx.protocol.actions`. `version` is that
        of the latest view unless it is given. Returns the new version. Raises Refused or Bye.
        """
        action = action_id or new_id()
        answer = self._answers[action] = asyncio.get_running_loop().create_future()
        try:
            await self.send(self.action(kind, action, version, **more))
            async with asyncio.timeout(TIMEOUT):
                done: int = await answer
        finally:
            self._answers.pop(action, None)
        await self.until(lambda _: self.version >= done)
        return done

    async def act_with_retry(self, kind: str, *, version: int = -1, **more: Any) -> None:
        """Sends the same action until it is answered. Raises Refused if it is refused."""
        action = new_id()
        seen = self.version if version < 0 else version
        while True:
            try:
                await self.act(kind, action_id=action, version=seen, **more)
            except CONNECTION_ERRORS as error:
                self._check_temporary(error)
                await self.reconnect()
            except Refused as refused:
                if refused.code not in _TEMPORARY_REFUSALS:
                    raise
                await asyncio.sleep(self._rng.uniform(_PAUSE / 2, _PAUSE))
            else:
                return

    # Seeing

    async def until(
        self, condition: Callable[[Shown], object], seconds: float | None = TIMEOUT
    ) -> Shown:
        """Waits for a view that fulfils the condition. Raises Bye or TimeoutError."""
        async with asyncio.timeout(seconds):
            while self._shown is None or not condition(self._shown):
                if self.bye is not None:
                    raise Bye(self.bye)
                self._changed.clear()
                await self._changed.wait()
            return self._shown

    async def until_with_retry(
        self, condition: Callable[[Shown], object], seconds: float | None = TIMEOUT
    ) -> Shown:
        """Waits like `until`, and reconnects after a failed connection or a timeout."""
        while True:
            try:
                return await self.until(condition, seconds)
            except CONNECTION_ERRORS as error:
                self._check_temporary(error)
                await self.reconnect()

    # Receiving

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                reply = self.receive(text)
                if reply:
                    await self.send(reply)
        except ConnectionClosed:
            pass
        except msgspec.DecodeError:
            self.bye = "not-understood"  # This is no Qwixx server.
        self.bye = self.bye or "closed"
        self._changed.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Bye(self.bye))
                answer.exception()  # The caller may have stopped waiting.

    def on_view(self, view: Shown) -> None:  # noqa: ARG002  (for subclasses)
        """Wakes the callers that wait for a view."""
        self._changed.set()

    def on_answer(self, action: str, answer: int | Refused) -> None:
        """Wakes the caller that waits for that answer."""
        waiting = self._answers.get(action)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Refused):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    def _check_temporary(self, error: Exception) -> None:
        """Raises if there must be no reconnection: after `disconnect` or a final Bye."""
        if self.bye == "gone":
            raise Bye(self.bye) from None
        if isinstance(error, Bye) and error.code not in _TEMPORARY_BYES:
            raise error
