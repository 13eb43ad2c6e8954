"""How nodes hear of each other: that a table has gone on, and who is there.

What happened is in the store; the bus only says that it is worth looking. A message that is lost
costs time, never truth.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct


class News(Struct, frozen=True):
    """Something about a table, from one node to the others."""

    node: str
    code: str
    version: int = 0
    """The log has grown to this; 0: it has not."""
    here: list[str] = []
    """The people who are connected to that node."""
    spectators: int = 0
    reload: bool = False
    """The log was rewritten, or the table deleted: forget what you know."""


class Bus(Protocol):
    """Carries news to all nodes."""

    async def open(self, listener: Callable[[News], None]) -> None: ...
    async def close(self) -> None: ...
    def publish(self, news: News) -> None:
        """Tells all other nodes, sooner or later, if possible."""


class MemoryBus:
    """For a single node, which knows everything already. Several in one process hear each other."""

    def __init__(self, listeners: dict[int, Callable[[News], None]] | None = None) -> None:
        self._listeners = {} if listeners is None else listeners

    async def open(self, listener: Callable[[News], None]) -> None:
        self._listeners[id(self)] = listener

    async def close(self) -> None:
        self._listeners.pop(id(self), None)

    def publish(self, news: News) -> None:
        for owner, listener in list(self._listeners.items()):
            if owner != id(self):
                listener(news)
