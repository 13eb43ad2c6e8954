"""The databases that tables can be kept in, and how work is given to them.

The work is the same for all, written for a connection of SQLAlchemy. SQLite does it in a thread of
its own, PostgreSQL on the event loop. Only adding to logs, which is what players wait for, has a
short way of its own in each.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from qwixx.server.schema import entries

_Result = TypeVar("_Result")

Row: TypeAlias = tuple[str, int, bytes]
"""The code of a table, a position in its log, and what is there."""
Place: TypeAlias = tuple[str, int]

_DRIVERS: Final = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_CONNECT_WITHIN: Final = 5.0
_ANSWER_WITHIN: Final = 10.0


class BadDatabase(ValueError):  # noqa: N818  (as it is named on the command line)
    """That address is of no database that can be used here."""


class Run(Protocol):
    """Has work done on a connection."""

    def __call__(self, work: Callable[[sa.Connection], _Result]) -> Awaitable[_Result]: ...


class Database(Protocol):
    async def run(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        """Has work done in a transaction."""

    def transaction(self) -> AbstractAsyncContextManager[Run]:
        """For several pieces of work in one transaction."""

    async def add(self, rows: Sequence[Row]) -> set[Place]:
        """Writes all these rows where there is none yet, in one transaction, and returns where."""

    async def close(self) -> None: ...


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


def connect(url: sa.URL) -> Database:
    return Sqlite(url) if url.get_backend_name() == "sqlite" else Postgres(url)


def reason(error: Exception) -> str:
    """What a database says, without what it was asked."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause) or type(cause).__name__


class Sqlite:
    """A file. Changing threads takes longer than most work, so a piece of it does so once."""

    def __init__(self, url: sa.URL) -> None:
        self._engine = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._adding: sa.PoolProxiedConnection | None = None

    async def run(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        def run() -> _Result:
            with self._engine.begin() as connection:
                return work(connection)

        return await self._in_thread(run)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        connection = await self._in_thread(self._engine.connect)
        try:
            yield lambda work: self._in_thread(lambda: work(connection))
            await self._in_thread(connection.commit)
        finally:
            await self._in_thread(connection.close)

    async def add(self, rows: Sequence[Row]) -> set[Place]:
        return await self._in_thread(lambda: self._add(rows))

    def _add(self, rows: Sequence[Row]) -> set[Place]:
        # One statement on a connection that is kept: by the usual ways of SQLAlchemy it would take
        # twice as long, and nearly all that a server writes is written here.
        if self._adding is None:
            self._adding = self._engine.raw_connection()
        driver = self._adding.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        values = list(chain.from_iterable(rows))
        return set(driver.execute(_insert_statement(len(rows)), values))

    async def close(self) -> None:
        def close() -> None:
            if self._adding:
                self._adding.close()
            self._engine.dispose()

        await self._in_thread(close)
        self._thread.shutdown()

    def _in_thread(self, work: Callable[[], _Result]) -> Awaitable[_Result]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)


class Postgres:
    def __init__(self, url: sa.URL) -> None:
        # A database that does not answer is as good as none: nobody waits for it for ever.
        patience = {"timeout": _CONNECT_WITHIN, "command_timeout": _ANSWER_WITHIN}
        self._engine = create_async_engine(url, hide_parameters=True, connect_args=patience)
        # A single statement is a transaction of its own, without asking twice more.
        self._adding = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._insert = (
            postgresql.insert(entries)
            .on_conflict_do_nothing()
            .returning(entries.c.code, entries.c.position)
        )

    async def run(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        async with self._engine.connect() as connection:
            yield lambda work: connection.run_sync(work)  # noqa: PLW0108  (for its type)
            await connection.commit()

    async def add(self, rows: Sequence[Row]) -> set[Place]:
        # In one order on all nodes, so that no two of them wait for each other.
        log = [dict(zip(("code", "position", "entry"), row, strict=True)) for row in sorted(rows)]
        async with self._adding.connect() as connection:
            return {
                (code, position) for code, position in await connection.execute(self._insert, log)
            }

    async def close(self) -> None:
        await self._engine.dispose()


def _prepare(connection: Any, _record: object) -> None:
    """A new connection to SQLite."""
    connection.isolation_level = None  # transactions begin where `_begin` says so
    # WAL lets readers and the writer work at once; with full sync a commit survives a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _insert_statement(rows: int) -> str:
    places = ", ".join(["(?, ?, ?)"] * rows)
    return (
        f"INSERT INTO entries (code, position, entry) VALUES {places} "  # noqa: S608
        "ON CONFLICT DO NOTHING RETURNING code, position"
    )
