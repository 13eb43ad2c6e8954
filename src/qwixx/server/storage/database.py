"""The two kinds of databases: SQLite and PostgreSQL.

Work is written once, for a connection of SQLAlchemy. SQLite does it in a thread, PostgreSQL on the
event loop. Players wait only for additions to logs, so each has a faster way for these.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_Result = TypeVar("_Result")

Row: TypeAlias = tuple[str, int, bytes]  # the code of a table, a position in its log, and the entry
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
    """The address is not one of a database that can be used."""


class TableDeleted(Exception):  # noqa: N818
    """The table was deleted."""


class Run(Protocol):
    def __call__(self, work: Callable[[sa.Connection], _Result]) -> Awaitable[_Result]: ...


def database_url(text: str) -> sa.URL:
    """Returns the address with its driver. Raises BadDatabase."""
    try:
        url = sa.make_url(text if ":" in text else f"sqlite:///{text}")
    except SQLAlchemyError:
        raise BadDatabase(
            f"expected the address of a database (sqlite:///FILE), found {text}"
        ) from None
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise BadDatabase(f"expected sqlite:///… or postgresql://…, found {text}")
    if url.get_backend_name() == "sqlite" and url.database:
        folder = Path(url.database.removeprefix("file:")).parent
        if not folder.is_dir():
            raise BadDatabase(f"the folder {folder} does not exist; make it first")
    return url.set(drivername=driver)


def connect(url: sa.URL) -> "Sqlite | Postgres":
    return Sqlite(url) if url.get_backend_name() == "sqlite" else Postgres(url)


def reason(error: Exception) -> str:
    """Returns the error of a database without the statement, which may hold secrets."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause) or type(cause).__name__


class Sqlite:
    """A file. Changing threads takes longer than most work, so each piece of work does so once."""

    def __init__(self, url: sa.URL) -> None:
        _make_private(url)
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
        """Begins a transaction for several pieces of work."""
        connection = await self._in_thread(self._engine.connect)
        try:
            yield lambda work: self._in_thread(lambda: work(connection))
            await self._in_thread(connection.commit)
        finally:
            await self._in_thread(connection.close)

    async def append_rows(self, rows: Sequence[Row]) -> set[Place]:
        """Adds the rows whose places are free, in one transaction, and returns these places.

        Raises TableDeleted, and adds nothing, if a table does not exist. Calls must not overlap.
        """
        return await self._in_thread(lambda: self._append(rows))

    def _append(self, rows: Sequence[Row]) -> set[Place]:
        # One statement on a connection of the driver. With SQLAlchemy it would take twice as long,
        # and this is nearly everything that a server writes.
        if self._adding is None:
            self._adding = self._engine.raw_connection()
        driver = self._adding.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        try:
            return set(driver.execute(_sqlite_insert(len(rows)), list(chain.from_iterable(rows))))
        except sqlite3.IntegrityError as error:
            raise TableDeleted from error

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

    async def append_rows(self, rows: Sequence[Row]) -> set[Place]:
        # As for SQLite. All nodes use one order, so that no two of them wait for each other.
        codes, positions, texts = zip(*sorted(rows, key=itemgetter(0, 1)), strict=True)
        driver = await self._connection_for_adding()
        try:
            return set(map(tuple, await driver.fetch(_POSTGRES_INSERT, codes, positions, texts)))
        except Exception as error:
            if getattr(error, "sqlstate", "") == _FOREIGN_KEY_VIOLATION:
                raise TableDeleted from error
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
    """Returns an engine with time limits for connecting and for answers."""
    patience = {"timeout": _CONNECT_WITHIN, "command_timeout": _ANSWER_WITHIN}
    return create_async_engine(url, hide_parameters=True, connect_args=patience, pool_pre_ping=True)


def driver_of(connection: AsyncConnection) -> Any:
    """Returns the connection of asyncpg, which is an extra."""
    assert connection.sync_connection
    return connection.sync_connection.connection.driver_connection


def _make_private(url: sa.URL) -> None:
    """Forbids other users to read the file, which holds the secrets of future dice.

    The files that SQLite makes beside it get the same mode.
    """
    if not url.database or url.database.startswith(("file:", ":")):
        return
    file = Path(url.database)
    with suppress(OSError):  # connecting then fails with the reason
        file.touch(0o600)
        with file.open("rb") as opened:
            if opened.read(len(_SQLITE)) not in (_SQLITE, b""):
                return  # another file, named by mistake
        for each in (file, *file.parent.glob(f"{file.name}-*")):
            each.chmod(0o600)


def _prepare(connection: Any, _record: object) -> None:
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


def risk(connection: sa.Connection) -> str:
    """Returns which setting of PostgreSQL may lose confirmed moves in a crash, and what to do.

    It returns nothing if all is well. SQLite is set up by the server.
    """
    if connection.dialect.name != "postgresql":
        return ""
    for name in ("synchronous_commit", "fsync", "full_page_writes"):
        if connection.exec_driver_sql(f"SHOW {name}").scalar() == "off":
            return (
                f"{name} is off: a crash may lose moves that players have seen confirmed; "
                f"set it to on (ALTER SYSTEM SET {name} = on)"
            )
    return ""
