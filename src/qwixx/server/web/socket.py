"""The door through which browsers play: a WebSocket for each of them."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from qwixx.protocol.actions import Action
from qwixx.protocol.codec import id_of, kind_of, write_message
from qwixx.protocol.messages import Ack, Bye, Hello, Refusal
from qwixx.server.limits import TokenBucket, counted_address
from qwixx.server.live.connection import Connection
from qwixx.server.live.hosted_table import HostedTable
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.storage.store import StoreError
from qwixx.server.transport.websocket_protocol import BATCHED_SENDS
from qwixx.server.web.origins import may_come_from
from qwixx.table.decide import Refused
from qwixx.table.live_table import read_hello
from qwixx.table.names import person_of, read_code

_HELLO_WITHIN: Final = 10.0
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
_FOREIGN: Final = 4403
_TRY_AGAIN: Final = 1013

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, registry: TableRegistry, code: str) -> None:
    """Plays at a table: messages as in the description of the protocol."""
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    if not may_come_from(origin, host, registry.settings.allow_origin):
        await socket.close(_FOREIGN)
        return
    address = counted_address(socket.client.host if socket.client else "")
    await socket.accept()
    with suppress(WebSocketDisconnect), registry.limits.connections.slot(address) as room:
        if not room:
            await _bye(socket, Bye("too-many-requests"))
            return
        hello = await _hello(socket)
        if isinstance(hello, Bye):
            await _bye(socket, hello)
            return
        if registry.closing:
            await _bye(socket, Bye("restarting"))
            return
        known = read_code(code)
        try:
            table = await registry.find(known) if known else None
        except StoreError:
            await socket.close(_TRY_AGAIN)
            return
        if table is None:
            await _bye(socket, Bye("no-such-table"))
            return
        connection = Connection(
            person_of(hello.secret),
            _link(socket, registry),
            address,
            registry.limits.views.of(address),
            hello.knows,
            program=hello.program,
        )
        registry.connections.add(connection)
        try:
            await table.join(connection, hello.ticket or "")
            await _serve(socket, table, connection, registry)
        except StoreError:
            await socket.close(_TRY_AGAIN)
        finally:
            registry.left(table, connection)


def _link(socket: Socket, registry: TableRegistry) -> str:
    """The address for phones, for a browser that came by one which leads nowhere else."""
    host = socket.headers.get("host", "").rpartition(":")[0] or socket.headers.get("host", "")
    return registry.settings.address if host in _LOOPBACK else ""


async def _hello(socket: Socket) -> Hello | Bye:
    try:
        return read_hello(await asyncio.wait_for(socket.receive_text(), _HELLO_WITHIN))
    except TimeoutError:
        return Bye("bad-message")


async def _bye(socket: Socket, bye: Bye) -> None:
    await socket.send_text(write_message(bye).decode())
    await socket.close()


async def _serve(
    socket: Socket, table: HostedTable, connection: Connection, registry: TableRegistry
) -> None:
    """Both directions, until one of them ends."""
    reading = asyncio.create_task(_read(socket, table, connection, registry))
    writing = asyncio.create_task(_write(socket, table, connection))
    connection.abort = writing.cancel
    _, pending = await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    connection.abort = lambda: None  # so that nothing keeps the task
    for task in pending:
        task.cancel()
    if pending:
        await asyncio.wait(pending)
    # Not awaited: an error that is raised here would keep this frame, and so the table, in memory.
    for task in (reading, writing):
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, (WebSocketDisconnect, ClientDisconnected)):
            raise error


async def _write(socket: Socket, table: HostedTable, connection: Connection) -> None:
    async def send_together(messages: list[bytes]) -> None:
        together: Any = {"type": "websocket.send", "texts": messages}
        await socket.send(together)

    async def send_each(messages: list[bytes]) -> None:
        for message in messages:
            await socket.send_text(message.decode())

    # `WebSocketProtocol` takes several messages at once; another server need not.
    can = BATCHED_SENDS in (socket.scope.get("extensions") or {})
    await connection.send_all(send_together if can else send_each, table.live.view)
    await socket.close()


async def _read(
    socket: Socket, table: HostedTable, connection: Connection, registry: TableRegistry
) -> None:
    rate = registry.settings.message_rate
    bucket, shared = TokenBucket(rate, 3 * rate), registry.limits.messages.of(connection.address)
    while True:
        text = await socket.receive_text()
        early = shared.reserve()
        if early:  # nothing more is read meanwhile
            await asyncio.sleep(early)
        if not bucket.take():
            connection.answer(Refusal(id_of(text), "too-many-requests"))
            registry.metrics.turned_away("too-many-requests")
            await asyncio.sleep(0.1)
            continue
        message = table.live.read(connection, text)
        if isinstance(message, Refusal):
            connection.answer(message)
            registry.metrics.turned_away(message.code)
        elif isinstance(message, Action):
            began = monotonic()
            connection.will_answer()
            answer = await _act(table, connection, message)
            connection.answer(answer)
            result = answer.code if isinstance(answer, Refusal) else "done"
            registry.metrics.action(kind_of(message), result, monotonic() - began)
        elif message:
            table.pass_on(message)


async def _act(table: HostedTable, connection: Connection, action: Action) -> Ack | Refusal:
    try:
        return Ack(action.id, await table.act(connection.actor, action))
    except Refused as refused:
        return Refusal(action.id, refused.code)
    except StoreError:
        return Refusal(action.id, "server-error")
