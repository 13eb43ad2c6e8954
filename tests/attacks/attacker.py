"""An attacking address, which sends bytes that no browser would send.

It comes from 127.0.0.2, which the server does not trust. Honest players come from 127.0.0.1.
"""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from tests.server.client import PATIENCE, new_secret

BROKEN = (OSError, asyncio.IncompleteReadError, EOFError, RuntimeError)


class Line:
    """A connection of the attacker."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.end()

    def drop(self) -> None:
        self.writer.transport.abort()

    async def end(self) -> None:
        """Drops the connection, and waits until its socket is closed."""
        self.drop()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def send(self, data: bytes) -> bool:
        """Whether it could still be sent."""
        try:
            self.writer.write(data)
            await self.writer.drain()
            await asyncio.sleep(0)  # draining need not let others in between
        except BROKEN:
            return False
        return not self.reader.at_eof()

    async def hear(self) -> bytes:
        """Everything that is said until the other side ends it."""
        heard = b""
        with suppress(*BROKEN):
            async with asyncio.timeout(PATIENCE):
                while part := await self.reader.read(65536):
                    heard += part
        return heard

    async def status(self) -> int:
        """The status of one answer; 0 if there is none."""
        with suppress(*BROKEN):
            async with asyncio.timeout(PATIENCE):
                head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                length = head.partition("content-length: ")[2].split("\r\n")[0]
                await self.reader.readexactly(int(length or 0))
                return int(head.split()[1])
        return 0

    async def frame(self) -> tuple[int, bytes]:
        """A frame of the server, as its kind and what is in it."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 0xF, await self.reader.readexactly(size)

    async def closing_code(self) -> int:
        """With what the socket is closed in the end; 0 if without a word."""
        with suppress(*BROKEN):
            async with asyncio.timeout(PATIENCE):
                while True:
                    kind, data = await self.frame()
                    if kind == 8:
                        return int.from_bytes(data[:2], "big")
        return 0


@dataclass(frozen=True)
class Attacker:
    port: int
    code: str = ""
    """A table that can be watched."""
    address: str = "127.0.0.2"
    finished: str = ""
    """A table at which a game is over."""

    async def connect(self) -> Line:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 20
        )
        return Line(reader, writer)

    async def ask(self, data: bytes) -> int:
        """The status of the answer to these bytes; 0 if there is none."""
        async with await self.connect() as line:
            await line.send(data)
            return await line.status()

    async def upgrade(self, path: str = "") -> Line:
        """A socket on which nothing has been said yet."""
        line = await self.connect()
        try:
            await line.send(upgrade(path=path or f"/api/tables/{self.code}/socket"))
            async with asyncio.timeout(PATIENCE):
                answer = await line.reader.readuntil(b"\r\n\r\n")
        except BaseException:
            await line.end()
            raise
        if b" 101 " not in answer.partition(b"\r\n")[0]:
            await line.end()
            raise ConnectionRefusedError(answer)
        return line

    async def watch(self) -> Line:
        """A spectator's socket."""
        line = await self.upgrade()
        try:
            await line.send(text(json.dumps({"type": "hello", "secret": new_secret()})))
        except asyncio.CancelledError:
            await line.end()
            raise
        return line


async def together(*doing: Awaitable[object]) -> None:
    """Like `asyncio.gather`, but when it ends all of them have ended, also if one has failed."""
    tasks = [asyncio.ensure_future(each) for each in doing]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def get(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode("latin-1")


def upgrade(*headers: str, path: str = "/api/tables/CDFGHJ/socket") -> bytes:
    """A wish for a socket, with more headers than it needs."""
    return get(
        path,
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *headers,
    )


def post(path: str, body: bytes, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Content-Type: application/json", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def frame(kind: int, data: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a browser sends it; the mask is of zeros."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([0x80 * final | kind]) + size + bytes(4) + data


def text(message: str) -> bytes:
    return frame(1, message.encode())
