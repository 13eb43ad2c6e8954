"""Messages between nodes: new entries of a table, and its connected people.

An entry is stored before the bus sends it. So a lost message costs time, and never data.
"""

from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from qwixx.protocol.messages import Aside

FORMAT: Final = 1
"""The version of the formats of logs and news. It grows with each change that nodes of the
version before would misunderstand."""


class News(Struct, frozen=True):
    """A message about a table from one node to the others."""

    node: str
    code: str
    version: int = 0  # the length of the log; 0 if the message is not about it
    entry: bytes = b""  # the last entry as it is stored, for nodes that know all others
    here: list[str] | None = None
    """The people who are connected to that node; None if they have not changed."""
    reload: bool = False
    """Whether the log was rewritten or deleted, so that nodes must read it again."""
    aside: Aside | None = None  # A message to show once
    format: int = FORMAT  # the format that the node reads and writes


class Bus(Protocol):
    """Carries news of a table to all nodes that follow it."""

    @property
    def name(self) -> str:
        """The kind of bus, as `/readyz` names it."""

    @property
    def reliable(self) -> bool:
        """Whether messages arrive. If not, nodes read the logs now and then."""

    @property
    def gaps(self) -> int:
        """The number of interruptions that are over. Each may have lost messages."""

    async def open(self, listener: Callable[[News], None]) -> None: ...
    async def close(self) -> None: ...
    async def follow(self, code: str, /) -> bool:
        """Subscribes to messages about a table; returns whether earlier ones may be missing.

        After it has returned no message is lost unless the bus is unreliable.
        """

    def unfollow(self, code: str, /) -> None: ...
    def publish(self, news: News) -> None:
        """Sends a message to the other nodes, without waiting and without a guarantee."""


class MemoryBus:
    """A bus within one process. Tests connect several nodes with it."""

    name = "memory"
    reliable = True
    gaps = 0

    def __init__(self, listeners: dict[int, Callable[[News], None]] | None = None) -> None:
        self._listeners = {} if listeners is None else listeners

    async def open(self, listener: Callable[[News], None]) -> None:
        self._listeners[id(self)] = listener

    async def close(self) -> None:
        self._listeners.pop(id(self), None)

    async def follow(self, _code: str) -> bool:
        """All is heard."""
        return False

    def unfollow(self, _code: str) -> None:
        """All is heard."""

    def publish(self, news: News) -> None:
        for owner, listener in list(self._listeners.items()):
            if owner != id(self):
                listener(news)
