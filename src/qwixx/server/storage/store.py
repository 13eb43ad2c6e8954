"""Stores the logs of the tables.

Players wait for appending. So entries that arrive during a write share the next transaction: under
load, one sync to the disk serves many tables.
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

from qwixx.server.clock_and_secrets import clock
from qwixx.server.metrics import Histogram
from qwixx.server.storage.database import Row, TableDeleted, connect, reason
from qwixx.server.storage.days import Days
from qwixx.server.storage.migrations import upgrade
from qwixx.server.storage.schema import entries, reviews, tables

_log: Final = logging.getLogger(__name__)

_Result = TypeVar("_Result")

_Waiting: TypeAlias = tuple[Row, "asyncio.Future[None]"]
"""A row to be written, and the future of its caller."""

_LARGEST_BATCH: Final = 500
_GATHER: Final = 4e-6
"""Seconds from one batch to the next for each table in use, so that batches grow with the load."""
_LONGEST_GATHER: Final = 0.004


class StoreError(Exception):
    """The database failed, or did not answer. It may work next time."""


class Conflict(Exception):  # noqa: N818  (somebody else was first)
    """Another entry already has that position in the log."""


class SqlStore:
    """The logs of the tables, their reviews and their last use, in an SQL database."""

    def __init__(self, url: sa.URL) -> None:
        self._database = connect(url)
        self.days = Days(self._run)
        self._queue: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._began = 0.0
        self._gather = 0.0
        self.failures = 0  # the number of failures of the database
        self.latency = Histogram("store_seconds", "How long the database takes to write a batch.")
        self.healthy_since: int | None = 0
        """The time since which the database writes; None while it does not."""

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def expect(self, tables: int) -> None:
        """Gathers entries for longer if many tables are in use, because a batch costs the same."""
        self._gather = min(_GATHER * tables, _LONGEST_GATHER)

    async def migrate(self) -> None:
        await self._run(upgrade)

    async def close(self) -> None:
        if self._writer:
            await self._writer
        await self._database.close()

    async def query(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        return await self._run(work, writing=False)

    async def check(self) -> None:
        """Writes a row, reads it and deletes it again. Raises StoreError."""

        def check(connection: sa.Connection) -> int | None:
            probe = {"code": f"? {secrets.token_hex(2)}", "touched": secrets.randbits(31)}
            mine = tables.c.code == probe["code"]
            connection.execute(sa.insert(tables), probe)
            read = connection.scalar(sa.select(tables.c.touched).where(mine))
            connection.execute(sa.delete(tables).where(mine))
            return read if read == probe["touched"] else None

        if await self._run(check) is None:
            raise StoreError("it does not return the row that was written")

    async def create(self, code: str, entry: bytes, at: int) -> None:
        """Adds a table with the first entry of its log. Raises Conflict if the code is taken."""

        def create(connection: sa.Connection) -> None:
            connection.execute(sa.insert(tables), {"code": code, "touched": at})
            row = {"code": code, "position": 1, "entry": entry}
            connection.execute(sa.insert(entries), row)

        await self._run(create)

    async def append(self, code: str, position: int, entry: bytes) -> None:
        """Adds an entry to a log, and returns when it is on disk.

        Raises Conflict, TableDeleted or StoreError.
        """
        written = asyncio.get_running_loop().create_future()
        self._queue.append(((code, position, entry), written))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await written

    async def _write(self) -> None:
        while self._queue:
            await asyncio.sleep(self._began + self._gather - monotonic())
            self._began = monotonic()
            batch, self._queue = self._queue[:_LARGEST_BATCH], self._queue[_LARGEST_BATCH:]
            try:
                await self._write_batch(batch)
            except TableDeleted:
                for item in batch:  # one of the tables was deleted: try each alone
                    try:
                        await self._write_batch([item])
                    except TableDeleted as gone:
                        _fail([item], gone)

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        try:
            with self._translated_errors():
                began = monotonic()
                written = await self._database.append_rows([row for row, _ in batch])
                self.latency.add(monotonic() - began)
        except StoreError as error:
            _fail(batch, error)
            return
        for row, future in batch:
            place = row[:2]
            if place in written:
                written.remove(place)  # if two wanted the same position, the first has it
                if not future.done():
                    future.set_result(None)
            else:
                _fail([(row, future)], Conflict(row[0]))

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        return await self._values(
            sa.select(entries.c.entry)
            .where(entries.c.code == code, entries.c.position > after)
            .order_by(entries.c.position)
        )

    async def rewrite(self, code: str, log: Mapping[int, bytes]) -> None:
        """Replaces entries by position, and deletes the table's reviews, which hold names."""

        def rewrite(connection: sa.Connection) -> None:
            for position, entry in log.items():
                place = (entries.c.code == code, entries.c.position == position)
                connection.execute(sa.update(entries).where(*place).values(entry=entry))
            connection.execute(sa.delete(reviews).where(reviews.c.code == code))

        await self._run(rewrite)

    async def keep_review(self, code: str, game: int, review: bytes) -> None:
        """Stores the review of a finished game. Raises Conflict if there is one already."""
        row = {"code": code, "game": game, "review": review}
        await self._change(sa.insert(reviews).values(row))

    async def kept_review(self, code: str, game: int) -> bytes | None:
        place = (reviews.c.code == code, reviews.c.game == game)
        found = await self._values(sa.select(reviews.c.review).where(*place))
        return found[0] if found else None

    async def touch(self, codes: Iterable[str], at: int) -> None:
        await self._change(
            sa.update(tables).where(tables.c.code.in_(list(codes))).values(touched=at)
        )

    async def last_use(self) -> int | None:
        """Returns the time of the last use of any table; None without tables."""
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
        """Does work in a transaction of its own."""
        with self._translated_errors(writing=writing):
            return await self._database.run(work)

    @contextmanager
    def _translated_errors(self, *, writing: bool = True) -> Iterator[None]:
        """Turns every error of a database into Conflict, TableDeleted or StoreError."""
        try:
            yield
        except IntegrityError as error:
            raise Conflict from error
        except TableDeleted:
            raise
        except Exception as error:  # drivers raise other errors while a database starts
            if self.healthy_since is not None:
                _log.warning("the database fails: %s", reason(error))
            self.healthy_since = None
            self.failures += 1
            raise StoreError(reason(error)) from error
        if self.healthy_since is None and writing:  # from a full disk one can still read
            self.healthy_since = clock()
            _log.info("the database works again")


def _fail(batch: list[_Waiting], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
