"""Finds tables that have been unused for too long, and checks whether the database works."""

import asyncio
from collections.abc import Callable, Collection
from time import monotonic
from typing import Final

from qwixx.server.clock_and_secrets import clock
from qwixx.server.storage.store import SqlStore, StoreError

_ANSWER_WITHIN: Final = 1.0
_GOOD_FOR: Final = 0.5


class Retention:
    """Measures the age of tables with a clock that runs only while a server runs.

    The clock starts from the last use of any table in the database. So a wrong system clock makes
    no table older, and a server that was off for a year still has all its tables.
    """

    def __init__(
        self, store: SqlStore, hours: float, elapsed: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self._keep = round(hours * 3_600_000)
        self._elapsed = elapsed
        self._began: float | None = None

    async def now(self) -> int:
        """Returns the time in milliseconds. Raises StoreError."""
        if self._began is None:
            last = await self._store.last_use()
            self._began = (clock() if last is None else last) - 1000 * self._elapsed()
        return round(self._began + 1000 * self._elapsed())

    async def note_use(self, codes: Collection[str]) -> None:
        if codes:
            await self._store.touch(codes, await self.now())

    async def outdated(self) -> list[str]:
        """Returns the codes of the tables that were unused for too long."""
        return await self._store.unused_since(await self.now() - self._keep)


class DatabaseProbe:
    """Checks that the database writes and reads. Simultaneous callers share one check."""

    def __init__(self, store: SqlStore, elapsed: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._elapsed = elapsed
        self._asking: asyncio.Task[str] | None = None
        self._known_at = 0.0

    async def problem(self) -> str:
        """Returns the problem, or "" if the database works within a second."""
        fresh = (
            self._asking and self._asking.done() and self._elapsed() - self._known_at < _GOOD_FOR
        )
        if self._asking is None or (self._asking.done() and not fresh):
            self._asking = asyncio.create_task(self._ask())
        try:
            return await asyncio.wait_for(asyncio.shield(self._asking), _ANSWER_WITHIN)
        except TimeoutError:
            return "no answer within a second"

    async def _ask(self) -> str:
        try:
            await self._store.check()
        except StoreError as error:
            return str(error)
        finally:
            self._known_at = self._elapsed()
        return ""
