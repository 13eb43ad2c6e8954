"""Ways in which one address can keep a server busy, each going on until it is stopped.

The tests give each a moment and look at what is left; `benchmarks/attacks.py` measures what other
players feel meanwhile.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

from tests.attacks import crowds
from tests.attacks.attacker import BROKEN, Attacker, Line, frame, get, post, text, together
from tests.server.client import PATIENCE, new_secret

Flood: TypeAlias = Callable[[Attacker], Awaitable[None]]

_MANY: Final = 400
LONG_RECORD: Final = Path(__file__).parents[2] / "conformance" / "games" / "classic-5-rows.qwixx"


async def _again_and_again(once: Callable[[], Awaitable[None]], at_once: int = 4) -> None:
    """Repeats an attack, several at a time, even if it fails."""

    async def forever() -> None:
        while True:
            with suppress(*BROKEN, TimeoutError):
                await once()
            await asyncio.sleep(0.001)

    await together(*(forever() for _ in range(at_once)))


async def _keep_open(
    open_one: Callable[[], Awaitable[Line]], first: bytes = b"", drip: bytes = b""
) -> None:
    """As many as there can be; each begins to say something, and a little more every second."""
    lines: list[Line] = []

    async def open_many() -> None:
        while len(lines) < _MANY:
            with suppress(*BROKEN, TimeoutError):
                line = await open_one()
                lines.append(line)  # at once, so that it is dropped whenever this ends
                if first:
                    await line.send(first)
            await asyncio.sleep(0.001)

    opening = asyncio.create_task(open_many())
    try:
        while True:
            await asyncio.sleep(0.5)
            for line in list(lines):
                if line.reader.at_eof() or (drip and not await line.send(drip)):
                    lines.remove(line)
                    await line.end()
    finally:
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        await asyncio.gather(*(line.end() for line in lines))


def _repeat(data: bytes, *, size: int = 1 << 16) -> bytes:
    return data * (1 + size // len(data))


def _on_a_socket(data: bytes, first: bytes = b"") -> Flood:
    """The same frames without end, on a spectator's socket of which nothing is read."""

    async def flood(attacker: Attacker) -> None:
        async def once() -> None:
            async with await attacker.watch() as line:
                await line.send(first)
                while await line.send(data):
                    pass

        await _again_and_again(once)

    return flood


def _requests(*wishes: bytes) -> Flood:
    """The same requests without end, each on a line that is kept."""

    async def flood(attacker: Attacker) -> None:
        async def once() -> None:
            async with await attacker.connect() as line:
                for number in count():
                    if not await line.send(wishes[number % len(wishes)]):
                        return
                    if not await line.status():
                        return

        await _again_and_again(once, 16)

    return flood


def _bytes(start: bytes, more: bytes) -> Flood:
    """A request that has no end, as fast as it is taken."""

    async def flood(attacker: Attacker) -> None:
        async def once() -> None:
            async with await attacker.connect() as line:
                await line.send(start)
                while await line.send(more):
                    pass

        await _again_and_again(once)

    return flood


async def come_and_go(attacker: Attacker) -> None:
    """Connections that are cut as soon as they are there."""

    async def once() -> None:
        await (await attacker.connect()).end()

    await _again_and_again(once, 16)


async def silent_lines(attacker: Attacker) -> None:
    await _keep_open(attacker.connect)


async def unfinished_requests(attacker: Attacker) -> None:
    await _keep_open(attacker.connect, b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-More: x\r\n")


async def unfinished_bodies(attacker: Attacker) -> None:
    await _keep_open(
        attacker.connect, post("/api/tables", b"{", "Content-Length: 10000"), drip=b" "
    )


async def answers_nobody_reads(attacker: Attacker) -> None:
    """Asks for the largest file again and again, and takes nothing."""

    async def deaf() -> Line:
        line = await attacker.connect()
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]
        return line

    await _keep_open(deaf, get("/api/schema/openapi.json") * 20)


async def sockets_without_a_hello(attacker: Attacker) -> None:
    await _keep_open(attacker.upgrade)


async def spectators_who_come_and_go(attacker: Attacker) -> None:
    """Adds and removes spectators, each of which changes every view."""

    async def once() -> None:
        async with await attacker.watch() as line:
            await line.frame()

    await _again_and_again(once, 16)


async def many_secrets_at_once(attacker: Attacker) -> None:
    """Fifty tables in each request, over and over."""
    seats = [{"code": attacker.code, "secret": new_secret()} for _ in range(50)]
    body = json.dumps({"seats": seats}).encode()
    flood = _requests(post("/api/forget", body, f"Content-Length: {len(body)}"))
    await flood(attacker)


async def tables_by_the_dozen(attacker: Attacker) -> None:
    """Opens tables with bots that think for long, and watches them all."""

    async def once() -> None:
        secret = new_secret()
        wish = {
            "secret": secret,
            "name": "Mallory",
            "options": {"variant": "classic", "seats": 5, "timer": 0},
            "bots": ["master"] * 4,
            "start": True,
        }
        body = json.dumps(wish).encode()
        async with await attacker.connect() as line:
            await line.send(post("/api/tables", body, f"Content-Length: {len(body)}"))
            head = await line.reader.readuntil(b"\r\n\r\n")
            if b" 201 " not in head:
                await asyncio.sleep(0.2)
                return
            opened = json.loads(await line.reader.readuntil(b"}"))
        table = Attacker(attacker.port, opened["code"], attacker.address)
        async with await table.upgrade() as line:
            await line.send(text(json.dumps({"type": "hello", "secret": secret})))
            async with asyncio.timeout(PATIENCE):
                await line.hear()

    await _again_and_again(once, 40)


async def replays(attacker: Attacker) -> None:
    """The longest answers that take something to make."""
    path = f"/api/tables/{attacker.finished}/games/1"
    await _requests(get(f"{path}/replay"), get(path), get(f"{path}/record"))(attacker)


async def reviews(attacker: Attacker) -> None:
    record = LONG_RECORD.read_bytes()
    await _requests(post("/api/review", record, f"Content-Length: {len(record)}"))(attacker)


_BODY: Final = b'{"seats": ' + b"[" * 5000
_HELLO: Final = text(json.dumps({"type": "hello", "secret": "0" * 32}))
_MESSAGE: Final = text(json.dumps({"type": "roll", "id": "x" * 32, "version": 1}))

FLOODS: Final[dict[str, Flood]] = {
    # On a socket.
    "pings": _on_a_socket(_repeat(frame(9))),
    "long pings": _on_a_socket(_repeat(frame(9, b"x" * 125))),
    "pongs": _on_a_socket(_repeat(frame(10))),
    "empty fragments": _on_a_socket(_repeat(frame(0, final=False)), frame(1, final=False)),
    "empty messages": _on_a_socket(_repeat(frame(1))),
    "small fragments": _on_a_socket(_repeat(frame(0, b"x", final=False)), frame(1, final=False)),
    "binary messages": _on_a_socket(_repeat(frame(2, b"x" * 100))),
    "longest messages": _on_a_socket(_repeat(frame(1, b"x" * 4000))),
    "hellos": _on_a_socket(_repeat(_HELLO)),
    "actions": _on_a_socket(_repeat(_MESSAGE)),
    "deep messages": _on_a_socket(_repeat(text("[" * 4000))),
    "sockets without a hello": sockets_without_a_hello,
    "spectators who come and go": spectators_who_come_and_go,
    "actions on many sockets": crowds.actions_on_many_sockets,
    "pings on many sockets": crowds.pings_on_many_sockets,
    "a table full of spectators": crowds.a_table_full_of_spectators,
    # Requests.
    "a header without end": _bytes(b"GET / HTTP/1.1\r\nX: ", b"x" * (1 << 18)),
    "headers without end": _bytes(b"GET / HTTP/1.1\r\n", _repeat(b"X: x\r\n")),
    "an address without end": _bytes(b"GET /", b"x" * (1 << 18)),
    "a body without end": _bytes(
        post("/api/tables", b"", "Transfer-Encoding: chunked"), _repeat(b"1\r\nx\r\n")
    ),
    "requests in one breath": _bytes(b"", _repeat(get("/api/bots"))),
    "come and go": come_and_go,
    "silent lines": silent_lines,
    "unfinished requests": unfinished_requests,
    "unfinished bodies": unfinished_bodies,
    "answers nobody reads": answers_nobody_reads,
    "the page": _requests(get("/")),
    "pages that are not there": _requests(get("/" + "x" * 200), get("/%00"), get("/a.js")),
    "tables that are not there": _requests(get("/api/tables/CDFGHJ/record")),
    "nested bodies": _requests(
        post("/api/forget", _BODY, f"Content-Length: {len(_BODY)}"),
    ),
    "nonsense": _requests(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200)),
    "readiness": _requests(get("/readyz")),
    "many secrets at once": many_secrets_at_once,
    "tables by the dozen": tables_by_the_dozen,
    "replays": replays,
    "reviews": reviews,
}
