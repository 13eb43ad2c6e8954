"""Copies all data from one database to another.

A backup is a SQLite file, from SQLite and from PostgreSQL alike. A server can start from it, and it
can be restored into either. So this is also the way from one database to the other.
"""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

import sqlalchemy as sa

from qwixx.server.storage.database import Run, connect, reason
from qwixx.server.storage.migrations import revision, upgrade
from qwixx.server.storage.schema import days, metadata, tables
from qwixx.server.storage.store import StoreError

NEEDED_TABLES: Final = {"alembic_version", "tables", "entries"}
FINISHED: Final = "mode=ro&immutable=1"
_ROWS: Final = 1000
_CHECK_SECONDS: Final = 10.0
"""The time to look for damage. A large file is checked as far as possible."""
_STEPS: Final = 10_000  # steps of SQLite between two readings of the clock


class CannotCopy(Exception):  # noqa: N818
    """The file or database cannot be read, or must not be written."""


def backup(database: sa.URL, file: Path) -> int:
    """Writes all tables to that file, as they are at one moment, and returns how many there are.

    Games go on. The file gets its name when it is complete.
    """
    if file.exists():
        raise CannotCopy(f"{file} exists already; name another file")
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    _must_exist(database)
    try:
        unfinished.touch(mode=0o600, exist_ok=False)  # it holds secrets of players
        copied = asyncio.run(_copy(database, _sqlite(unfinished)))
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        os.link(unfinished, file)  # unlike a rename, this overwrites nothing
    except OSError as error:
        raise CannotCopy(f"cannot write {file}: {error.strerror or error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return copied


def restore(file: Path, database: sa.URL) -> int:
    """Reads a backup of this or an older version into an empty database."""
    if not file.is_file():
        raise CannotCopy(f"{file} does not exist")
    with TemporaryDirectory(prefix="qwixx-") as folder:
        # The backup itself is never migrated.
        copy = Path(folder) / "backup.db"
        try:
            shutil.copyfile(file, copy)
        except OSError as error:
            raise CannotCopy(f"cannot read {file}: {error.strerror}") from error
        if not is_backup(copy):
            raise CannotCopy(f"{file} is no backup; `qwixx backup` writes one")
        if not asyncio.run(_upgrade(_sqlite(copy))):
            raise CannotCopy(f"{file} was written by a newer version; upgrade this one")
        return asyncio.run(_copy(_sqlite(copy), database))


async def _upgrade(file: sa.URL) -> bool:
    database = connect(file)
    try:
        return await database.run(upgrade)
    finally:
        await database.close()


async def _copy(source: sa.URL, target: sa.URL) -> int:
    reading, writing = connect(source), connect(target)
    try:
        async with reading.transaction() as old, writing.transaction() as new:
            return await _copy_all(old, new)
    except CannotCopy:
        raise
    except Exception as error:
        raise StoreError(reason(error)) from error
    finally:
        await reading.close()
        await writing.close()


async def _copy_all(old: Run, new: Run) -> int:
    """Copies all tables, in one transaction on either side. Returns the number of tables."""
    await old(_take_snapshot)
    if await old(revision) is None:
        raise CannotCopy("this database holds no games of Qwixx")
    await new(upgrade)
    if await new(_count):
        raise CannotCopy("this database holds tables already; name an unused one")
    # A server may have started there.
    await new(lambda connection: connection.execute(sa.delete(days)))
    for table in metadata.sorted_tables:
        await _copy_rows(table, old, new)
    return await new(_count)


async def _copy_rows(table: sa.Table, old: Run, new: Run) -> None:
    query = sa.select(table).execution_options(stream_results=True, max_row_buffer=_ROWS)
    rows = await old(lambda connection: connection.execute(query).mappings())
    while part := await old(lambda _: rows.fetchmany(_ROWS)):
        await new(lambda connection: connection.execute(sa.insert(table), [*map(dict, part)]))


def _take_snapshot(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":  # SQLite always does so
        connection.execution_options(isolation_level="REPEATABLE READ")


def _count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()


def _sqlite(file: Path) -> sa.URL:
    return sa.URL.create("sqlite+pysqlite", database=str(file))


def _must_exist(database: sa.URL) -> None:
    """Raises CannotCopy without a SQLite file, because connecting would make one."""
    if database.get_backend_name() == "sqlite" and not Path(database.database or "").is_file():
        raise CannotCopy(f"the database {database.database} does not exist")


# The inspection of SQLite files, without changing them


def is_backup(file: Path) -> bool:
    try:
        return sqlite_tables(file, FINISHED) >= NEEDED_TABLES
    except sqlite3.DatabaseError:
        return False


def sqlite_damage(file: Path, mode: str = "mode=rw") -> str:
    """Returns the damage that SQLite finds in time; empty for none.

    The mode is `FINISHED` for a file to which no process writes, such as a backup. Other files
    have a log beside them, which SQLite has to lock.
    """
    end = monotonic() + _CHECK_SECONDS
    try:
        with _opened(file, mode) as connection:
            connection.set_progress_handler(lambda: monotonic() > end, _STEPS)
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        return "" if monotonic() > end else str(error)
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else " ".join(str(found).split())


def sqlite_tables(file: Path, mode: str = "mode=rw") -> set[str]:
    with _opened(file, mode) as connection:
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in named}


def _opened(file: Path, mode: str) -> closing[sqlite3.Connection]:
    address = f"{file.resolve().as_uri()}?{mode}"
    return closing(sqlite3.connect(address, uri=True, timeout=2))
