"""Sends messages about one table to other nodes: its people, its version and its entries."""

from typing import Final
from zlib import crc32

from qwixx.protocol.messages import Aside
from qwixx.server.live.bus import Bus, News
from qwixx.table.live_table import LiveTable

_ANNOUNCE_EVERY: Final = 5
"""Seconds between announcements of a node's people.

A node that knows no other node at its table announces less often. It does so at all because others
may have missed an announcement.
"""
_ANNOUNCE_ALONE_EVERY: Final = 15


class PeerSync:
    """Sends messages about a table to other nodes."""

    def __init__(self, node: str, bus: Bus, live: LiveTable) -> None:
        self._node = node
        self._bus = bus
        self._live = live
        self._seconds = crc32(live.table.code.encode())
        """A counter with a different start for each table, which spreads the announcements."""

    def announce(self) -> None:
        """Sends the people here and the version of the table."""
        table, presence = self._live.table, self._live.presence
        self._bus.publish(News(self._node, table.code, table.version, here=presence.own))

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
            self._bus.publish(News(self._node, table.code, table.version, text))

    def publish_aside(self, aside: Aside) -> None:
        """Sends an aside."""
        if self._live.presence.nodes:
            self._bus.publish(News(self._node, self._live.table.code, aside=aside))

    def publish_rewritten(self) -> None:
        """Announces that the log was rewritten."""
        self._bus.publish(News(self._node, self._live.table.code, reload=True))

    @property
    def acts_second(self) -> bool:
        """Whether another node acts first for this table."""
        return any(node < self._node for node in self._live.presence.nodes)
