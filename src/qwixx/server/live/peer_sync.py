"""What nodes tell each other about one table: who is there, and how far it is."""

from typing import Final
from zlib import crc32

from qwixx.protocol.views import Aside
from qwixx.server.live.bus import Bus, News
from qwixx.table.live_table import LiveTable

# Nodes announce who is there, again and again, in seconds. A node that knows of nobody else at a
# table does so less often: the others may have missed it.
_ANNOUNCE_EVERY: Final = 5
_ANNOUNCE_ALONE_EVERY: Final = 15


class PeerSync:
    """Tells other nodes about a table."""

    def __init__(self, node: str, bus: Bus, live: LiveTable) -> None:
        self._node = node
        self._bus = bus
        self._live = live
        self._seconds = crc32(live.table.code.encode())
        """Counts from anywhere, so that not all tables announce at once."""

    def announce(self) -> None:
        """Tells who is here, and how far the table is."""
        table, presence = self._live.table, self._live.presence
        self._bus.publish(News(self._node, table.code, table.version, here=presence.own))

    def announce_now_and_then(self) -> None:
        """Is called every second, and announces again what may have been lost."""
        self._seconds += 1
        alone = not self._live.presence.nodes
        if self._seconds % (_ANNOUNCE_ALONE_EVERY if alone else _ANNOUNCE_EVERY) == 0:
            self.announce()

    def publish_entry(self, text: bytes) -> None:
        """Tells what was written just now, where anybody is at another node.

        A person who has gone from here may have told nobody.
        """
        if self._live.presence.nodes or not self._live.participants:
            table = self._live.table
            self._bus.publish(News(self._node, table.code, table.version, text))

    def publish_aside(self, aside: Aside) -> None:
        """Passes on what somebody shows to all."""
        if self._live.presence.nodes:
            self._bus.publish(News(self._node, self._live.table.code, aside=aside))

    def publish_rewritten(self) -> None:
        """Tells that the log is another one now."""
        self._bus.publish(News(self._node, self._live.table.code, reload=True))

    @property
    def acts_second(self) -> bool:
        """Whether another node is to act first where any could."""
        return any(node < self._node for node in self._live.presence.nodes)
