"""Messages between nodes through PostgreSQL, if there is no Redis.

All nodes share one channel (LISTEN and NOTIFY), and each gets the messages of all tables. With more
than a few nodes use Redis, which sends each node only the messages of its tables.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from qwixx.server.live.bus import News
from qwixx.server.storage.database import driver_of, postgres_engine

_log: Final = logging.getLogger(__name__)

_CHANNEL: Final = "qwixx"
_NOTIFY: Final = "SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part"
_LARGEST_PART: Final = 7_000
"""The longest part of a message. PostgreSQL takes at most 8,000 bytes."""
_MORE: Final = "+"
_LAST: Final = "."
"""The first character of a last part. The parts of one transaction arrive together and in order."""
_MOST_WAITING: Final = 10_000
_LARGEST_BATCH: Final = 200
_ANSWER_WITHIN: Final = 2.0
_RETRY: Final = 1.0
_PROBE_AFTER: Final = 1.0
"""Seconds without messages after which a node sends itself an empty one, to test the connection."""


class PostgresBus:
    """Sends and listens on one connection; while it is broken, `reliable` is false."""

    name = "postgresql"

    def __init__(self, url: sa.URL) -> None:
        self._engine = postgres_engine(url)
        self._waiting: deque[News] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._heard_itself = asyncio.Event()
        self._parts: dict[int, str] = {}
        """The first parts of incomplete messages, by the sender's process."""
        self._talking: asyncio.Task[None] | None = None
        self._gaps = 0
        self._reliable = False

    @property
    def reliable(self) -> bool:
        return self._reliable

    @property
    def gaps(self) -> int:
        return self._gaps

    async def open(self, listener: Callable[[News], None]) -> None:
        self._talking = asyncio.create_task(self._talk_forever(listener))

    async def close(self) -> None:
        if self._talking:
            self._talking.cancel()
            with suppress(asyncio.CancelledError):
                await self._talking
        await self._engine.dispose()

    async def follow(self, _code: str) -> bool:
        """Returns that messages may be missing: those that came while the table was being read."""
        return True

    def unfollow(self, _code: str) -> None:
        """Does nothing: the channel is for all tables."""

    def publish(self, news: News) -> None:
        if self._reliable:  # after a gap all tables read their logs anyway
            self._waiting.append(news)
            self._wake.set()

    async def _talk_forever(self, listener: Callable[[News], None]) -> None:
        while True:
            try:
                await self._talk(listener)
            except Exception as error:  # noqa: BLE001  (a node that stays deaf would be worse)
                if self._reliable:
                    reason = str(error) or type(error).__name__
                    _log.warning("no news from other nodes: %s", reason)
            self._reliable = False
            await asyncio.sleep(_RETRY)

    async def _talk(self, listener: Callable[[News], None]) -> None:
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
                    if not self._reliable:
                        self._gaps += 1  # this gap ends now
                        self._reliable = True
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

    def _hear(self, sender: int, text: str, listener: Callable[[News], None]) -> None:
        whole = self._parts.pop(sender, "") + text[1:]
        if text.startswith(_MORE):
            self._parts[sender] = whole
        elif whole:
            with suppress(msgspec.DecodeError):  # a newer node may send unknown messages
                listener(msgspec.json.decode(whole, type=News))


def _in_parts(text: str) -> list[str]:
    pieces = [text[at : at + _LARGEST_PART] for at in range(0, len(text), _LARGEST_PART)]
    return [*(_MORE + piece for piece in pieces[:-1]), _LAST + pieces[-1]]
