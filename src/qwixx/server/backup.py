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
from sqlalchemy.ext.asyncio import AsyncConnection

from qwixx.server.migrations import revision, upgrade
from qwixx.server.schema import metadata, tables
from qwixx.server.store import StoreError, connect, reason

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
        if not _is_backup(copy):
            raise CannotCopy(f"{file} is no backup")
        if not asyncio.run(_upgrade(_sqlite(copy))):
            raise CannotCopy(f"{file} was written by a newer version")
        return asyncio.run(_copy(_sqlite(copy), database))


async def _upgrade(database: sa.URL) -> bool:
    engine = connect(database)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(upgrade)
    finally:
        await engine.dispose()


async def _copy(source: sa.URL, target: sa.URL) -> int:
    reading, writing = connect(source), connect(target)
    try:
        async with reading.connect() as old, writing.begin() as new:
            return await _copy_all(old, new)
    except CannotCopy:
        raise
    except Exception as error:
        raise StoreError(reason(error)) from error
    finally:
        await reading.dispose()
        await writing.dispose()


async def _copy_all(old: AsyncConnection, new: AsyncConnection) -> int:
    """Everything, in one transaction on either side."""
    if old.dialect.name == "sqlite":
        await old.exec_driver_sql("BEGIN")  # or each query would see a moment of its own
    else:
        await old.execution_options(isolation_level="REPEATABLE READ")
    if await old.run_sync(revision) is None:
        raise CannotCopy("there are no games of Qwixx in this database")
    await new.run_sync(upgrade)
    if (await new.execute(sa.select(tables.c.code).limit(1))).first():
        raise CannotCopy("there are tables in this database already: it must be an unused one")
    for table in metadata.sorted_tables:
        await _copy_rows(table, old, new)
    count = await new.execute(sa.select(sa.func.count()).select_from(tables))
    return int(count.scalar_one())


async def _copy_rows(table: sa.Table, old: AsyncConnection, new: AsyncConnection) -> None:
    rows = await old.stream(sa.select(table))
    async for part in rows.mappings().partitions(_AT_ONCE):
        await new.execute(sa.insert(table), [dict(row) for row in part])


def _sqlite(file: Path) -> sa.URL:
    return sa.URL.create("sqlite+aiosqlite", database=str(file))


def _must_exist(database: sa.URL) -> None:
    """Looking for a SQLite database would make it."""
    if database.get_backend_name() == "sqlite" and not Path(database.database or "").is_file():
        raise CannotCopy(f"there is no database {database.database}")


def _is_backup(file: Path) -> bool:
    connection = sqlite3.connect(file)
    try:
        known = connection.execute("select name from sqlite_master where type = 'table'")
        return {"alembic_version", "tables", "entries"} <= {name for (name,) in known}
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
