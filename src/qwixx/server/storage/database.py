"""The databases that tables can be kept in, and how work is given to them.

The work is the same for all, written for a connection of SQLAlchemy. SQLite does it in a thread of
its own, PostgreSQL on the event loop. Only adding to logs, which is what players wait for, has a
short way of its own in each.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_Result = TypeVar("_Result")

Row: TypeAlias = tuple[str, int, bytes]
"""The code of a table, a position in its log, and what is there."""
Place: TypeAlias = tuple[str, int]

_DRIVERS: Final = {
    "sqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_POSTGRES_INSERT: Final = (
    "INSERT INTO entries (code, position, entry) "
    "SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]) "
    "ON CONFLICT DO NOTHING RETURNING code, position"
)
_SQLITE: Final = b"SQLite format 3\0"
_FOREIGN_KEY_VIOLATION: Final = "23503"
_CONNECT_WITHIN: Final = 5.0
_ANSWER_WITHIN: Final = 10.0


class BadDatabase(ValueError):  # noqa: N818  (as it is named on the command line)
    """That address is of no database that can be used here."""


class Gone(Exception):  # noqa: N818
    """The table has been deleted."""


class Run(Protocol):
    """Has work done on a connection."""

    def __call__(self, work: Callable[[sa.Connection], _Result]) -> Awaitable[_Result]: ...


class Database(Protocol):
    async def run(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        """Has work done in a transaction."""

    def transaction(self) -> AbstractAsyncContextManager[Run]:
        """For several pieces of work in one transaction."""

    async def add(self, rows: Sequence[Row]) -> set[Place]:
        """Writes all these rows where there is none yet, in one transaction, and returns where.

        Gone: one of them is of no table, so none was written. One call at a time, please.
        """

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
        _keep_to_ourselves(url)
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
        try:
            return set(driver.execute(_sqlite_insert(len(rows)), list(chain.from_iterable(rows))))
        except sqlite3.IntegrityError as error:
            raise Gone from error

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
        self._engine = postgres_engine(url)
        self._adding: AsyncConnection | None = None

    async def run(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        async with self._engine.connect() as connection:
            yield lambda work: connection.run_sync(work)  # noqa: PLW0108  (for its type)
            await connection.commit()

    async def add(self, rows: Sequence[Row]) -> set[Place]:
        # As in SQLite; and in one order on all nodes, so that no two of them wait for each other.
        codes, positions, texts = zip(*sorted(rows, key=itemgetter(0, 1)), strict=True)
        driver = await self._connection_for_adding()
        try:
            return set(map(tuple, await driver.fetch(_POSTGRES_INSERT, codes, positions, texts)))
        except Exception as error:
            if getattr(error, "sqlstate", "") == _FOREIGN_KEY_VIOLATION:
                raise Gone from error
            await self._forget_adding()
            raise

    async def _connection_for_adding(self) -> Any:
        if self._adding and driver_of(self._adding).is_closed():
            await self._forget_adding()
        if self._adding is None:
            self._adding = await self._engine.connect()
        return driver_of(self._adding)

    async def _forget_adding(self) -> None:
        adding, self._adding = self._adding, None
        if adding:
            await adding.invalidate()
            await adding.close()

    async def close(self) -> None:
        if self._adding:
            await self._adding.close()
        await self._engine.dispose()


def postgres_engine(url: sa.URL) -> AsyncEngine:
    """Returns an engine that gives up a database that does not answer."""
    patience = {"timeout": _CONNECT_WITHIN, "command_timeout": _ANSWER_WITHIN}
    return create_async_engine(url, hide_parameters=True, connect_args=patience, pool_pre_ping=True)


def driver_of(connection: AsyncConnection) -> Any:
    """The connection of asyncpg, which need not be there where SQLite is enough."""
    assert connection.sync_connection
    return connection.sync_connection.connection.driver_connection


def _keep_to_ourselves(url: sa.URL) -> None:
    """The file holds the secrets of dice that are still to fall: it is nobody else's to read.

    What SQLite puts beside it has the same rights.
    """
    if not url.database or url.database.startswith(("file:", ":")):
        return
    file = Path(url.database)
    with suppress(OSError):  # then the database will say what is wrong
        file.touch(0o600)
        with file.open("rb") as opened:
            if opened.read(len(_SQLITE)) not in (_SQLITE, b""):
                return  # somebody has named another file by mistake
        for each in (file, *file.parent.glob(f"{file.name}-*")):
            each.chmod(0o600)


def _prepare(connection: Any, _record: object) -> None:
    """A new connection to SQLite."""
    connection.isolation_level = None  # transactions begin where `_begin` says so
    # WAL lets readers and the writer work at once; with full sync a commit survives a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=2000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _sqlite_insert(rows: int) -> str:
    places = ", ".join(["(?, ?, ?)"] * rows)
    return (
        f"INSERT INTO entries (code, position, entry) VALUES {places} "  # noqa: S608
        "ON CONFLICT DO NOTHING RETURNING code, position"
    )
