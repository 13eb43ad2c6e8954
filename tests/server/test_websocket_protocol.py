"""Connections whose other end is as good as gone are dropped, and nothing of them stays."""

import asyncio
from collections import Counter
from itertools import cycle, pairwise
from random import Random
from typing import Any

from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

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


def masked(data: bytes, mask: bytes) -> bytes:
    """The bytes of a frame with a text, as a client sends them."""
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return b"\x81" + size + mask + bytes(a ^ b for a, b in zip(data, cycle(mask), strict=False))


@in_loop
async def test_messages_arrive_whole_however_the_network_cuts_them(seed: int) -> None:
    rng = Random(seed)
    # On the wire this text looks like pongs.
    disguised = masked(
        b"a" * 300, bytes(a ^ b for a, b in zip(b"aaaa", b"\x8a\x80" * 2, strict=True))
    )
    for _ in range(20):
        pieces, sent = list[bytes](), list[str]()
        for number in range(12):
            word = f"{number} é " * rng.choice((1, 1, 1, 40))
            kind = rng.randrange(4)
            if kind == 0:
                pieces += [frame(_PONG), frame(_PING)]
            elif kind == 1:
                data = word.encode()
                pieces += [frame(1, data[:4], final=False), frame(_PONG), frame(0, data[4:])]
                sent.append(word)
            elif kind == 2:
                pieces += [disguised[at : at + 6] for at in range(0, len(disguised), 6)]
                sent.append("a" * 300)
            else:
                pieces.append(masked(word.encode(), rng.randbytes(4)))
                sent.append(word)
        site, heard = Site(), list[str]()
        socket, _ = await site.open()
        socket.on_text = heard.append
        if rng.random() < 0.5:
            stream = b"".join(pieces)
            cuts = sorted(rng.choices(range(len(stream)), k=20))
            pieces = [stream[a:b] for a, b in pairwise([0, *cuts, len(stream)])]
        for piece in pieces:
            socket.data_received(piece)
        assert heard == sent, f"seed {seed}"
        socket.connection_lost(None)


@in_loop
async def test_views_of_every_size_are_sent_as_the_standard_says() -> None:
    texts = [b"x" * size for size in (0, 1, 125, 126, 65_535, 65_536)]
    socket, wire = await Site().open()
    wire.sent = b""
    socket.write(texts, last=False)
    assert wire.sent == b"".join(Frame(Opcode.TEXT, text).serialize(mask=False) for text in texts)
