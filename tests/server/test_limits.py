"""Limits of one address, trusted proxies, and connections that are closed."""

import asyncio
import base64
import json
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from qwixx.server.limits import (
    ConcurrencyLimit,
    LimitReached,
    Networks,
    TokenBucket,
    counted_address,
)
from tests.server.client import GOOD, in_loop, new_secret, open_table, request
from tests.server.entering import enter
from tests.server.running import Server
from tests.server.watching import figures


def open_from(server: Server, address: str) -> int:
    """Opens a table, as if a proxy had passed on the wish of that address."""
    return request(server.address, "/api/tables", GOOD, {"X-Forwarded-For": address})[0]


def test_an_address_may_open_a_limited_number_of_tables(tmp_path: Path) -> None:
    with Server(tmp_path, "--tables-per-address", "3") as server:
        assert [open_from(server, "192.0.2.1") for _ in range(5)] == [201] * 3 + [429] * 2
        # Other addresses may still open tables. An address before that of the trusted proxy counts
        # for nothing, because the client can invent it.
        assert open_from(server, "192.0.2.2") == 201
        assert open_from(server, "192.0.2.9, 192.0.2.1") == 429
        assert [open_from(server, f"2001:db8::{n}") for n in range(1, 5)] == [201] * 3 + [429]
        assert open_from(server, "2001:db8:0:1::1") == 201
        # Nor by other ways to the same door.
        for path in ("/api/tables/", "//api/tables", "/api//tables", "/api/tables%2F"):
            headers = {"X-Forwarded-For": "192.0.2.1"}
            assert request(server.address, path, GOOD, headers)[0] == 429
        # Invalid addresses all count as one.
        assert [open_from(server, f"nonsense {n}") for n in range(4)] == [201] * 3 + [429]
        # Looking is no opening.
        assert (
            request(server.address, "/api/bots", headers={"X-Forwarded-For": "192.0.2.1"})[0] == 200
        )


def test_only_trusted_proxies_may_name_addresses(tmp_path: Path) -> None:
    options = ("--tables-per-address", "2", "--trusted-proxies", "198.51.100.0/24")
    with Server(tmp_path, *options) as server:
        statuses = [open_from(server, f"192.0.2.{n}") for n in range(4)]
        assert statuses == [201, 201, 429, 429]


@in_loop
async def test_an_address_may_have_a_limited_number_of_connections(tmp_path: Path) -> None:
    with Server(tmp_path, "--connections-per-address", "2") as server:
        code = open_table(server.address, new_secret())
        first, heard = await enter(server, code, "192.0.2.1")
        assert heard == "view"
        # A silent connection counts too.
        url = f"ws://{server.address}/api/tables/{code}/socket"
        second = await connect(url, additional_headers={"X-Forwarded-For": "192.0.2.1"})
        third, heard = await enter(server, code, "192.0.2.1")
        assert heard == "too-many-requests"
        with pytest.raises(ConnectionClosed):
            await third.recv()
        other, heard = await enter(server, code, "192.0.2.2")
        assert heard == "view"
        await first.close()
        while heard != "view" or first.state.name != "OPEN":
            first, heard = await enter(server, code, "192.0.2.1")
        for each in (first, second, other):
            await each.close()


@in_loop
async def test_trying_codes_is_slow(tmp_path: Path) -> None:
    with Server(tmp_path, "--request-rate", "2") as server:
        heard = []
        for number in range(12):
            try:
                opened, said = await enter(server, f"CDFGH{'CDFGHJKMNPQR'[number]}", "192.0.2.1")
            except InvalidStatus:
                said = "turned away"
            else:
                await opened.close()
            heard.append(said)
        assert heard[:6] == ["no-such-table"] * 6
        assert "turned away" in heard
        _, said = await enter(server, "CDFGHJ", "192.0.2.2")
        assert said == "no-such-table"


def frame(text: str) -> bytes:
    """A WebSocket frame as a client sends it; the mask is of zeros."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return b"\x81" + size + bytes(4) + data


def stubborn(server: Server, code: str) -> socket.socket:
    """A connected client that has said hello and will never read."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {server.address}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    return raw


@in_loop
async def test_a_client_that_never_reads_is_closed_and_harms_nobody(tmp_path: Path) -> None:
    with Server(tmp_path, "--send-timeout", "1") as server:
        code = open_table(server.address, new_secret())
        hello = frame(json.dumps({"type": "hello", "secret": new_secret()}))
        with stubborn(server, code) as raw:
            # Every hello is answered by a view; none is ever read, nor is any ping answered.
            while not figures(server)["qwixx_spectators_connected"]:
                raw.sendall(hello)
                await asyncio.sleep(0.05)
            deadline = monotonic() + 60
            while figures(server)["qwixx_spectators_connected"]:
                assert monotonic() < deadline, "it was never cut off"
                with suppress(OSError):
                    raw.sendall(hello)
                await asyncio.sleep(0.02)
            assert figures(server)['qwixx_errors_total{kind="internal"}'] == 0
            # The others have noticed nothing.
            other, heard = await enter(server, code, "192.0.2.2")
            assert heard == "view"
            await other.close()


@in_loop
async def test_a_message_that_is_too_long_ends_the_connection_with_its_code(
    server: Server,
) -> None:
    code = open_table(server.address, new_secret())
    opened, _ = await enter(server, code, "192.0.2.1")
    await opened.send("x" * 5000)
    with suppress(ConnectionClosed):
        async for _ in opened:
            pass
    assert opened.close_code == 1009


def test_an_ipv6_network_is_counted_once() -> None:
    assert counted_address("192.0.2.1") == "192.0.2.1"
    assert counted_address("::ffff:192.0.2.1") == "192.0.2.1"
    assert (
        counted_address("2001:db8::1")
        == counted_address("2001:db8::ffff:1")
        != counted_address("2001:db8:0:1::1")
    )
    assert counted_address("unix socket") == counted_address("nonsense") == ""


def test_networks_with_an_address_in_them_are_trusted_like_others() -> None:
    trusted = Networks("10.0.0.5/24, 2001:db8::1")
    assert str(trusted) == "10.0.0.0/24,2001:db8::1/128"
    assert "10.0.0.77" in trusted
    assert "10.0.1.5" not in trusted
    assert str(Networks("10.0.0.5, *")) == "*"


def test_a_concurrency_limit_leaves_no_trace() -> None:
    limit = ConcurrencyLimit(1)
    with limit.slot("a"), limit.slot("b"), pytest.raises(LimitReached), limit.slot("a"):
        pass
    with limit.slot("a"):
        pass
    assert not limit._running


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    now = 0.0
    bucket = TokenBucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
