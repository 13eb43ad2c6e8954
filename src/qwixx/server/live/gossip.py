"""What nodes tell each other about one table: who is there, and how far it is."""

from typing import Final
from zlib import crc32

from qwixx.protocol.views import Aside
from qwixx.server.live.bus import Bus, News
from qwixx.server.live.ledger import Ledger
from qwixx.server.live.presence import Presence

# Nodes tell each other who is there, again and again, in seconds. Who knows of nobody else at a
# table says so less often: the others may have missed it.
_TELL_EVERY: Final = 5
_TELL_NOBODY_EVERY: Final = 15


class Gossip:
    """This node's part of the talk."""

    def __init__(self, node: str, bus: Bus, ledger: Ledger, presence: Presence) -> None:
        self._node = node
        self._bus = bus
        self._ledger = ledger
        self._presence = presence
        self._looks = crc32(ledger.table.code.encode())
        """Counts seconds from anywhere, so that not all tables tell at once."""

    def tell(self) -> None:
        """Tells other nodes who is here, and how far the table is."""
        table = self._ledger.table
        self._bus.publish(News(self._node, table.code, table.version, here=self._presence.own))

    def tell_entry(self, text: bytes) -> None:
        """Tells them what has just been written."""
        table = self._ledger.table
        self._bus.publish(News(self._node, table.code, table.version, text))

    def tell_aside(self, aside: Aside) -> None:
        """Tells them what somebody shows to all."""
        if self._presence.nodes:
            self._bus.publish(News(self._node, self._ledger.table.code, aside=aside))

    def tell_rewritten(self) -> None:
        """Tells them to forget what they know."""
        self._bus.publish(News(self._node, self._ledger.table.code, reload=True))

    def tell_now_and_then(self) -> None:
        """Every second; what is told is told again, as it may have been lost."""
        self._looks += 1
        if self._looks % (_TELL_EVERY if self._presence.nodes else _TELL_NOBODY_EVERY) == 0:
            self.tell()

    @property
    def second_in_line(self) -> bool:
        """Whether another node is to act first where any could."""
        return any(node < self._node for node in self._presence.nodes)
