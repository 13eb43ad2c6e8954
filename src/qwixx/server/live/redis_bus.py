"""Messages between nodes through Redis.

Each table has its own channel, so that a node gets messages only about tables in its memory.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from qwixx.server.live.bus import BackgroundBus, PeerMessage, pass_on

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

_TABLE: Final = "qwixx:table:"
_ALL: Final = "qwixx:all"
"""A channel without messages. Its confirmed subscription confirms all earlier subscriptions."""
_LARGEST_BATCH: Final = 200
_LISTEN: Final = 1.0
_ANSWER_WITHIN: Final = 1.0


class RedisBus(BackgroundBus):
    """Listens on one connection and sends on another."""

    name = "redis"
    parts = ("listening", "sending")

    def __init__(self, url: str) -> None:
        super().__init__()
        self._redis = Redis.from_url(
            url,
            socket_connect_timeout=_ANSWER_WITHIN,
            socket_timeout=_ANSWER_WITHIN,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),  # a silent reconnection would lose messages unnoticed
        )
        self._followed: dict[str, asyncio.Event] = {}
        self._channels: PubSub | None = None
        self._broken: PubSub | None = None

    async def open(self, listener: Callable[[PeerMessage], None]) -> None:
        self._spawn(self._forever("listening", lambda: self._listen(listener)))
        self._spawn(self._forever("sending", self._send))

    async def close(self) -> None:
        await super().close()
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def follow(self, code: str, /) -> bool:
        heard = self._followed.setdefault(code, asyncio.Event())
        channels = self._channels
        if channels is None:
            return True  # `_listen` subscribes to it
        try:
            async with asyncio.timeout(_ANSWER_WITHIN):
                await channels.subscribe(_TABLE + code)
                await heard.wait()
        except Exception:  # noqa: BLE001  (a connection that breaks just now fails in many ways)
            self._broken = channels
            self._working.discard("listening")
        return True

    def unfollow(self, code: str, /) -> None:
        if self._followed.pop(code, None):
            self._spawn(self._leave(code))

    async def _leave(self, code: str) -> None:
        if self._channels and code not in self._followed:
            with suppress(Exception):  # as above; further messages of this table are ignored
                await self._channels.unsubscribe(_TABLE + code)

    async def _listen(self, listener: Callable[[PeerMessage], None]) -> None:
        async with self._redis.pubsub() as channels:
            await channels.connect()
            self._channels = channels
            try:
                # Subscribes to all tables so far; `follow` adds further ones.
                await channels.subscribe(*(_TABLE + code for code in self._followed), _ALL)
                asked = False
                while True:
                    message = await channels.get_message(timeout=_LISTEN)
                    if channels is self._broken or (message is None and asked):
                        raise TimeoutError("Redis does not answer")
                    asked = message is None
                    if message is None:
                        await channels.ping()
                    else:
                        self._hear(message, listener)
            finally:
                self._channels = None

    def _hear(self, message: dict[str, Any], listener: Callable[[PeerMessage], None]) -> None:
        channel = (message["channel"] or b"").decode()
        heard = self._followed.get(channel.removeprefix(_TABLE))
        if message["type"] == "subscribe":
            if channel == _ALL:
                self._works("listening")
            if heard:
                heard.set()
        elif message["type"] == "message" and heard:
            pass_on(message["data"], listener)

    async def _send(self) -> None:
        await self._redis.ping()
        self._works("sending")
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                async with self._redis.pipeline(transaction=False) as together:
                    while self._waiting and len(together) < _LARGEST_BATCH:
                        news = self._waiting.popleft()
                        together.publish(_TABLE + news.code, msgspec.json.encode(news))
                    await together.execute()
