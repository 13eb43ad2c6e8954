"""Requests that are too long, never complete or missing: the answers, and the waiting time."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.attacks.attacker import Attacker, Line, frame, get, post, text, upgrade
from tests.attacks.conftest import USUAL
from tests.server.client import GOOD, PATIENCE, Player, in_loop, new_secret, open_table, request
from tests.server.running import Server
from tests.server.watching import figures

OPTIONS = {"variant": "classic", "seats": 2, "timer": 0}


def opening(**more: object) -> bytes:
    """A wish for a table that is not granted."""
    body = json.dumps({**GOOD, **more}).encode()
    return post("/api/tables", body, f"Content-Length: {len(body)}")


TOO_MUCH = {
    "a header of 40 kB": (get("/", "X: " + "x" * 40_000), 431),
    "an unfinished header of 40 kB": (get("/", "X: " + "x" * 40_000)[:-4], 431),
    "200 headers": (get("/", *["X: y"] * 200), 431),
    "an address of 5 kB": (get("/" + "x" * 5000), 414),
    "a body in a thousand pieces": (
        post("/api/tables", b"1\r\nx\r\n" * 1000, "Transfer-Encoding: chunked"),
        413,
    ),
    "a body of 20 kB": (post("/api/tables", b"x" * 20_000, "Content-Length: 20000"), 413),
    "a body of a terabyte": (post("/api/tables", b"", "Content-Length: 1000000000000"), 413),
    "a bad chunk": (post("/api/tables", b"zz\r\nx\r\n", "Transfer-Encoding: chunked"), 400),
    "two lengths": (post("/api/tables", b"x", "Content-Length: 1", "Content-Length: 2"), 400),
    "a length and chunks": (
        post("/api/tables", b"0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked"),
        400,
    ),
    "a negative length": (post("/api/tables", b"x", "Content-Length: -1"), 400),
    "a space before the colon": (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
    "a bare line feed in a header": (b"GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400),
    "a greeting in TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), 400),
    "a greeting in HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "a tunnel": (b"CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "no method": (b"\r\n\r\n/ HTTP/1.1\r\n\r\n", 400),
    "an address with a zero": (get("/%00"), 404),
    "an address with a zero inside": (get("/assets/%00.js"), 404),
    "a long address": (get("/" + "x" * 300), 404),
    "a name that no disk can hold": (get("/" + "%F0%9F%8E%B2" * 80 + ".js"), 404),
    "a path that climbs": (get("/assets/../../../etc/issue.txt"), 404),
    "a path that climbs in disguise": (get("/%2e%2e/%2e%2e/etc/hosts.txt"), 404),
    "an address that is no text": (get("/%ff%fe.js"), 404),
    "a method that does not exist": (get("/api/bots").replace(b"GET", b"PROPFIND"), 405),
    "an upgrade to something else": (get("/healthz", "Upgrade: h2c", "Connection: Upgrade"), 200),
    "a WebSocket of another version": (
        get(
            "/api/tables/CDFGHJ/socket",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 7"),
        ),
        400,
    ),
    "a WebSocket without a key": (
        get(
            "/api/tables/CDFGHJ/socket",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        ),
        400,
    ),
    "an upgrade with a body": (upgrade("Content-Length: 5") + b"hello", 400),
    "an upgrade with a body that never comes": (upgrade("Content-Length: 5"), 400),
    "an upgrade in chunks": (upgrade("Transfer-Encoding: chunked") + b"0\r\n\r\n", 400),
    "an upgrade with a long header": (upgrade("X: " + "x" * 20_000), 400),
    "an upgrade with two keys": (upgrade("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="), 400),
    "an origin that is no address": (upgrade("Origin: http://["), 403),
    "a coding that does not exist": (
        post("/api/tables", b"0\r\n\r\n", "Transfer-Encoding: xchunked"),
        400,
    ),
    "chunks that are not the last coding": (
        post("/api/tables", b"0\r\n\r\n", "Transfer-Encoding: chunked, identity"),
        400,
    ),
    "a chunk larger than all numbers": (
        post("/api/tables", b"f" * 17 + b"\r\n", "Transfer-Encoding: chunked"),
        400,
    ),
    "a chunk with a remark without end": (
        post("/api/tables", b"1;" + b"x" * 140_000, "Transfer-Encoding: chunked"),
        413,
    ),
    "trailers without end": (
        post("/api/tables", b"0\r\n" + b"X: y\r\n" * 9000, "Transfer-Encoding: chunked"),
        431,
    ),
    "a length with a sign": (post("/api/tables", b"x", "Content-Length: +1"), 400),
    "a folded header": (b"GET / HTTP/1.1\r\nHost: x\r\n X: y\r\n\r\n", 400),
    "a name that is half a character": (opening(name="\ud800"), 400),
    "more seats than all numbers": (opening(options={**OPTIONS, "seats": 10**300}), 400),
    "a timer that overflows": (opening(options={**OPTIONS, "timer": 2**63}), 400),
    "a game with a number beyond all": (get(f"/api/tables/CDFGHJ/games/{'9' * 200}"), 404),
    "a day that does not exist": (get("/api/day/2026-02-31"), 404),
    "the last day of all": (get("/api/day/9999-12-31"), 404),
}

FRAMES = {
    "pings": (frame(9) * 2000, 1008),
    "fragments": (frame(1, final=False) + frame(0, final=False) * 2000, 1008),
    "messages": (frame(1, b"x") * 2000, 1008),
    "too long a message": (frame(1, b"x" * 5000), 1009),
    "too long in fragments": (
        frame(1, b"x" * 4000, final=False) + frame(0, b"x" * 4000),
        1009,
    ),
    "a fragment of nothing": (frame(0), 1002),
    "a kind that does not exist": (frame(3), 1002),
    "a fragmented ping": (frame(9, final=False), 1002),
    "no mask": (b"\x81\x01x", 1002),
    "a reserved bit": (b"\xc1\x80\0\0\0\0", 1002),
    "no text": (frame(1, b"\xff\xfe"), 1007),
    "a long ping": (b"\x89\xfe\x00\x80\0\0\0\0" + b"x" * 128, 1002),
    "a goodbye of one byte": (frame(8, b"x"), 1002),
    "a goodbye for a reason that does not exist": (frame(8, b"\x03\xed"), 1002),
    "a message within a message": (frame(1, b"x", final=False) + frame(1, b"x"), 1002),
    "a message of nearly all numbers": (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4), 1009),
}
ODD = {
    "a seat beyond all numbers": '{"type":"remove","id":"1","version":0,"seat":1e999}',
    "a negative seat": '{"type":"remove","id":"1","version":0,"seat":-1}',
    "a seat with a fraction": '{"type":"remove","id":"1","version":0,"seat":0.5}',
    "a seat that is a word": '{"type":"remove","id":"1","version":0,"seat":"0"}',
    "half a character": '{"type":"rename","id":"1","version":0,"name":"\\ud800"}',
    "a kind that does not exist": '{"type":"go-on","id":"1","version":0}',
    "two kinds": '{"type":"leave","type":"hello","id":"1","version":0}',
    "brackets in brackets": "[" * 4000,
    "no object": "0",
}


@pytest.mark.parametrize("name", TOO_MUCH)
@in_loop
async def test_malformed_requests_are_refused_in_one_line(server: Server, name: str) -> None:
    data, status = TOO_MUCH[name]
    # Each comes from its own address, so that none is refused because of the others.
    address = f"127.0.1.{1 + list(TOO_MUCH).index(name)}"
    assert await Attacker(server.port, address=address).ask(data) == status
    assert figures(server)['qwixx_errors_total{kind="internal"}'] == 0


@in_loop
async def test_metrics_are_served_on_their_own_port_only(server: Server) -> None:
    for path in ("/metrics", "/metrics/", "//metrics", "/./metrics", "/%6Detrics"):
        assert b"qwixx_tables" not in request(server.address, path)[2]
    assert b"qwixx_tables" in request(server.metrics, "/metrics")[2]
    assert request(server.metrics, "/")[0] == 404


@in_loop
async def test_unfinished_requests_are_closed(server: Server) -> None:
    """They may stop in any part of a request, or go on slowly."""
    beginnings = {
        b"": b"",
        b"GET / HTTP/1.1\r\n": b"X: y\r\n",
        post("/api/tables", b"{", "Content-Length: 1000"): b" ",
        post("/api/tables", b"1\r\n{\r\n", "Transfer-Encoding: chunked"): b"1\r\n \r\n",
    }
    attacker = Attacker(server.port, address="127.0.0.4")
    slow = 'qwixx_turned_away_total{reason="slow-request"}'
    before = figures(server).get(slow, 0)

    async def drip(beginning: bytes, more: bytes) -> None:
        async with asyncio.timeout(PATIENCE), await attacker.connect() as line:
            await line.send(beginning)
            while not line.reader.at_eof():
                await line.send(more)
                await asyncio.sleep(0.1)
                if line.writer.is_closing():
                    return

    await asyncio.gather(*(drip(*each) for each in beginnings.items()))
    assert figures(server)[slow] - before >= 4
    assert figures(server)['qwixx_errors_total{kind="internal"}'] == 0
    # A client that waits a moment may use the same connection again.
    async with await attacker.connect() as line:
        for _ in range(3):
            await line.send(get("/healthz")[:10])
            await asyncio.sleep(0.5)
            await line.send(get("/healthz")[10:])
            assert await line.status() == 200


@in_loop
async def test_silent_connections_make_room_for_others(tmp_path: Path) -> None:
    """With as few descriptors as some systems give, one address cannot shut out the others."""
    lines: list[Line] = []
    with Server(tmp_path, *USUAL, "--connections", "100") as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        for number in range(240):  # four addresses of one network card
            attacker = Attacker(server.port, address=f"127.0.0.{2 + number % 4}")
            line = await attacker.connect()
            await line.send(b"GET / HTTP/1.1\r\n")
            lines.append(line)
        async with Player(server.address, code, secret) as anna:
            await anna.act("rename", name="Anna again")
        status = request(server.address, "/healthz")[0]
        now = figures(server)
    await asyncio.gather(*(line.end() for line in lines))
    assert status == 200
    assert now["qwixx_lines"] <= 100
    assert now['qwixx_turned_away_total{reason="full"}'] > 0


def test_a_low_limit_of_descriptors_is_logged_at_the_start(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as written:
        limited = Server(tmp_path, *USUAL)
        limited.start(stderr=written, limit=300)
        assert request(limited.address, "/healthz")[0] == 200
        limited.stop()
    said = [line for line in log.read_text().splitlines() if "WARNING" in line]
    assert len(said) == 1
    assert "only 236 connections at a time instead of 10000" in said[0]
    assert "LimitNOFILE" in said[0]


@pytest.mark.parametrize("name", FRAMES)
@in_loop
async def test_a_socket_is_closed_with_the_reason(server: Server, name: str) -> None:
    frames, code = FRAMES[name]
    attacker = Attacker(server.port, open_table(server.address, new_secret()))
    async with await attacker.watch() as line:
        await line.send(frames)
        assert await line.closing_code() == code
    assert figures(server)['qwixx_errors_total{kind="internal"}'] == 0


@in_loop
async def test_a_malformed_message_is_refused_and_the_next_one_read(server: Server) -> None:
    secret = new_secret()
    attacker = Attacker(server.port, open_table(server.address, secret))
    async with await attacker.upgrade() as line:
        await line.send(text(json.dumps({"type": "hello", "secret": secret})))
        for odd in ODD.values():
            await line.send(text(odd))
        await line.send(text('{"type":"rename","id":"last","version":0,"name":"Anna again"}'))
        heard: list[dict[str, object]] = []
        while not heard or heard[-1].get("id") != "last":
            heard.append(json.loads((await line.frame())[1] or b"{}"))
    refused = [each["code"] for each in heard if each["type"] == "refusal"]
    assert refused == ["bad-message"] * len(ODD)
    assert heard[-1]["type"] == "ack"
    assert figures(server)['qwixx_errors_total{kind="internal"}'] == 0
