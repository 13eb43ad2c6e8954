"""Copies everything that is kept from one database to another.

A backup is a SQLite file of its own, whatever the database is: it can be looked at, started from,
and restored into SQLite as well as into PostgreSQL. So this is also the way from one to the other.
"""

import asyncio
import os
import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa

from qwixx.server.storage.database import Run, connect, reason
from qwixx.server.storage.migrations import revision, upgrade
from qwixx.server.storage.schema import days, metadata, tables
from qwixx.server.storage.sqlite_file import SqliteFile
from qwixx.server.storage.store import StoreError

_AT_ONCE: Final = 1000


class CannotCopy(Exception):  # noqa: N818
    """This file or database is not to be read from, or not to be written to."""


def backup(database: sa.URL, file: Path) -> int:
    """Writes all tables to that file, as they are at one moment, and returns how many there are.

    Games go on meanwhile. The file appears under its name when it is complete.
    """
    if file.exists():
        raise CannotCopy(f"{file} is there already")
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    _must_exist(database)
    try:
        unfinished.touch(mode=0o600, exist_ok=False)  # it holds what tells players apart
        copied = asyncio.run(_copy(database, _sqlite(unfinished)))
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        os.link(unfinished, file)  # unlike a renaming, this overwrites nothing
    except OSError as error:
        raise CannotCopy(f"cannot write {file}: {error.strerror or error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return copied


def restore(file: Path, database: sa.URL) -> int:
    """Reads a backup of this or an older version into a database in which there is nothing."""
    if not file.is_file():
        raise CannotCopy(f"there is no file {file}")
    with TemporaryDirectory(prefix="qwixx-") as folder:
        # The backup itself stays as it is, however old it may be.
        copy = Path(folder) / "backup.db"
        try:
            shutil.copyfile(file, copy)
        except OSError as error:
            raise CannotCopy(f"cannot read {file}: {error.strerror}") from error
        if not is_backup(copy):
            raise CannotCopy(f"{file} is no backup")
        if not asyncio.run(_upgrade(_sqlite(copy))):
            raise CannotCopy(f"{file} was written by a newer version")
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
    """Everything, in one transaction on either side."""
    await old(_see_one_moment)
    if await old(revision) is None:
        raise CannotCopy("there are no games of Qwixx in this database")
    await new(upgrade)
    if await new(_count):
        raise CannotCopy("there are tables in this database already: it must be an unused one")
    await new(lambda connection: connection.execute(sa.delete(days)))  # a server had begun there
    for table in metadata.sorted_tables:
        await _copy_rows(table, old, new)
    return await new(_count)


async def _copy_rows(table: sa.Table, old: Run, new: Run) -> None:
    query = sa.select(table).execution_options(stream_results=True, max_row_buffer=_AT_ONCE)
    rows = await old(lambda connection: connection.execute(query).mappings())
    while part := await old(lambda _: rows.fetchmany(_AT_ONCE)):
        await new(lambda connection: connection.execute(sa.insert(table), [*map(dict, part)]))


def _see_one_moment(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":  # SQLite does so anyway
        connection.execution_options(isolation_level="REPEATABLE READ")


def _count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()


def _sqlite(file: Path) -> sa.URL:
    return sa.URL.create("sqlite+pysqlite", database=str(file))


def _must_exist(database: sa.URL) -> None:
    """Looking for a SQLite database would make it."""
    if database.get_backend_name() == "sqlite" and not Path(database.database or "").is_file():
        raise CannotCopy(f"there is no database {database.database}")


def is_backup(file: Path) -> bool:
    """Returns whether the tables of a backup are in that file."""
    try:
        return SqliteFile(file, finished=True).tables() >= {"alembic_version", "tables", "entries"}
    except sqlite3.DatabaseError:
        return False
