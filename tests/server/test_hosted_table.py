"""A hosted table knows its stored entries, even if the author of an action has left."""

import asyncio
from contextlib import suppress
from pathlib import Path

from qwixx.protocol import actions
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.live.bus import Bus
from qwixx.server.live.connection import Connection
from qwixx.server.live.days import Days
from qwixx.server.live.hosted_table import HostedTable, Services
from qwixx.server.metrics import Metrics
from qwixx.server.settings import Settings
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.table.decide import Actor
from qwixx.table.lobby import Opened
from qwixx.table.log import Entry, write_entry
from qwixx.table.options import GameOptions
from tests.server.client import in_loop
from tests.server.desk import HOST, SECRET, person
from tests.server.inbox import Inbox

CODE = "CDFGHJ"


@in_loop
async def test_an_action_is_finished_if_its_player_disconnects(tmp_path: Path) -> None:
    store = SqlStore(database_url(f"sqlite:///{tmp_path / 'test.db'}"))
    await store.migrate()
    opened = Opened(GameOptions("classic", 2, 0), person(HOST), HOST, (), SECRET, False)
    await store.create(CODE, write_entry(Entry(0, opened)), 0)
    bots = BotPool(1)
    services = Services("a", store, Bus(), bots, Settings(), Metrics(), Days(store))
    table = HostedTable(CODE, services)
    await table.load()
    onlooker = Connection(person("onlooker"), "")
    await table.join(onlooker)
    inbox = Inbox()
    onlooker.open(inbox, table.live.view)
    asking = asyncio.create_task(table.act(Actor(person(HOST)), actions.Rename("Anna", id="1")))
    while not store.waiting:  # noqa: ASYNC110
        await asyncio.sleep(0)
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    async with asyncio.timeout(20):
        while len(await store.read(CODE)) < 2 or b"Anna" not in inbox.messages[-1]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert table.table.version == 2
    await store.close()
    await bots.close()
