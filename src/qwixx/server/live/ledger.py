"""The log of a table in use: one order for everything that happens to it.

The lock keeps that order on this node; among several nodes the store does, which has one place for
each position of the log.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from qwixx.server.live.chance import clock, new_code
from qwixx.server.live.tasks import Tasks
from qwixx.server.storage.database import Gone
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.case import Refused, Unchanged
from qwixx.table.events import Entry, Event
from qwixx.table.forget import without
from qwixx.table.log_codec import read_entry, write_entry
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

# Of entries: some hundred games of five. Only somebody who wants to fill a disk gets there.
_LONGEST_LOG: Final = 50_000
# So many are read without a pause: some milliseconds.
_AT_ONCE: Final = 100

_Item = TypeVar("_Item")


class Reader(Protocol):
    """Who is told what becomes of a log."""

    def wrote(self, text: bytes, /) -> None:
        """An entry has been written here; it is known to nobody else yet."""

    def happened(self, entry: Entry, /) -> None:
        """An entry, from wherever it came, is part of the table now."""

    def read_on(self) -> None:
        """The log has been looked at again, because something may have been missed."""

    def rewritten(self) -> None:
        """The table has been made anew from another log."""

    def deleted(self) -> None:
        """There is no such table any more."""

    def too_new(self) -> None:
        """A node of a newer version has gone on with this table."""


class Ledger:
    """A table and its log. Whoever wants to change something commits it here."""

    def __init__(self, code: str, store: SqlStore, reader: Reader, tasks: Tasks) -> None:
        self.table = Table(code)
        self.gone = False
        """The table has been deleted."""
        self.behind = False
        """There may be more in the log, or, if `_rewritten`, something else."""
        self._rewritten = False
        self._store = store
        self._reader = reader
        self._tasks = tasks
        self._lock = asyncio.Lock()

    async def load(self) -> bool:
        """Reads what is new in the log; says whether there is a table at all."""
        read = await self._store.read(self.table.code, self.table.version)
        news = [self._read_entry(entry) async for entry in _not_all_at_once(read)]
        async for entry in _not_all_at_once(news):
            self.table.apply(entry)
        self.behind = False
        for entry in news:
            self._reader.happened(entry)
        return self.table.version > 0

    async def mentions(self, person: str) -> bool:
        """Whether there is anything of that person in the log."""
        trace = person.encode()
        return any(trace in text for text in await self._store.read(self.table.code))

    async def entries(self) -> list[Entry]:
        """The whole log."""
        read = await self._store.read(self.table.code)
        return [self._read_entry(entry) async for entry in _not_all_at_once(read)]

    def _read_entry(self, text: bytes) -> Entry:
        try:
            entry = read_entry(text)
        except msgspec.DecodeError as error:
            self._reader.too_new()
            raise StoreError(f"table {self.table.code} is of a newer version") from error
        # What was written by a clock that was ahead happened now at the latest.
        now = clock()
        return entry if entry.at <= now else replace(entry, at=now)

    # Writing

    async def commit(self, decision: Callable[[], Event], by: str = "", action: str = "") -> int:
        """Adds what is decided, and returns the version that it led to. Refused, StoreError.

        Once begun it is brought to its end, even if who asked for it goes away meanwhile: what is
        on disk must be known here, and to the others.
        """
        committing = self._tasks.spawn(self._commit(decision, by, action))
        try:
            return await asyncio.shield(committing)
        except asyncio.CancelledError:
            committing.add_done_callback(_nobody_waits)
            raise

    async def _commit(self, decision: Callable[[], Event], by: str, action: str) -> int:
        async with self._lock:
            if self.behind:
                await self._read_on()
            while True:
                done = self.table.done(by, action) if action else None
                if done is not None:
                    return done
                if self.table.version >= _LONGEST_LOG:
                    raise Refused("table-full")
                try:
                    event = decision()
                except Unchanged:
                    return self.table.version
                entry = Entry(clock(), event, by, action)
                text = write_entry(entry)
                try:
                    await self._store.append(self.table.code, self.table.version + 1, text)
                except Conflict:
                    await self.load()  # another node was first: decide again on what is true now
                    continue
                except Gone:
                    self._end()
                    raise Refused("server-error") from None
                except StoreError:
                    self.behind = True  # it may have been written all the same
                    raise
                break
            self.table.apply(entry)
        self._reader.wrote(text)
        self._reader.happened(entry)
        return self.table.version

    # What others have written

    async def follow(self, version: int, text: bytes) -> None:
        """Another node has gone on with this table: by one entry, or by more than it says."""
        async with self._lock:
            if version <= self.table.version:
                return
            if version == self.table.version + 1 and text:
                try:
                    entry = self._read_entry(text)
                except StoreError:
                    return  # whoever is here has been told
                self.table.apply(entry)
                self._reader.happened(entry)
                return
        await self.catch_up()

    async def catch_up(self, *, rewritten: bool = False) -> None:
        """Looks whether other nodes have gone on with this table, or have rewritten its log."""
        async with self._lock:
            self.behind = True
            self._rewritten = self._rewritten or rewritten
            with suppress(StoreError):  # it stays behind, so it is tried again
                await self._read_on()

    async def _read_on(self) -> None:
        if self._rewritten:
            await self._reload()
            self.behind = self._rewritten = False
            self._reader.rewritten()
        else:
            await self.load()
        self._reader.read_on()

    async def _reload(self) -> None:
        """The log is another one now: reads it from the beginning."""
        table = Table(self.table.code)
        async for entry in _not_all_at_once(await self.entries()):
            table.apply(entry)
        if table.version:
            self.table = table
        else:
            self._end()

    # Deleting

    async def delete(self, person: str) -> None:
        """Rewrites the log without that person; without any player, deletes the table."""
        code = self.table.code
        async with self._lock:
            if self.table.players:
                changed = without(code, await self.entries(), person)
                texts = {position: write_entry(entry) for position, entry in changed.items()}
                await self._store.rewrite(code, texts)
                await self._reload()
            else:
                await (self._forget_day() if self.table.day else self._store.delete([code]))
                self._end()

    async def _forget_day(self) -> None:
        """Deletes a game of a day, but not that its player, who knows the dice, has begun it."""
        while True:
            with suppress(Conflict):
                return await self._store.days.forget(self.table.code, new_code())

    def _end(self) -> None:
        self.gone = True
        self._reader.deleted()


async def _not_all_at_once(items: list[_Item]) -> AsyncIterator[_Item]:
    """Lets the other tables in between: a log may be long."""
    for number, item in enumerate(items, 1):
        yield item
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)


def _nobody_waits(committing: asyncio.Task[int]) -> None:
    """Who asked has gone. A refusal is told to nobody then; anything else should not happen."""
    error = None if committing.cancelled() else committing.exception()
    if error and not isinstance(error, (Refused, StoreError)):
        _log.error("an action has failed", exc_info=error)
