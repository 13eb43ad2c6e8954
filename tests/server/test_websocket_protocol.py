"""Connections whose other end is as good as gone are dropped, and nothing of them stays."""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.server import ServerState

from qwixx.server.settings import Settings
from qwixx.server.transport.connections import ConnectionLimiter, ServerConfig
from qwixx.server.transport.websocket_protocol import WebSocketProtocol
from tests.attacks.attacker import frame, text, upgrade
from tests.server.client import in_loop

_PING, _PONG, _GOODBYE = 9, 10, 8


class Wire(asyncio.Transport):
    """The other end, as far as a connection can tell."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closing = self.aborted = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        ends = {"peername": ("192.0.2.1", 4), "sockname": ("192.0.2.2", 80)}
        return ends.get(name, default)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Site:
    """A server with an application that answers nobody."""

    def __init__(self) -> None:
        self.now = 0.0
        self.limiter = ConnectionLimiter(Settings(), 100, Counter(), lambda: self.now)

    async def open(self) -> tuple[WebSocketProtocol, Wire]:
        async def listen_to_nobody(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await asyncio.Event().wait()

        config = ServerConfig(listen_to_nobody, log_config=None, ws_ping_interval=None)
        config.limiter, config.message_rate = self.limiter, Settings().message_rate
        config.load()
        state = ServerState()
        socket, wire = WebSocketProtocol(config, state, {}), Wire()
        socket.connection_made(wire)
        socket.data_received(upgrade())
        while b"101" not in wire.sent:  # noqa: ASYNC110  (nothing says when it is so)
            await asyncio.sleep(0)
        return socket, wire

    def pass_time(self, seconds: int) -> None:
        for _ in range(10 * seconds):
            self.now += 0.1
            self.limiter.pings.check()


@in_loop
async def test_a_client_that_sends_but_never_reads_is_closed() -> None:
    site = Site()
    socket, wire = await site.open()
    socket.pause_writing()
    for _ in range(10):
        socket.data_received(frame(_PING))
        site.pass_time(1)
    assert wire.aborted


@in_loop
async def test_a_client_that_reads_stays_open_while_the_server_does_not_read() -> None:
    site = Site()
    socket, wire = await site.open()
    socket.data_received(text("x"))
    assert socket.read_paused
    site.pass_time(20)
    assert not wire.closing


@in_loop
async def test_a_closing_connection_is_not_waited_for() -> None:
    site = Site()
    socket, wire = await site.open()
    socket.data_received(text("x"))
    wire.close()
    site.pass_time(10)
    assert wire.aborted


@in_loop
async def test_a_flood_that_was_refused_while_it_waited_leaves_nothing_behind() -> None:
    site = Site()
    sockets = [await site.open() for _ in range(20)]
    for socket, wire in sockets:
        socket.data_received(text("x") + frame(_PONG) * 5000)
        wire.close()
        socket.connection_lost(None)
    assert any(socket._throttled for socket, _ in sockets), "nobody had to wait"
    for socket, _ in sockets:
        socket._read_on()  # as the timer does
    site.pass_time(60)
    pings = site.limiter.pings
    assert [*pings._heard, *pings._pinged] == []


@in_loop
async def test_a_server_that_stops_cuts_closing_sockets() -> None:
    site = Site()
    socket, wire = await site.open()
    socket.data_received(frame(_GOODBYE, b"\x03\xe8"))
    assert wire.closing
    socket.shutdown()
    assert wire.aborted
