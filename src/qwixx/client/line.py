"""The socket of one person at one table, for whoever wants to wait for what comes of something.

Every action has an answer to wait for, and every view that may come. Where it is told to be
stubborn it comes back by itself, and sends again what nobody has answered: the server does it once.
"""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from types import TracebackType
from typing import Any, Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from qwixx.client.http import PATIENCE, socket_url
from qwixx.client.talk import Bye, Refused, Shown, Talk, Text, new_id

_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
"""Seconds before it tries again: a little longer every time."""
_GIVES_UP_AFTER: Final = 600.0

CUT_OFF: Final = (Bye, OSError, TimeoutError, ConnectionClosed, InvalidHandshake)
"""What can happen to a line."""

_COME_BACK: Final = ("closed", "restarting")
_TRY_AGAIN: Final = ("server-error", "too-many-requests")


class Line(Talk[Shown]):
    """One person at one table, connected to one of its nodes.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio, json
        >>> from qwixx.client import Line, new_secret, open_table
        >>> async def watch():
        ...     code = open_table(address, new_secret(), name="Ann")
        ...     async with Line(address, code, show=json.loads) as line:
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
        """`addresses` are one or more nodes: `host:port`, or `https://host/path` behind a proxy."""
        super().__init__(code, secret, show=show, ticket=ticket, program=program)
        self.addresses = [addresses] if isinstance(addresses, str) else list(addresses)
        """Of all nodes that it knows."""
        self.address = self.addresses[0]
        """Of the node to which it connects next."""
        self._rng = rng or Random()
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.come()
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.go()

    # Coming and going

    async def come(self) -> None:
        """Connects, and waits for the first view. Bye, or what a network can do."""
        await self._hang_up()
        hello = self.hello()
        self._socket = await connect(socket_url(self.address) + self.path)
        await self.send(hello)
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda _: True)

    async def go(self) -> None:
        """Disconnects, like a phone that falls asleep; the seat stays. Nobody insists any more."""
        if self.bye is None or self.bye in _COME_BACK:
            self.bye = "gone"
        await self._hang_up()

    async def _hang_up(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader

    async def come_back(self) -> None:
        """Connects again, to any of the nodes, as soon as one answers.

        After ten minutes in which none did it raises what has happened last.
        """
        loop = asyncio.get_running_loop()
        pause, until = _PAUSE, loop.time() + _GIVES_UP_AFTER
        while True:
            self.address = self._rng.choice(self.addresses)
            try:
                await self.come()
            except CUT_OFF as error:
                if loop.time() > until:
                    raise
                await asyncio.sleep(self._rng.uniform(pause / 2, pause))
                self._expect(error)
                pause = min(1.5 * pause, _LONGEST_PAUSE)
            else:
                return

    # Acting

    async def send(self, text: str | bytes) -> None:
        """Any text at all."""
        assert self._socket, "not connected"
        await self._socket.send(text, text=True)

    async def act(self, kind: str, *, action_id: str = "", version: int = -1, **more: Any) -> int:
        """Does something, and waits until the server has confirmed it and shown what came of it.

        `kind` and `more` are those of the actions in `qwixx.protocol.actions`; `version` is that
        of the latest view unless it is given. Returns the version that it led to. Refused, Bye.
        """
        action = action_id or new_id()
        answer = self._answers[action] = asyncio.get_running_loop().create_future()
        try:
            await self.send(self.action(kind, action, version, **more))
            async with asyncio.timeout(PATIENCE):
                done: int = await answer
        finally:
            self._answers.pop(action, None)
        await self.until(lambda _: self.version >= done)
        return done

    async def insist(self, kind: str, *, version: int = -1, **more: Any) -> None:
        """Sends the same action until there is an answer to it. Refused says that there is one."""
        action = new_id()
        seen = self.version if version < 0 else version
        while True:
            try:
                await self.act(kind, action_id=action, version=seen, **more)
            except CUT_OFF as error:
                self._expect(error)
                await self.come_back()
            except Refused as refused:
                if refused.code not in _TRY_AGAIN:
                    raise
                await asyncio.sleep(self._rng.uniform(_PAUSE / 2, _PAUSE))
            else:
                return

    # Seeing

    async def until(
        self, condition: Callable[[Shown], object], patience: float | None = PATIENCE
    ) -> Shown:
        """Waits for a view that fulfils the condition. Bye, TimeoutError."""
        async with asyncio.timeout(patience):
            while self._shown is None or not condition(self._shown):
                if self.bye is not None:
                    raise Bye(self.bye)
                self._changed.clear()
                await self._changed.wait()
            return self._shown

    async def insist_until(
        self, condition: Callable[[Shown], object], patience: float | None = PATIENCE
    ) -> Shown:
        """Like `until`, whatever happens to the connection; who has waited in vain comes anew."""
        while True:
            try:
                return await self.until(condition, patience)
            except CUT_OFF as error:
                self._expect(error)
                await self.come_back()

    # What comes in

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                reply = self.hear(text)
                if reply:
                    await self.send(reply)
        except ConnectionClosed:
            pass
        except msgspec.DecodeError:
            self.bye = "not-understood"  # this is no server of ours
        self.bye = self.bye or "closed"
        self._changed.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Bye(self.bye))
                answer.exception()  # nobody need be waiting for it

    def on_view(self, view: Shown) -> None:  # noqa: ARG002  (it is there to be looked at)
        """Wakes whoever waits for a view."""
        self._changed.set()

    def on_answer(self, action: str, answer: int | Refused) -> None:
        """Wakes whoever waits for that answer."""
        waiting = self._answers.get(action)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Refused):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    def _expect(self, error: Exception) -> None:
        """Who was sent away for good, or has gone, does not come back."""
        if self.bye == "gone":
            raise Bye(self.bye) from None
        if isinstance(error, Bye) and error.code not in _COME_BACK:
            raise error
