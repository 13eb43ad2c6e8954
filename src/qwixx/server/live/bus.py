"""How nodes hear of each other: that a table has gone on, and who is there.

What happened is in the store before the bus says so. A message that is lost costs time, never
truth.
"""

from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct

from qwixx.protocol.views import Aside

FORMAT: Final = 1
"""The number of the format of logs and news: another one, wherever nodes of the version before
could misunderstand it."""


class News(Struct, frozen=True):
    """Something about a table, from one node to the others."""

    node: str
    code: str
    version: int = 0
    """The length of the log; 0: nothing is said about it."""
    entry: bytes = b""
    """The last entry, as it is in the store, for those who know all the others."""
    here: list[str] | None = None
    """The people who are connected to that node, where that is the news."""
    reload: bool = False
    """The log was rewritten, or the table deleted: forget what you know."""
    aside: Aside | None = None
    """Something to show and forget."""
    format: int = FORMAT
    """What that node speaks and writes."""


class Bus(Protocol):
    """Carries news of a table to all nodes that follow it."""

    @property
    def name(self) -> str:
        """What carries them, as `/readyz` says it."""

    @property
    def reliable(self) -> bool:
        """Whether news can be expected to arrive; else it is better to look now and then."""

    @property
    def gaps(self) -> int:
        """How often there was a time, now over, in which news may have been lost."""

    async def open(self, listener: Callable[[News], None]) -> None: ...
    async def close(self) -> None: ...
    async def follow(self, code: str, /) -> bool:
        """When it returns, no more news of that table is missed, or the bus is not reliable.

        Says whether something can have been missed so far.
        """

    def unfollow(self, code: str, /) -> None: ...
    def publish(self, news: News) -> None:
        """Tells the other nodes, sooner or later, if possible."""


class MemoryBus:
    """For one process, which knows everything already. Nodes that share it hear each other."""

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
