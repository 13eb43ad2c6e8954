"""The socket of one person at one table.

It says hello, keeps the latest view, gives every action an id and waits for its answer, seals and
reveals this person's part of the dice when it is time, and, where it is told to be stubborn, comes
back by itself and sends again what nobody has answered: the server does it once.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from qwixx.client.http import PATIENCE, new_secret
from qwixx.client.sealing import Parts, SealingView
from qwixx.protocol.words import PROTOCOL

Shown = TypeVar("Shown")
"""What a view is to whoever uses the line."""

_PAUSE: Final = (0.02, 0.1)


class Refused(Exception):  # noqa: N818
    """The server refused an action; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Bye(Exception):  # noqa: N818
    """The server has closed the socket; `code` says why, "closed" if it did not."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


CUT_OFF: Final = (Bye, OSError, TimeoutError, ConnectionClosed, InvalidHandshake)
"""What can happen to a line."""

_COME_BACK: Final = ("closed", "restarting")


class _Message(msgspec.Struct):
    """What every message of the server says about itself."""

    type: str
    id: str = ""
    code: str = ""
    version: int = 0


_read_message: Final = msgspec.json.Decoder(_Message).decode


class Line(Generic[Shown]):
    """One person at one table. `show` makes of the text of a view what its user wants to see."""

    def __init__(
        self,
        addresses: str | Sequence[str],
        code: str,
        secret: str | None = None,
        *,
        show: Callable[[str], Shown],
        ticket: str | None = None,
        rng: Random | None = None,
    ) -> None:
        """`addresses` (`host:port`) are one or more nodes; `ticket` moves a seat to this secret."""
        self.addresses = [addresses] if isinstance(addresses, str) else list(addresses)
        self.address = self.addresses[0]
        """Of the node to which it connects next."""
        self.code = code
        self.secret = secret or new_secret()
        self.parts = Parts()
        """What it has drawn for the dice of each game."""
        self.seals = True
        """Whether it takes part in sealing the dice by itself."""
        self.version = -1
        """Of the latest view; -1 before there is one."""
        self.bye: str | None = None
        """Why the server has closed the socket."""
        self._show = show
        self._shown: Shown | None = None
        self._ticket = ticket
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
        await self.go()
        self._shown, self.version, self.bye = None, -1, None
        self._socket = await connect(f"ws://{self.address}/api/tables/{self.code}/socket")
        hello = {"type": "hello", "secret": self.secret, "protocol": PROTOCOL}
        await self._socket.send(json.dumps(hello | {"ticket": self._ticket}))
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda _: True)

    async def go(self) -> None:
        """Disconnects, like a phone that falls asleep; the seat stays."""
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader

    async def come_back(self) -> None:
        """Connects again, to any of the nodes, as soon as one answers."""
        while True:
            self.address = self._rng.choice(self.addresses)
            try:
                await self.come()
            except CUT_OFF as error:
                _expect(error)
                await asyncio.sleep(self._rng.uniform(*_PAUSE))
            else:
                return

    # Acting

    async def send(self, text: str) -> None:
        """Any text at all."""
        assert self._socket, "not connected"
        await self._socket.send(text)

    async def act(self, kind: str, *, action_id: str = "", version: int = -1, **more: Any) -> int:
        """Does something, and waits until the server has confirmed it and shown what came of it.

        `kind` and `more` are those of the actions in `qwixx.protocol.actions`; `version` is that
        of the latest view unless it is given. Returns the version that it led to. Refused, Bye.
        """
        action = action_id or secrets.token_hex(8)
        seen = self.version if version < 0 else version
        answer = self._answers[action] = asyncio.get_running_loop().create_future()
        try:
            await self.send(json.dumps({"type": kind, "id": action, "version": seen, **more}))
            done: int = await asyncio.wait_for(answer, PATIENCE)
        finally:
            self._answers.pop(action, None)
        await self.until(lambda _: self.version >= done)
        return done

    async def insist(self, kind: str, *, version: int = -1, **more: Any) -> None:
        """Sends the same action until there is an answer to it. Refused says that there is one."""
        action = secrets.token_hex(8)
        seen = self.version if version < 0 else version
        while True:
            try:
                await self.act(kind, action_id=action, version=seen, **more)
            except CUT_OFF as error:
                _expect(error)
                await self.come_back()
            except Refused as refused:
                if refused.code != "server-error":  # with that one nobody knows
                    raise
            else:
                return

    # Seeing

    @property
    def shown(self) -> Shown:
        """The latest view."""
        assert self._shown is not None, "nothing has been shown yet"
        return self._shown

    async def until(self, condition: Callable[[Shown], object]) -> Shown:
        """Waits for a view that fulfils the condition. Bye, TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while self._shown is None or not condition(self._shown):
                if self.bye is not None:
                    raise Bye(self.bye)
                self._changed.clear()
                await self._changed.wait()
            return self._shown

    async def insist_until(self, condition: Callable[[Shown], object]) -> Shown:
        """Like `until`, whatever happens to the connection."""
        while True:
            try:
                return await self.until(condition)
            except CUT_OFF as error:
                _expect(error)
                await self.come_back()

    # What comes in

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                assert isinstance(text, str)
                await self.hear(text)
        self.bye = self.bye or "closed"
        self._changed.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Bye(self.bye))
                answer.exception()  # nobody need be waiting for it

    async def hear(self, text: str) -> None:
        """A message of the server."""
        message = _read_message(text)
        if message.type == "view":
            self.version, self._shown = message.version, self._show(text)
            self._changed.set()
            if self.seals:
                await self._seal(text)
        elif message.type == "bye":
            self.bye = message.code
        else:
            answer = self._answers.get(message.id)
            if answer and not answer.done():
                if message.type == "ack":
                    answer.set_result(message.version)
                else:
                    answer.set_exception(Refused(message.code))

    async def _seal(self, view: str) -> None:
        """Commits to a part and reveals it when it is time, as the page does."""
        wanted = self.parts.wanted(SealingView.read(view))
        if wanted:
            await self.send(json.dumps({"id": secrets.token_hex(8), "version": 0, **wanted}))


def _expect(error: Exception) -> None:
    """Who was sent away for good does not come back."""
    if isinstance(error, Bye) and error.code not in _COME_BACK:
        raise error
