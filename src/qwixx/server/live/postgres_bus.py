"""Messages between nodes through PostgreSQL, if there is no Redis.

All nodes share one channel (LISTEN and NOTIFY), and each gets the messages of all tables. With more
than a few nodes use Redis, which sends each node only the messages of its tables.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from qwixx.server.live.bus import BackgroundBus, PeerMessage, pass_on
from qwixx.server.storage.database import driver_of, postgres_engine

_CHANNEL: Final = "qwixx"
_NOTIFY: Final = "SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part"
_LARGEST_PART: Final = 7_000  # PostgreSQL takes at most 8,000 bytes
_MORE: Final = "+"
_LAST: Final = "."
"""The first character of a last part. The parts of one transaction arrive together and in order."""
_LARGEST_BATCH: Final = 200
_ANSWER_WITHIN: Final = 2.0
_PROBE_AFTER: Final = 1.0
"""Seconds without messages after which a node sends itself an empty one, to test the connection."""


class PostgresBus(BackgroundBus):
    """Sends and listens on one connection."""

    name = "postgresql"
    parts = ("sending",)

    def __init__(self, url: sa.URL) -> None:
        super().__init__()
        self._engine = postgres_engine(url)
        self._heard_itself = asyncio.Event()
        self._parts: dict[int, str] = {}
        """The first parts of incomplete messages, by the sender's process."""

    async def open(self, listener: Callable[[PeerMessage], None]) -> None:
        self._spawn(self._forever("sending", lambda: self._talk(listener)))

    async def close(self) -> None:
        await super().close()
        await self._engine.dispose()

    async def follow(self, _code: str, /) -> bool:
        return True  # messages may have come while the table was being read

    async def _talk(self, listener: Callable[[PeerMessage], None]) -> None:
        async with self._engine.connect() as connection:
            driver = driver_of(connection)
            own = driver.get_server_pid()
            self._parts.clear()
            self._waiting.clear()

            def hear(_connection: object, sender: int, _channel: str, text: str) -> None:
                if sender == own:
                    self._heard_itself.set()
                else:
                    self._hear(sender, text, listener)

            try:
                async with asyncio.timeout(_ANSWER_WITHIN):
                    await driver.add_listener(_CHANNEL, hear)
                while True:
                    await self._send(driver)
                    self._works("sending")
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._wake.wait(), _PROBE_AFTER)
            finally:
                await connection.invalidate()  # it still listens, so it must not be used again

    async def _send(self, driver: Any) -> None:
        """Sends the waiting messages, or an empty one, and waits until it comes back."""
        self._wake.clear()
        parts: list[str] = []
        while self._waiting and len(parts) < _LARGEST_BATCH:
            parts += _in_parts(msgspec.json.encode(self._waiting.popleft()).decode())
        if self._waiting:
            self._wake.set()
        self._heard_itself.clear()
        async with asyncio.timeout(_ANSWER_WITHIN):
            await driver.execute(_NOTIFY, _CHANNEL, parts or [_LAST])
            await self._heard_itself.wait()

    def _hear(self, sender: int, text: str, listener: Callable[[PeerMessage], None]) -> None:
        whole = self._parts.pop(sender, "") + text[1:]
        if text.startswith(_MORE):
            self._parts[sender] = whole
        elif whole:
            pass_on(whole, listener)


def _in_parts(text: str) -> list[str]:
    pieces = [text[at : at + _LARGEST_PART] for at in range(0, len(text), _LARGEST_PART)]
    return [*(_MORE + piece for piece in pieces[:-1]), _LAST + pieces[-1]]
