"""Plays over WebSockets: one for each browser or program at a table."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final, NoReturn

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from qwixx.protocol.actions import Action
from qwixx.protocol.codec import id_of, kind_of, write_message
from qwixx.protocol.messages import Ack, Bye, Refusal
from qwixx.server.limits import LimitReached, TokenBucket, client_of
from qwixx.server.live.connection import Channel, Connection
from qwixx.server.live.hosted_table import HostedTable
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.origins import may_come_from
from qwixx.server.storage.store import StoreError
from qwixx.server.transport.websocket_protocol import DIRECT_MESSAGES, WebSocketProtocol
from qwixx.table.decide import Refused
from qwixx.table.live_table import read_hello
from qwixx.table.names import person_of, read_code

_HELLO_WITHIN: Final = 10.0
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
_FOREIGN: Final = 4403
_TRY_AGAIN: Final = 1013
_MOST_WAITING: Final = 1000  # messages of one client, while an earlier one is being handled

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, registry: TableRegistry, code: str) -> None:
    """Plays at a table: messages as in the description of the protocol."""
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    if not may_come_from(origin, host, registry.settings.allow_origin):
        await socket.close(_FOREIGN)
        return
    address = client_of(socket.scope)
    await socket.accept()
    with suppress(WebSocketDisconnect):
        try:
            with registry.limits.connections.slot(address):
                bye = await _play(socket, registry, code, address)
        except LimitReached:
            bye = Bye("too-many-requests")
        except StoreError:
            await socket.close(_TRY_AGAIN)
            return
        await socket.send_text(write_message(bye).decode())
        await socket.close()


async def _play(socket: Socket, registry: TableRegistry, code: str, address: str) -> Bye:
    """Plays until the client goes. Returns the goodbye if it cannot."""
    try:
        hello = read_hello(await asyncio.wait_for(socket.receive_text(), _HELLO_WITHIN))
    except TimeoutError:
        return Bye("bad-message")
    if isinstance(hello, Bye):
        return hello
    if registry.closing:
        return Bye("restarting")
    known = read_code(code)
    table = await registry.find(known) if known else None
    if table is None:
        return Bye("no-such-table")
    connection = Connection(
        person_of(hello.secret),
        _link(socket, registry),
        address,
        hello.knows,
        registry.limits.views.of(address),
        program=hello.program,
    )
    try:
        await table.join(connection, hello.ticket or "")
        await _serve(socket, _Reader(table, connection, registry))
    finally:
        registry.left(table, connection)


def _link(socket: Socket, registry: TableRegistry) -> str:
    """Returns an address for phones if the browser itself uses `localhost`, or an empty text."""
    host = socket.headers.get("host", "").rpartition(":")[0] or socket.headers.get("host", "")
    return registry.settings.address if host in _LOOPBACK else ""


async def _serve(socket: Socket, reader: "_Reader") -> NoReturn:
    extensions: Any = socket.scope.get("extensions") or {}
    direct: WebSocketProtocol | None = extensions.get(DIRECT_MESSAGES)
    if direct:
        direct.on_text, direct.on_writable = reader.hear, reader.connection.wake
    reader.begin(direct or _AsgiChannel(socket, reader.connection.wake))
    while True:  # if messages go directly, these are only the ones that came before
        reader.hear(await socket.receive_text())


class _Reader:
    def __init__(self, table: HostedTable, connection: Connection, registry: TableRegistry) -> None:
        self.connection = connection
        self._table = table
        self._metrics = registry.metrics
        rate = registry.settings.message_rate
        self._bucket = TokenBucket(rate, 3 * rate)
        self._shared = registry.limits.messages.of(connection.address)
        self._texts: deque[str] = deque()
        self._channel: Channel

    def begin(self, channel: Channel) -> None:
        self._channel = channel
        self.connection.open(channel, self._table.live.view)

    def hear(self, text: str) -> None:
        """Takes a message. While it is being handled, only a few more are read."""
        if len(self._texts) >= _MOST_WAITING:
            self.connection.dismiss("too-many-requests")
            return
        self._texts.append(text)
        if len(self._texts) == 1:
            # The action is finished even if its author goes away meanwhile.
            self._table.tasks.spawn(self._handle_all())
        else:
            self._channel.pause_reading()

    async def _handle_all(self) -> None:
        try:
            while self._texts:
                await self._handle(self._texts[0])
                self._texts.popleft()
        finally:
            self._texts.clear()
            self._channel.resume_reading()

    async def _handle(self, text: str) -> None:
        connection, live = self.connection, self._table.live
        early = self._shared.reserve()
        if early:  # nothing more is read meanwhile
            await asyncio.sleep(early)
        if not self._bucket.take():
            connection.answer(Refusal(id_of(text), "too-many-requests"))
            self._metrics.turned_away("too-many-requests")
            await asyncio.sleep(0.1)
            return
        message = live.read(connection, text)
        if isinstance(message, Refusal):
            connection.answer(message)
            self._metrics.turned_away(message.code)
        elif isinstance(message, Action):
            began = monotonic()
            connection.will_answer()
            answer = await self._act(message)
            connection.answer(answer)
            result = answer.code if isinstance(answer, Refusal) else "done"
            self._metrics.action(kind_of(message), result, monotonic() - began)
        elif message:
            self._table.peers.publish_aside(message)

    async def _act(self, action: Action) -> Ack | Refusal:
        try:
            return Ack(action.id, await self._table.perform(self.connection.actor, action))
        except Refused as refused:
            return Refusal(action.id, refused.code)
        except StoreError:
            return Refusal(action.id, "server-error")


class _AsgiChannel:
    """Carries messages through ASGI, for servers that do not take them directly.

    Those servers have to cut off slow readers themselves.
    """

    def __init__(self, socket: Socket, wake: Callable[[], None]) -> None:
        self._socket = socket
        self._wake = wake
        self._sending: asyncio.Task[None] | None = None

    @property
    def is_writable(self) -> bool:
        return self._sending is None or self._sending.done()

    def write(self, messages: list[bytes], *, last: bool) -> None:
        self._sending = asyncio.create_task(self._send(messages, last=last))
        self._sending.add_done_callback(lambda _: self._wake())

    async def _send(self, messages: list[bytes], *, last: bool) -> None:
        with suppress(WebSocketDisconnect, ClientDisconnected, OSError):
            for message in messages:
                await self._socket.send_text(message.decode())
            if last:
                await self._socket.close()

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...
