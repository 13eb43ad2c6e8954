"""The tables of one node: each is there once, for as long as somebody looks at it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from qwixx.server import house as house_module
from qwixx.server.bus import MemoryBus
from qwixx.server.connection import Connection
from qwixx.server.database import database_url
from qwixx.server.house import House
from qwixx.server.protocol.http import OpenTable
from qwixx.server.protocol.views import Options
from qwixx.server.settings import Settings
from qwixx.server.store import SqlStore
from tests.server.client import in_loop, new_secret


@asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[House]:
    store = SqlStore(database_url(f"sqlite:///{folder / 'qwixx.db'}"))
    await store.migrate()
    house = House(store, MemoryBus(), Settings())
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def new_table(house: House) -> str:
    wish = OpenTable(
        secret=new_secret(), name="Anna", options=Options("classic", 2, 0), bots=[], start=False
    )
    return await house.open_table(wish)


@in_loop
async def test_a_table_that_was_put_away_and_loaded_again_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = 0.5
    monkeypatch.setattr(house_module, "_UNLOAD_AFTER", after)
    async with open_house(tmp_path) as house:
        code = await new_table(house)
        first = await house.find(code)
        assert first
        await asyncio.sleep(after / 2)
        short = Connection("short", "")
        await first.join(short, "")
        house.left(first, short)  # so it is put away again after a while …
        await asyncio.sleep(after * 3 / 4)
        second = await house.find(code)  # … but that was done already, and now it is needed
        assert second
        assert second is not first
        await second.join(Connection("long", ""), "")
        await asyncio.sleep(after)
        assert await house.find(code) is second
