"""Where the logs of the tables are kept.

Appending is what a player waits for, so entries that come in while others are being written share
the next transaction: under load one sync to the disk serves many tables.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Final, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from qwixx.server.metrics import Histogram
from qwixx.server.storage.database import Gone, Row, connect, reason
from qwixx.server.storage.days import Days
from qwixx.server.storage.migrations import upgrade
from qwixx.server.storage.schema import entries, reviews, tables

_log: Final = logging.getLogger(__name__)

_Result = TypeVar("_Result")

_Waiting: TypeAlias = tuple[Row, "asyncio.Future[None]"]
"""What is to be written, and who waits for it."""

_LARGEST_BATCH: Final = 500


class StoreError(Exception):
    """The database did not do it, or did not say so. It may be better next time."""


class Conflict(Exception):  # noqa: N818  (somebody else was first)
    """There is an entry at that position already."""


class SqlStore:
    """The logs of the tables, and what else is kept of them, in an SQL database."""

    def __init__(self, url: sa.URL) -> None:
        self._database = connect(url)
        self.days = Days(self._run)
        self._queue: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self.failures = 0
        """How often the database did not do what it was asked to."""
        self.latency = Histogram("store_seconds", "How long the database takes to write a batch.")
        self.well_since: float | None = 0.0
        """Since when, by `time.monotonic`, the database writes; None while it does not."""

    @property
    def waiting(self) -> int:
        """The number of entries that are still to be written."""
        return len(self._queue)

    async def migrate(self) -> None:
        """Brings the database to the present shape; makes it, if there is none."""
        await self._run(upgrade)

    async def close(self) -> None:
        if self._writer:
            await self._writer
        await self._database.close()

    async def look(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        """Has something looked up. StoreError."""
        return await self._run(work, writing=False)

    async def check(self) -> None:
        """Writes something that is no table, reads it, and takes it away again. StoreError."""

        def check(connection: sa.Connection) -> int | None:
            probe = {"code": f"? {secrets.token_hex(2)}", "touched": secrets.randbits(31)}
            mine = tables.c.code == probe["code"]
            connection.execute(sa.insert(tables), probe)
            read = connection.scalar(sa.select(tables.c.touched).where(mine))
            connection.execute(sa.delete(tables).where(mine))
            return read if read == probe["touched"] else None

        if await self._run(check) is None:
            raise StoreError("it does not give back what was written")

    async def create(self, code: str, entry: bytes, at: int) -> None:
        """Adds a table with the first entry of its log. Conflict: there is one of that code."""

        def create(connection: sa.Connection) -> None:
            connection.execute(sa.insert(tables), {"code": code, "touched": at})
            row = {"code": code, "position": 1, "entry": entry}
            connection.execute(sa.insert(entries), row)

        await self._run(create)

    async def append(self, code: str, position: int, entry: bytes) -> None:
        """Adds to the log. When it returns, the entry is on disk. Conflict, Gone, StoreError."""
        written = asyncio.get_running_loop().create_future()
        self._queue.append(((code, position, entry), written))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await written

    async def _write(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:_LARGEST_BATCH], self._queue[_LARGEST_BATCH:]
            try:
                await self._write_batch(batch)
            except Gone:
                for item in batch:  # one of the tables has gone: find out which
                    try:
                        await self._write_batch([item])
                    except Gone as gone:
                        _fail([item], gone)

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        try:
            with self._troubles():
                began = monotonic()
                written = await self._database.add([row for row, _ in batch])
                self.latency.add(monotonic() - began)
        except StoreError as error:
            _fail(batch, error)
            return
        for row, future in batch:
            place = row[:2]
            if place in written:
                written.remove(place)  # it is there for the first who wanted it only
                if not future.done():
                    future.set_result(None)
            else:
                _fail([(row, future)], Conflict(row[0]))

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """Returns the entries behind that position."""
        return await self._values(
            sa.select(entries.c.entry)
            .where(entries.c.code == code, entries.c.position > after)
            .order_by(entries.c.position)
        )

    async def rewrite(self, code: str, log: Mapping[int, bytes]) -> None:
        """Replaces these entries by position. Deletes the table's reviews, which hold names."""

        def rewrite(connection: sa.Connection) -> None:
            for position, entry in log.items():
                place = (entries.c.code == code, entries.c.position == position)
                connection.execute(sa.update(entries).where(*place).values(entry=entry))
            connection.execute(sa.delete(reviews).where(reviews.c.code == code))

        await self._run(rewrite)

    async def keep_review(self, code: str, game: int, review: bytes) -> None:
        """Stores the review of a finished game with its table. Conflict: there is one already."""
        row = {"code": code, "game": game, "review": review}
        await self._change(sa.insert(reviews).values(row))

    async def kept_review(self, code: str, game: int) -> bytes | None:
        place = (reviews.c.code == code, reviews.c.game == game)
        found = await self._values(sa.select(reviews.c.review).where(*place))
        return found[0] if found else None

    async def touch(self, codes: Iterable[str], at: int) -> None:
        """Notes when these tables were last in use."""
        await self._change(
            sa.update(tables).where(tables.c.code.in_(list(codes))).values(touched=at)
        )

    async def last_use(self) -> int | None:
        """Returns when any table was last in use; None if there is none."""
        times: list[int | None] = await self._values(sa.select(sa.func.max(tables.c.touched)))
        return times[0]

    async def unused_since(self, at: int) -> list[str]:
        return await self._values(sa.select(tables.c.code).where(tables.c.touched < at))

    async def delete(self, codes: Iterable[str]) -> None:
        await self._change(sa.delete(tables).where(tables.c.code.in_(list(codes))))

    async def _change(self, statement: sa.Executable) -> None:
        await self._run(lambda connection: connection.execute(statement).close())

    async def _values(self, query: "sa.Select[_Result]") -> list[_Result]:
        return await self._run(lambda connection: list(connection.scalars(query)), writing=False)

    async def _run(
        self, work: Callable[[sa.Connection], _Result], *, writing: bool = True
    ) -> _Result:
        """Work in a transaction of its own."""
        with self._troubles(writing=writing):
            return await self._database.run(work)

    @contextmanager
    def _troubles(self, *, writing: bool = True) -> Iterator[None]:
        """The troubles of a database, whatever they are, are Conflict, Gone or StoreError."""
        try:
            yield
        except IntegrityError as error:
            raise Conflict from error
        except Gone:
            raise
        except Exception as error:  # drivers have errors of their own while a database starts
            if self.well_since is not None:
                _log.warning("the database is in trouble: %s", reason(error))
            self.well_since = None
            self.failures += 1
            raise StoreError(reason(error)) from error
        if self.well_since is None and writing:  # a full disk can still be read
            self.well_since = monotonic()
            _log.info("the database is well again")


def _fail(batch: list[_Waiting], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
