"""The stored log of one table: reads, rewrites and deletes it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from qwixx.server.live.chance import clock, new_code
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.events import Entry
from qwixx.table.forget import without
from qwixx.table.log_codec import read_entry, write_entry

# So many are read without a pause: some milliseconds.
_AT_ONCE: Final = 100

_Item = TypeVar("_Item")


class NewerFormatError(StoreError):
    """A node of a newer version has gone on with this table."""


class TableLog:
    """The stored log of one table."""

    def __init__(self, code: str, store: SqlStore) -> None:
        self._code = code
        self._store = store

    async def read(self, after: int = 0) -> list[Entry]:
        """Returns the entries after that position. NewerFormatError, StoreError."""
        texts = await self._store.read(self._code, after)
        return [self.decode(text) async for text in in_turns(texts)]

    def decode(self, text: bytes) -> Entry:
        """Reads a stored entry. NewerFormatError."""
        try:
            entry = read_entry(text)
        except msgspec.DecodeError as error:
            raise NewerFormatError(f"table {self._code} is of a newer version") from error
        # What was written by a clock that was ahead happened now at the latest.
        now = clock()
        return entry if entry.at <= now else replace(entry, at=now)

    async def mentions(self, person: str) -> bool:
        """Returns whether there is anything of that person in the log."""
        trace = person.encode()
        return any(trace in text for text in await self._store.read(self._code))

    async def remove_person(self, entries: Sequence[Entry], person: str) -> None:
        """Rewrites the log without that person."""
        changed = without(self._code, entries, person)
        texts = {position: write_entry(entry) for position, entry in changed.items()}
        await self._store.rewrite(self._code, texts)

    async def delete(self, *, day: bool) -> None:
        """Deletes the table. Of a game of a day it keeps that its player has begun it, because that
        player knows the dice."""
        if not day:
            await self._store.delete([self._code])
            return None
        while True:
            with suppress(Conflict):
                return await self._store.days.forget(self._code, new_code())


async def in_turns(items: list[_Item]) -> AsyncIterator[_Item]:
    """Lets other tables in between: a log may be long."""
    for number, item in enumerate(items, 1):
        yield item
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)
