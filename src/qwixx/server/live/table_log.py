"""The stored log of one table: reads, rewrites and deletes it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from qwixx.server.clock_and_secrets import clock, new_code
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.log import Entry, read_entry, write_entry

_AT_ONCE: Final = 100
"""The number of entries that are read without a pause, within a few milliseconds."""

_Item = TypeVar("_Item")


class TableLog:
    """The stored log of one table. `on_newer` sends its clients to a newer node."""

    def __init__(self, code: str, store: SqlStore, on_newer: Callable[[], None]) -> None:
        self._code = code
        self._store = store
        self._on_newer = on_newer

    async def read(self, after: int = 0) -> list[Entry]:
        """Returns the entries after that position. Raises StoreError."""
        texts = await self._store.read(self._code, after)
        return [self.decode(text) async for text in in_turns(texts)]

    def decode(self, text: bytes) -> Entry:
        """Reads a stored entry. Raises StoreError if a newer version has written it."""
        try:
            entry = read_entry(text)
        except msgspec.DecodeError as error:
            self._on_newer()
            raise StoreError(f"table {self._code} is of a newer version") from error
        # A clock that was ahead may have written a time in the future.
        now = clock()
        return entry if entry.at <= now else replace(entry, at=now)

    async def rewrite(self, changed: Mapping[int, Entry]) -> None:
        """Replaces entries by position."""
        texts = {position: write_entry(entry) for position, entry in changed.items()}
        await self._store.rewrite(self._code, texts)

    async def delete(self, *, day: bool) -> None:
        """Deletes the table. For a game of the day it keeps a note that the player has begun it,
        because that player knows the dice."""
        if not day:
            await self._store.delete([self._code])
            return None
        while True:
            with suppress(Conflict):
                return await self._store.days.forget(self._code, new_code())


async def in_turns(items: list[_Item]) -> AsyncIterator[_Item]:
    """Yields the items with pauses, so that a long log does not delay other tables."""
    for number, item in enumerate(items, 1):
        yield item
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)
