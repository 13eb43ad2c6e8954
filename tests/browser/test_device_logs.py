"""A game goes on where its log is: on a device, on a server, and on the device again."""

import asyncio
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

from qwixx.protocol.actions import Choose, RollDice
from qwixx.rules import Phase
from qwixx.server.live.bus import Bus
from qwixx.server.live.connection import Connection
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.settings import Settings
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.table.decide import Actor
from qwixx.table.delays import Delays
from qwixx.table.names import person_of
from qwixx.table.state import Table
from tests.browser.conftest import Visit
from tests.browser.on_device import install, log_of, put_log, start, stored
from tests.browser.person import expect, play
from tests.browser.real_table import hasty
from tests.server.client import bounded
from tests.server.inbox import Inbox

Played: TypeAlias = tuple[str, list[str]]
"""The stage of a table, and its log."""


def in_thread(task: Coroutine[Any, Any, Played]) -> Played:
    """Runs a task in a loop of its own: the browser has that of this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, bounded(task, 60)).result()


async def play_on_a_server(
    database: Path, code: str, secret: str, log: list[str], turns: int
) -> Played:
    """Stores a log, and plays that number of turns."""
    store = SqlStore(database_url(f"sqlite:///{database}"))
    await store.migrate()
    await store.create(code, log[0].encode(), at=1)
    for position, text in enumerate(log[1:], 2):
        await store.append(code, position, text.encode())
    registry = TableRegistry(store, Bus(), Settings(pace=Delays().scaled(0)))
    await registry.open()
    try:
        table = await registry.find(code)
        assert table
        player = Actor(person_of(secret))
        connection = Connection(player.person, "")
        await table.join(connection)
        connection.open(Inbox(), table.live.view)
        last = turn_of(table.table) + turns
        while turn_of(table.table) < last:
            game = table.table.game
            assert game
            if game.phase is Phase.ROLL and game.active == 0:
                await table.act(player, RollDice(version=table.table.version))
            elif game.phase is not Phase.ROLL and 0 in game.awaited:
                choice = Choose(str(game.legal_moves(0)[0]), version=table.table.version)
                await table.act(player, choice)
            await asyncio.sleep(0.01)
        registry.left(table, connection)
        return table.table.stage, [entry.decode() for entry in await store.read(code)]
    finally:
        await registry.close()


def turn_of(table: Table) -> int:
    return table.game.turn if table.game else 0


def test_a_server_continues_the_log_of_a_device_and_a_device_that_of_a_server(
    visit: Visit, tmp_path: Path
) -> None:
    person = visit()
    page = person.page
    install(person)
    code = start(person, bots=2).rsplit("/", 1)[-1]
    play([person], hasty, until=lambda: "Turn 3" in person.text())
    page.goto("/rules")
    ((people,), begun) = stored(page, "people"), log_of(page, code)
    secret = people["people"][0]["secret"]
    stage, longer = in_thread(play_on_a_server(tmp_path / "first.db", code, secret, begun, turns=2))
    assert stage == "playing"
    assert longer[: len(begun)] == begun
    assert len(longer) > len(begun)

    put_log(page, code, longer)
    page.goto(f"/{code}")
    expect(person.heading).to_contain_text(re.compile(r"Turn [5-9]"))
    play([person], hasty)
    page.goto("/rules")
    whole = log_of(page, code)
    assert whole[: len(longer)] == longer
    # A server that is given the whole log finds a game that is over.
    assert in_thread(play_on_a_server(tmp_path / "last.db", code, secret, whole, turns=0)) == (
        "over",
        whole,
    )
