"""News between nodes by way of Redis.

Every table has a channel of its own, so that a node hears only of those it has in memory.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from qwixx.server.bus import News

_log: Final = logging.getLogger(__name__)

_TABLE: Final = "qwixx:table:"
_ALL: Final = "qwixx:all"
"""Where nothing is said; but once it is followed, so are the tables that were named before it."""
_MOST_WAITING: Final = 10_000
_LARGEST_BATCH: Final = 200
_RETRY: Final = 1.0
_LISTEN: Final = 5.0
_FOLLOW_WITHIN: Final = 1.0


class RedisBus:
    """Publishes and listens in the background; while Redis is away, `reliable` is false."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2.0, socket_keepalive=True)
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._working: set[str] = set()
        self._followed: dict[str, asyncio.Event] = {}
        self._channels: PubSub | None = None

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

    async def follow(self, code: str) -> None:
        heard = self._followed.setdefault(code, asyncio.Event())
        if self._channels is None:
            return  # it is one of those with which listening begins
        with suppress(RedisError, OSError, TimeoutError):  # then it is noticed there, too
            async with asyncio.timeout(_FOLLOW_WITHIN):
                await self._channels.subscribe(_TABLE + code)
                await heard.wait()

    def unfollow(self, code: str) -> None:
        self._followed.pop(code, None)  # the channel is left when it has something to say

    def publish(self, news: News) -> None:
        self._waiting.append((_TABLE + news.code, msgspec.json.encode(news)))
        self._wake.set()

    async def _forever(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001  (a node that stays deaf would be worse)
                if what in self._working:
                    _log.warning("no news from other nodes: %s", error)
            self._working.discard(what)
            await asyncio.sleep(_RETRY)

    async def _listen(self, listener: Callable[[News], None]) -> None:
        async with self._redis.pubsub() as channels:
            await channels.connect()
            self._channels = channels
            try:
                # All that are followed so far; from now on `follow` does it.
                await channels.subscribe(*(_TABLE + code for code in self._followed), _ALL)
                while True:
                    message = await channels.get_message(timeout=_LISTEN)
                    if message is None:
                        await channels.ping()
                    elif message["type"] == "subscribe":
                        self._begun(message["channel"].decode())
                    elif message["type"] == "message":
                        await self._heard(message, listener, channels)
            finally:
                self._channels = None

    def _begun(self, channel: str) -> None:
        if channel == _ALL:
            self._working.add("listening")
        heard = self._followed.get(channel.removeprefix(_TABLE))
        if heard:
            heard.set()

    async def _heard(
        self, message: dict[str, Any], listener: Callable[[News], None], channels: PubSub
    ) -> None:
        channel = message["channel"].decode()
        if channel.removeprefix(_TABLE) not in self._followed:
            await channels.unsubscribe(channel)
            return
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
                        together.publish(*self._waiting.popleft())
                    await together.execute()
