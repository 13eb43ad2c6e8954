"""Where the logs of the tables are kept: SQLite or PostgreSQL.

Appending is what a player waits for, so entries that come in while others are being written share
the next transaction: under load one sync to the disk serves many tables.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from qwixx.server.migrations import upgrade
from qwixx.server.schema import entries, tables

_log: Final = logging.getLogger(__name__)

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_LARGEST_BATCH: Final = 500
_CONNECT_WITHIN: Final = 5.0
_ANSWER_WITHIN: Final = 10.0


class StoreError(Exception):
    """The database did not do it, or did not say so. It may be better next time."""


class Conflict(Exception):  # noqa: N818  (somebody else was first)
    """There is an entry at that position already."""


class Gone(Exception):  # noqa: N818
    """The table has been deleted."""


class BadDatabase(ValueError):  # noqa: N818  (as it is named on the command line)
    """That address is of no database that can be used here."""


class Store(Protocol):
    """What the game needs of a database."""

    @property
    def waiting(self) -> int:
        """How many entries are to be written."""

    @property
    def failures(self) -> int:
        """How often the database did not do what it was asked for."""

    async def close(self) -> None: ...
    async def check(self) -> None:
        """Returns if the database can be written to, as far as that is known; else StoreError."""

    async def create(self, code: str, entry: bytes, at: int) -> None:
        """A new table with the first entry of its log; Conflict if there is one of that code."""

    async def append(self, code: str, position: int, entry: bytes) -> None:
        """Adds to the log. When it returns, the entry is on disk. Conflict, Gone, StoreError."""

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """The entries behind that position."""

    async def rewrite(self, code: str, log: Mapping[int, bytes]) -> None:
        """Puts other entries in place of those at these positions."""

    async def touch(self, codes: Iterable[str], at: int) -> None:
        """Notes when these tables were last in use."""

    async def unused_since(self, at: int) -> list[str]: ...
    async def delete(self, codes: Iterable[str]) -> None: ...


def database_url(text: str) -> sa.URL:
    """The address with the driver that is used here."""
    try:
        url = sa.make_url(text if ":" in text else f"sqlite:///{text}")
    except SQLAlchemyError:
        raise BadDatabase(f"not the address of a database: {text}") from None
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise BadDatabase(f"not a database for this game (sqlite, postgresql): {text}")
    if url.get_backend_name() == "sqlite" and url.database:
        folder = Path(url.database.removeprefix("file:")).parent
        if not folder.is_dir():
            raise BadDatabase(f"there is no folder {folder}")
    return url.set(drivername=driver)


def connect(url: sa.URL) -> AsyncEngine:
    """Connections to that database, as they are wanted here."""
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, hide_parameters=True)
        sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    # A database that does not answer is as good as none: nobody waits for it for ever.
    patience = {"timeout": _CONNECT_WITHIN, "command_timeout": _ANSWER_WITHIN}
    return create_async_engine(url, hide_parameters=True, connect_args=patience)


class SqlStore:
    """A store in an SQL database."""

    def __init__(self, url: sa.URL) -> None:
        self._engine = connect(url)
        self._dialect = sqlite if url.get_backend_name() == "sqlite" else postgresql
        self._insert = self._on_conflict_nothing(entries).returning(
            entries.c.code, entries.c.position
        )
        self._queue: list[tuple[dict[str, Any], asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._failures = 0
        self._in_trouble = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def failures(self) -> int:
        return self._failures

    async def migrate(self) -> None:
        """Brings the database to the present shape; makes it, if there is none."""
        async with self._transaction() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        if self._writer:
            await self._writer
        await self._engine.dispose()

    async def check(self) -> None:
        # Changes nothing, but is refused by a database that only lets itself be read.
        nothing = sa.update(tables).where(tables.c.code == "").values(touched=0)
        async with self._transaction() as connection:
            await connection.execute(nothing)

    async def create(self, code: str, entry: bytes, at: int) -> None:
        async with self._transaction() as connection:
            statement = self._on_conflict_nothing(tables).returning(tables.c.code)
            made = await connection.execute(statement, {"code": code, "touched": at})
            if made.first() is None:
                raise Conflict(code)
            row = {"code": code, "position": 1, "entry": entry}
            await connection.execute(sa.insert(entries), row)

    async def append(self, code: str, position: int, entry: bytes) -> None:
        written = asyncio.get_running_loop().create_future()
        self._queue.append(({"code": code, "position": position, "entry": entry}, written))
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

    async def _write_batch(self, batch: list[tuple[dict[str, Any], asyncio.Future[None]]]) -> None:
        try:
            # In one order on all nodes, so that no two of them wait for each other.
            log = sorted((row for row, _ in batch), key=itemgetter("code", "position"))
            async with self._transaction() as connection:
                rows = await connection.execute(self._insert, log)
                written = {tuple(row) for row in rows}
        except StoreError as error:
            _fail(batch, error)
            return
        for row, future in batch:
            if (row["code"], row["position"]) in written:
                if not future.done():
                    future.set_result(None)
            else:
                _fail([(row, future)], Conflict(row["code"]))

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        query = (
            sa.select(entries.c.entry)
            .where(entries.c.code == code, entries.c.position > after)
            .order_by(entries.c.position)
        )
        async with self._transaction() as connection:
            return list((await connection.execute(query)).scalars())

    async def rewrite(self, code: str, log: Mapping[int, bytes]) -> None:
        async with self._transaction() as connection:
            for position, entry in log.items():
                place = (entries.c.code == code, entries.c.position == position)
                await connection.execute(sa.update(entries).where(*place).values(entry=entry))

    async def touch(self, codes: Iterable[str], at: int) -> None:
        async with self._transaction() as connection:
            await connection.execute(
                sa.update(tables).where(tables.c.code.in_(list(codes))).values(touched=at)
            )

    async def unused_since(self, at: int) -> list[str]:
        async with self._transaction() as connection:
            query = sa.select(tables.c.code).where(tables.c.touched < at)
            return list((await connection.execute(query)).scalars())

    async def delete(self, codes: Iterable[str]) -> None:
        async with self._transaction() as connection:
            await connection.execute(sa.delete(tables).where(tables.c.code.in_(list(codes))))

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction whose troubles are Gone and StoreError."""
        try:
            async with self._engine.begin() as connection:
                yield connection
        except Conflict:
            raise
        except IntegrityError as error:
            raise Gone from error
        except Exception as error:  # drivers have errors of their own while a database starts
            if not self._in_trouble:
                _log.warning("the database is in trouble: %s", reason(error))
            self._in_trouble = True
            self._failures += 1
            raise StoreError(reason(error)) from error
        if self._in_trouble:
            self._in_trouble = False
            _log.info("the database is well again")

    def _on_conflict_nothing(self, table: sa.Table) -> Any:
        return self._dialect.insert(table).on_conflict_do_nothing()


def _fail(batch: list[tuple[dict[str, Any], asyncio.Future[None]]], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)


def reason(error: Exception) -> str:
    """What a database says, without what it was asked."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause) or type(cause).__name__


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # WAL lets readers and the writer work at once; with full sync a commit survives a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
