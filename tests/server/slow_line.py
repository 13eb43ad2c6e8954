"""The line between one node and its PostgreSQL, which can be held up while all others work."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from tests.server.running import Server

_SOCKET = ".s.PGSQL.5432"


class SlowLine:
    """Carries what both ends say, but for the time that it does not."""

    def __init__(self, url: str) -> None:
        self.url = url
        """The address of the database for the node."""
        self._flows = asyncio.Event()
        self._flows.set()

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Holds all bytes up, without an error to either side."""
        self._flows.clear()
        try:
            yield
        finally:
            self._flows.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


@asynccontextmanager
async def on_slow_line(
    folder: Path, *options: str, url: str
) -> AsyncIterator[tuple[Server, SlowLine]]:
    """A running node with a slow connection to the PostgreSQL of that address."""
    real = parse_qs(urlsplit(url).query)["host"][0]
    with TemporaryDirectory(prefix="qwixx-") as other:
        line = SlowLine(url.replace(real, other))
        carrying: set[asyncio.Task[Any]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            carrying.add(cast("asyncio.Task[Any]", asyncio.current_task()))
            away, back = await asyncio.open_unix_connection(Path(real) / _SOCKET)
            await asyncio.gather(line.carry(reader, back), line.carry(away, writer))

        async with await asyncio.start_unix_server(connected, Path(other) / _SOCKET):
            server = Server(folder, *options, url=line.url)
            await asyncio.to_thread(server.start)
            try:
                yield server, line
            finally:
                server.kill()  # so that all its lines end
                await asyncio.gather(*carrying)
