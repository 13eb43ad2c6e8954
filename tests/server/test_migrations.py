"""Databases of released versions, and of the next one: games go on in all of them."""

import asyncio
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from qwixx.notation import read_record
from qwixx.server.storage import migrations
from qwixx.server.storage.database import connect, database_url
from qwixx.server.storage.schema import entries, metadata, tables
from qwixx.server.storage.store import SqlStore
from qwixx.table.verify import problems
from tests.server.client import Bye, Player, Refused, in_loop, new_secret, open_table, request
from tests.server.running import Server
from tests.table.make_logs import CODE, FOLDER, SECRETS

SHAPES = sorted(
    file.stem[:4] for file in Path(migrations.__file__).with_name("versions").glob("[0-9]*.py")
)


def change(database: Path, *statements: str) -> None:
    connection = sqlite3.connect(database)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def differences(connection: sa.Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_goes_on_in_a_database_of_each_released_shape(shape: str, tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'qwixx.db'}")
    log = (FOLDER / "longo-all.jsonl").read_bytes().splitlines()
    with engine.begin() as old:
        migrations.upgrade(old, shape)
        old.execute(sa.insert(tables), {"code": CODE, "touched": time.time_ns() // 10**6})
        rows = ({"code": CODE, "position": n, "entry": line} for n, line in enumerate(log, 1))
        old.execute(sa.insert(entries), list(rows))

    @in_loop
    async def play() -> None:
        with Server(tmp_path) as server:
            anna, bert = (Player(server.address, CODE, SECRETS[name]) for name in ("anna", "bert"))
            await anna.connect()
            await bert.connect()
            assert anna.view["game"]["turn"] == 4
            assert [seat["name"] for seat in anna.view["seats"]] == ["Anna", "Bert"]
            await asyncio.gather(anna.play(Random(1)), bert.play(Random(2)))
            text = request(server.address, f"/api/tables/{CODE}/record")[2].decode()
            assert list(problems(read_record(text))) == []

    play()
    with engine.connect() as migrated:
        assert differences(migrated) == []
    engine.dispose()


@in_loop
async def test_nodes_that_start_together_make_one_database(postgres: str) -> None:
    stores = [SqlStore(database_url(postgres)) for _ in range(4)]
    await asyncio.gather(*(store.migrate() for store in stores))
    for store in stores:
        await store.close()
    database = connect(database_url(postgres))
    assert await database.run(differences) == []
    await database.close()


@in_loop
async def test_a_node_works_with_the_database_of_the_next_version(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        server.stop()
        change(
            server.database,
            "alter table entries add column more text default 'something'",
            "create table news (number integer primary key)",
            "update alembic_version set version_num = '9999'",
        )
        server.start()
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1))
        open_table(server.address, new_secret())


@in_loop
async def test_a_log_of_the_next_version_sends_players_to_a_newer_node(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code, other = (open_table(server.address, secret) for _ in range(2))
        async with Player(server.address, code, secret) as anna:
            anna.seals = False
            await anna.act("rename", name="Anna B.")
            # A node of the next version goes on with something that is not known here.
            entry = b'{"at":1,"event":{"type":"juggled","seat":0}}'.hex()
            version = anna.view["version"] + 1
            change(server.database, f"insert into entries values ('{code}', {version}, X'{entry}')")
            with suppress(Refused, Bye):  # either may come first
                await anna.act("rename", name="Anna C.")
            with pytest.raises(Bye, match="restarting"):
                await anna.until(lambda view: view["version"] < 0)
        async with Player(server.address, other, secret) as anna:
            await anna.act("rename", name="Anna D.")
        server.stop()
        # More about something that is known, on the other hand, is left out.
        change(
            server.database,
            f"delete from entries where code = '{code}' and position = {version}",
            "update entries set entry = cast(replace(cast(entry as text), '\"name\":', "
            '\'"colour":"red","name":\') as blob)',
        )
        server.start()
        async with Player(server.address, code, secret) as anna:
            assert anna.view["seats"][0]["name"] == "Anna B."
