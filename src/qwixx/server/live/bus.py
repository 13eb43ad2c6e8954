"""Messages between nodes: new entries of a table, and its connected people.

An entry is stored before the bus sends it. So a lost message costs time, and never data.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import ClassVar, Final
from zlib import crc32

import msgspec

from qwixx.protocol.messages import Aside
from qwixx.table.live_table import LiveTable

_log: Final = logging.getLogger(__name__)

FORMAT: Final = 1
"""The version of the formats of logs and messages. It grows with each change that nodes of the
version before would misunderstand."""

_MOST_WAITING: Final = 10_000
_RETRY: Final = 1.0
_ANNOUNCE_EVERY: Final = 5
"""Seconds between announcements of a node's people.

A node that knows no other node at its table announces less often. It does so at all because others
may have missed an announcement.
"""
_ANNOUNCE_ALONE_EVERY: Final = 15


class PeerMessage(msgspec.Struct, frozen=True):
    """A message about a table from one node to the others."""

    node: str
    code: str
    version: int = 0  # the length of the log; 0 if the message is not about it
    entry: bytes = b""  # the last entry as it is stored, for nodes that know all others
    here: list[str] | None = None
    """The people who are connected to that node; None if they have not changed."""
    reload: bool = False
    """Whether the log was rewritten or deleted, so that nodes must read it again."""
    aside: Aside | None = None  # a message to show once
    format: int = FORMAT  # the format that the node reads and writes


class Bus:
    """Carries messages about a table to all nodes that follow it. Here there is one node."""

    name = "memory"  # the kind of bus, as `/readyz` names it
    gaps = 0  # interruptions that are over; each may have lost messages

    @property
    def reliable(self) -> bool:
        """Whether messages arrive. If not, nodes read the logs now and then."""
        return True

    async def open(self, listener: Callable[[PeerMessage], None]) -> None: ...
    async def close(self) -> None: ...
    async def follow(self, _code: str, /) -> bool:
        """Subscribes to messages about a table; returns whether earlier ones may be missing."""
        return False

    def unfollow(self, _code: str, /) -> None: ...
    def publish(self, news: PeerMessage) -> None:
        """Sends a message to the other nodes, without waiting and without a guarantee."""


class BackgroundBus(Bus):
    """Publishes and listens in the background; while a part of that fails, `reliable` is false."""

    parts: ClassVar[tuple[str, ...]]  # the names of the tasks; one of them is "sending"

    def __init__(self) -> None:
        self._waiting: deque[PeerMessage] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._working: set[str] = set()

    @property
    def reliable(self) -> bool:
        return len(self._working) == len(self.parts)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def publish(self, news: PeerMessage) -> None:
        if "sending" in self._working:  # after a gap all tables read their logs anyway
            self._waiting.append(news)
            self._wake.set()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forever(self, part: str, work: Callable[[], Awaitable[None]]) -> None:
        """Repeats the work of a part, which calls `_works` when it has begun."""
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001  (a node that stays deaf would be worse)
                if part in self._working:
                    reason = str(error) or type(error).__name__
                    _log.warning("no messages from other nodes: %s", reason)
            self._working.discard(part)
            await asyncio.sleep(_RETRY)

    def _works(self, part: str) -> None:
        if part not in self._working:
            self.gaps += 1  # this gap ends now
            self._working.add(part)


def pass_on(text: str | bytes, listener: Callable[[PeerMessage], None]) -> None:
    with suppress(msgspec.DecodeError):
        listener(msgspec.json.decode(text, type=PeerMessage))


class PeerSync:
    def __init__(self, node: str, bus: Bus, live: LiveTable) -> None:
        self._node = node
        self._bus = bus
        self._live = live
        self._seconds = crc32(live.table.code.encode())
        """A counter with a different start for each table, which spreads the announcements."""

    def announce(self) -> None:
        table, presence = self._live.table, self._live.presence
        self._bus.publish(PeerMessage(self._node, table.code, table.version, here=presence.own))

    def heartbeat(self) -> None:
        """Repeats the announcement now and then, because messages may be lost.

        Called each second.
        """
        self._seconds += 1
        alone = not self._live.presence.nodes
        if self._seconds % (_ANNOUNCE_ALONE_EVERY if alone else _ANNOUNCE_EVERY) == 0:
            self.announce()

    def publish_entry(self, text: bytes) -> None:
        """Sends a new entry if another node has people of this table.

        It also does so if nobody is here: people may have moved to a node that is still unknown.
        """
        if self._live.presence.nodes or not self._live.participants:
            table = self._live.table
            self._bus.publish(PeerMessage(self._node, table.code, table.version, text))

    def publish_aside(self, aside: Aside) -> None:
        if self._live.presence.nodes:
            self._bus.publish(PeerMessage(self._node, self._live.table.code, aside=aside))

    def publish_rewritten(self) -> None:
        self._bus.publish(PeerMessage(self._node, self._live.table.code, reload=True))

    @property
    def acts_second(self) -> bool:
        """Whether another node acts first for this table."""
        return any(node < self._node for node in self._live.presence.nodes)
