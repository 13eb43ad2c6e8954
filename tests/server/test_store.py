"""The store: written entries are there, each at its position, in the current schema."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from qwixx.server.live.retention import DatabaseProbe
from qwixx.server.storage.database import TableDeleted, database_url
from qwixx.server.storage.schema import metadata
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from tests.server.client import in_loop


async def new_store(folder: Path) -> SqlStore:
    store = SqlStore(database_url(f"sqlite:///{folder / 'test.db'}"))
    await store.migrate()
    return store


@in_loop
async def test_a_log_grows_one_position_at_a_time(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    await store.create("CDFGHJ", b"one", 1)
    with pytest.raises(Conflict):
        await store.create("CDFGHJ", b"another", 1)
    await store.append("CDFGHJ", 2, b"two")
    with pytest.raises(Conflict):
        await store.append("CDFGHJ", 2, b"another two")
    with pytest.raises(TableDeleted):
        await store.append("XXXXXX", 1, b"of no table")
    assert await store.read("CDFGHJ") == [b"one", b"two"]
    assert await store.read("CDFGHJ", 1) == [b"two"]
    assert await store.read("XXXXXX") == []
    await store.rewrite("CDFGHJ", {1: b"uno"})
    assert await store.read("CDFGHJ") == [b"uno", b"two"]
    await store.close()


@in_loop
async def test_only_one_of_many_appends_gets_a_position(tmp_path: Path) -> None:
    first, second = await new_store(tmp_path), await new_store(tmp_path)
    for code in ("CDFGHJ", "KMNPQR", "TVWXYC"):
        await first.create(code, b"one", 1)
    tries = [
        store.append(code, 2, f"{number}".encode())
        for code in ("CDFGHJ", "KMNPQR", "TVWXYC", "XXXXXX")
        for store in (first, second)
        for number in range(10)
    ]
    results = await asyncio.gather(*tries, return_exceptions=True)
    kinds = [type(result) for result in results]
    assert kinds.count(type(None)) == 3
    assert kinds.count(Conflict) == 57
    assert kinds.count(TableDeleted) == 20
    assert len(await second.read("KMNPQR")) == 2
    await first.close()
    await second.close()


@in_loop
async def test_the_acknowledged_entry_is_the_stored_one(tmp_path: Path, postgres: str) -> None:
    for address in (f"sqlite:///{tmp_path / 'test.db'}", postgres):
        store = SqlStore(database_url(address))
        await store.migrate()
        await store.create("VWXYCD", b"one", 1)
        results = await asyncio.gather(
            *(store.append("VWXYCD", 2, entry) for entry in (b"zz", b"aa", b"mm")),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, Conflict]
        assert await store.read("VWXYCD", 1) == [b"zz"]
        await store.close()


@in_loop
async def test_tables_are_deleted_with_their_logs(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    for number, code in enumerate(("CDFGHJ", "KMNPQR", "TVWXYC")):
        await store.create(code, b"one", number)
    await store.touch(["KMNPQR"], 100)
    assert await store.unused_since(50) == ["CDFGHJ", "TVWXYC"]
    await store.delete(["CDFGHJ"])
    assert await store.read("CDFGHJ") == []
    assert await store.read("KMNPQR") == [b"one"]
    await store.close()


@in_loop
async def test_a_database_in_trouble_is_an_error_and_can_recover(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    await store.create("CDFGHJ", b"one", 1)
    blocker = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
    blocker.execute("alter table entries rename to hidden")
    with pytest.raises(StoreError):
        await store.append("CDFGHJ", 2, b"two")
    with pytest.raises(StoreError):
        await store.read("CDFGHJ")
    blocker.execute("alter table hidden rename to entries")
    blocker.close()
    await store.append("CDFGHJ", 2, b"two")
    assert await store.read("CDFGHJ") == [b"one", b"two"]
    await store.close()


@in_loop
async def test_a_commit_is_synced_to_the_disk(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    pragmas = await store._database.run(
        lambda connection: {
            name: connection.exec_driver_sql(f"pragma {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    )
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await store.close()


def test_the_migrations_lead_to_the_schema_of_the_code(tmp_path: Path) -> None:
    async def migrate() -> None:
        await (await new_store(tmp_path)).close()

    asyncio.run(migrate())
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@in_loop
async def test_an_answer_of_the_database_counts_for_half_a_second(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    now = 5.0
    probe = DatabaseProbe(store, lambda: now)
    while await probe.problem():  # a busy machine may need more than a second
        now += 1
    with closing(sqlite3.connect(tmp_path / "test.db")) as database:
        database.execute("drop table tables")
    now += 0.4
    assert await probe.problem() == ""
    now += 0.2
    assert await probe.problem()
    await store.close()
