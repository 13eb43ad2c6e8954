"""Checks that the database belongs to the server, is whole, private and fast."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from qwixx.server.checkup.findings import PATIENCE, SILENT, Wrong, file_of, is_new
from qwixx.server.storage.backup import NEEDED_TABLES, sqlite_damage, sqlite_tables
from qwixx.server.storage.database import risk
from qwixx.server.storage.migrations import is_known, revision
from qwixx.server.storage.store import SqlStore, StoreError

_SLOW: Final = 0.1
_TRIES: Final = 3  # the first one also connects, and the machine may be busy at that moment
_NO_TABLES: Final = ("no such table: tables", 'relation "tables" does not exist')


async def check_database(url: sa.URL) -> str:
    """Writes a row and reads it back, as `/readyz` does, if nothing else is wrong."""
    if is_new(url):
        return "none yet; the server will make it"
    file = file_of(url)
    if file and (wrong := _wrong_with(file)):
        raise Wrong(wrong)
    store = SqlStore(url)
    times = []
    try:
        async with asyncio.timeout(PATIENCE):
            for _ in range(_TRIES):
                began = time.monotonic()
                await store.check()
                times.append(time.monotonic() - began)
            shape, danger = await store.query(revision), await store.query(risk)
    except (StoreError, TimeoutError) as error:
        reason = str(error) or SILENT
        if reason in _NO_TABLES:
            return "is empty; the server will make what it needs"
        advice = (
            "check that it is the server's file, writable and not locked, on a disk with room"
            if file
            else "check that it runs, can be reached from here and lets this user write"
        )
        raise Wrong(f"{reason}; {advice}") from None
    finally:
        await store.close()
    took = min(times)
    if danger:
        raise Wrong(danger)
    if shape is not None and not is_known(shape):
        raise Wrong(
            f"was written by a newer version ({shape}); upgrade this one, or restore a backup"
        )
    if took > _SLOW:
        raise Wrong(f"takes {1000 * took:.0f} ms to write; players wait for it: use a faster disk")
    return f"writes and reads back in {1000 * took:.0f} ms"


def _wrong_with(file: Path) -> str:
    """Returns what is wrong with a SQLite file, before anything is written to it."""
    if damage := sqlite_damage(file):
        return f"{file}: {damage}; check that it is the server's file, or restore a backup"
    try:
        tables = sqlite_tables(file)
    except sqlite3.DatabaseError as error:
        return f"{file}: {error}; check that it is the server's file"
    if tables and not tables >= NEEDED_TABLES:
        some = ", ".join(sorted(tables)[:3])
        return f"{file} belongs to another program (it holds {some}); name another file"
    if mode := file.stat().st_mode & 0o077:
        return (
            f"other users may read or write {file} ({mode | 0o600:04o}), which holds secrets; "
            f"chmod 600 {file}*"
        )
    return ""


async def check_clock(url: sa.URL) -> str:
    """Compares the clock with the last use of a table in the database."""
    now = time.time()
    text = f"says {time.strftime('%F %T')}"
    if now < time.mktime((2026, 1, 1, 0, 0, 0, 0, 0, 0)):
        raise Wrong(f"{text}; set it (timedatectl)")
    file = file_of(url)
    if is_new(url) or (file and _wrong_with(file)):
        return text
    store = SqlStore(url)
    try:
        async with asyncio.timeout(PATIENCE):
            last = await store.last_use()
    except (StoreError, TimeoutError):
        last = None
    finally:
        await store.close()
    if last is not None and last / 1000 > now + 60:
        raise Wrong("is behind the last use of the database; set it (timedatectl). No game is lost")
    return text
