"""News between nodes by way of Redis."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from qwixx.server.bus import News

_log: Final = logging.getLogger(__name__)

_CHANNEL: Final = "qwixx:news"
_MOST_WAITING: Final = 10_000
_LARGEST_BATCH: Final = 200
_RETRY: Final = 1.0
_LISTEN: Final = 5.0


class RedisBus:
    """Publishes and listens in the background; while Redis is away, `reliable` is false."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2.0, socket_keepalive=True)
        self._waiting: deque[bytes] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._working: set[str] = set()

    @property
    def reliable(self) -> bool:
        return len(self._working) == 2

    async def open(self, listener: Callable[[News], None]) -> None:
        self._tasks = [
            asyncio.create_task(self._forever("listening", lambda: self._listen(listener))),
            asyncio.create_task(self._forever("sending", self._send)),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    def publish(self, news: News) -> None:
        self._waiting.append(msgspec.json.encode(news))
        self._wake.set()

    async def _forever(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (RedisError, OSError) as error:
                if what in self._working:
                    _log.warning("no news from other nodes: %s", error)
            self._working.discard(what)
            await asyncio.sleep(_RETRY)

    async def _listen(self, listener: Callable[[News], None]) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(_CHANNEL)
            self._working.add("listening")
            while True:
                message = await channel.get_message(timeout=_LISTEN)
                if message is None:
                    await channel.ping()
                    continue
                with suppress(msgspec.DecodeError):  # a newer node may say what is not known here
                    listener(msgspec.json.decode(message["data"], type=News))

    async def _send(self) -> None:
        await self._redis.ping()
        self._working.add("sending")
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                async with self._redis.pipeline(transaction=False) as together:
                    while self._waiting and len(together) < _LARGEST_BATCH:
                        together.publish(_CHANNEL, self._waiting.popleft())
                    await together.execute()
