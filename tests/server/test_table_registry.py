"""The tables of one node, and of two nodes that share a database, stay consistent."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from qwixx.protocol import actions
from qwixx.protocol.messages import Aside, Reaction, Tapped
from qwixx.protocol.options import Options
from qwixx.server.live import table_registry
from qwixx.server.live.bus import FORMAT, Bus, PeerMessage
from qwixx.server.live.connection import Connection
from qwixx.server.live.hosted_table import HostedTable
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.settings import Settings
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore, StoreError
from qwixx.table import live_table
from qwixx.table.decide import Actor
from qwixx.table.delays import Delays
from qwixx.table.fair import commitment
from qwixx.table.log import read_entry
from qwixx.table.names import person_of
from qwixx.table.playing import Chose
from qwixx.table.seats import Returned, TakenOver
from tests.server.client import PATIENCE, in_loop
from tests.server.inbox import Inbox

ANNA, BERT = "a" * 32, "b" * 32


class MemoryBus(Bus):
    """Connects several nodes within one process."""

    def __init__(self, listeners: dict[int, Callable[[PeerMessage], None]]) -> None:
        self._listeners = listeners

    async def open(self, listener: Callable[[PeerMessage], None]) -> None:
        self._listeners[id(self)] = listener

    async def close(self) -> None:
        self._listeners.pop(id(self), None)

    def publish(self, news: PeerMessage) -> None:
        for owner, listener in list(self._listeners.items()):
            if owner != id(self):
                listener(news)


class SlowBus(MemoryBus):
    """Carries messages as late as a network does."""

    def publish(self, news: PeerMessage) -> None:
        asyncio.get_running_loop().call_later(0.05, super().publish, news)


@asynccontextmanager
async def open_registry(
    folder: Path, bus: Bus | None = None, pace: Delays | None = None
) -> AsyncIterator[tuple[TableRegistry, SqlStore]]:
    store = SqlStore(database_url(f"sqlite:///{folder / 'qwixx.db'}"))
    await store.migrate()
    registry = TableRegistry(store, bus or Bus(), Settings(pace=pace or Delays()))
    await registry.open()
    try:
        yield registry, store
    finally:
        await registry.close()


async def new_table(registry: TableRegistry, bots: tuple[str, ...] = ()) -> str:
    wish = actions.Open("Anna", Options("classic", 2), bots, start=bool(bots))
    return await registry.open_table(person_of(ANNA), wish)


async def table(registry: TableRegistry, code: str) -> HostedTable:
    authority = await registry.find(code)
    assert authority
    return authority


class Visitor:
    """A visitor of a table."""

    def __init__(self, registry: TableRegistry, at: HostedTable, secret: str) -> None:
        self.actor = Actor(person_of(secret))
        self.connection = Connection(self.actor.person, "")
        self._registry = registry
        self._at = at
        self._inbox = Inbox()

    @property
    def view(self) -> dict[str, Any]:
        """The latest message."""
        messages = self._inbox.messages
        return json.loads(messages[-1]) if messages else {}

    async def come(self) -> None:
        await self._at.join(self.connection)
        self.connection.open(self._inbox, self._at.live.view)

    def go(self) -> None:
        self._registry.left(self._at, self.connection)

    async def sees(self, version: int) -> None:
        await until(lambda: self.view.get("version", 0) >= version)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  (nothing says when it is so)
            await asyncio.sleep(0.02)


def commit(game: str, part: str) -> actions.Commit:
    return actions.Commit(game, commitment(part))


def later(work: Callable[..., Awaitable[None]], seconds: float) -> Callable[..., Any]:
    async def slow(*arguments: Any) -> None:
        await asyncio.sleep(seconds)
        await work(*arguments)

    return slow


@in_loop
async def test_a_table_that_was_unloaded_and_loaded_again_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = 0.5
    monkeypatch.setattr(table_registry, "_UNLOAD_AFTER", after)
    async with open_registry(tmp_path) as (registry, _):
        code = await new_table(registry)
        first = await table(registry, code)
        await asyncio.sleep(after / 2)
        short = Visitor(registry, first, BERT)
        await short.come()
        short.go()  # so it is put away again after a while …
        await asyncio.sleep(after * 3 / 4)
        second = await table(registry, code)  # … but that was done already, and now it is needed
        assert second is not first
        anna = Visitor(registry, second, ANNA)
        await anna.come()
        await asyncio.sleep(after)
        assert await registry.find(code) is second
        anna.go()


@in_loop
async def test_an_action_of_a_player_who_disconnects_at_once_is_seen_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network: dict[int, Callable[[PeerMessage], None]] = {}
    async with (
        open_registry(tmp_path, SlowBus(network)) as (here, store),
        open_registry(tmp_path, SlowBus(network)) as (there, _),
    ):
        code = await new_table(here)
        zoe = Visitor(there, await table(there, code), BERT)
        await zoe.come()
        await asyncio.sleep(0.2)
        authority = await table(here, code)
        anna = Visitor(here, authority, ANNA)
        await anna.come()
        monkeypatch.setattr(store, "append", later(store.append, 0.02))
        rename = actions.Rename("Quick", id="1", version=1)
        renaming = asyncio.create_task(authority.act(anna.actor, rename))
        await asyncio.sleep(0.01)
        anna.go()
        await zoe.sees(await renaming)
        zoe.go()


@in_loop
async def test_an_entry_written_without_an_answer_is_seen_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network: dict[int, Callable[[PeerMessage], None]] = {}
    async with (
        open_registry(tmp_path, MemoryBus(network)) as (here, store),
        open_registry(tmp_path, MemoryBus(network)) as (there, _),
    ):
        code = await new_table(here)
        authority = await table(here, code)
        anna, zoe = (
            Visitor(here, authority, ANNA),
            Visitor(there, await table(there, code), BERT),
        )
        await anna.come()
        await zoe.come()
        append = store.append

        async def without_an_answer(*arguments: Any) -> None:
            await append(*arguments)
            raise StoreError("the answer was lost")

        monkeypatch.setattr(store, "append", without_an_answer)
        with pytest.raises(StoreError):
            await authority.act(anna.actor, actions.Rename("Hanna", id="1", version=1))
        await anna.sees(2)
        await zoe.sees(2)
        anna.go()
        zoe.go()


@in_loop
async def test_a_visitor_during_a_database_failure_gets_the_right_view_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network: dict[int, Callable[[PeerMessage], None]] = {}
    async with (
        open_registry(tmp_path, MemoryBus(network)) as (here, _),
        open_registry(tmp_path, MemoryBus(network)) as (there, store),
    ):
        code = await new_table(here)
        authority, copy = await table(here, code), await table(there, code)
        anna = Visitor(here, authority, ANNA)
        await anna.come()
        version = await authority.act(anna.actor, actions.Rename("Hanna", id="1", version=1))
        anna.go()
        read = store.read

        async def away(*_: Any) -> list[bytes]:
            raise StoreError("away")

        monkeypatch.setattr(store, "read", away)
        assert await table(there, code) is copy
        anna = Visitor(there, copy, ANNA)
        await anna.come()
        monkeypatch.setattr(store, "read", read)
        await anna.sees(version)
        anna.go()


@in_loop
async def test_a_commitment_that_is_being_written_at_the_deadline_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_registry(tmp_path, pace=Delays(seal=2000)) as (registry, store):
        code = await new_table(registry)
        authority = await table(registry, code)
        anna, bert = Visitor(registry, authority, ANNA), Visitor(registry, authority, BERT)
        await anna.come()
        await bert.come()
        await authority.act(bert.actor, actions.Sit("Bert", 1, id="1", version=1))
        await authority.act(anna.actor, actions.Start(id="2"))
        game = authority.table.game_id
        await authority.act(anna.actor, commit(game, "11" * 32))
        append, written = store.append, asyncio.Event()

        async def slow(*arguments: Any) -> None:
            await written.wait()
            await append(*arguments)

        monkeypatch.setattr(store, "append", slow)
        committing = asyncio.create_task(authority.act(bert.actor, commit(game, "22" * 32)))
        await asyncio.sleep(2.4)  # The deadline passes meanwhile.
        written.set()
        await committing
        await asyncio.sleep(0.6)  # Nothing is due.
        assert not any(seat.excused for seat in authority.table.seats)
        assert authority.table.reseals == []
        anna.go()
        bert.go()


@in_loop
async def test_a_bots_answer_for_a_player_who_is_back_is_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_registry(tmp_path, pace=Delays().scaled(0)) as (registry, store):
        code = await new_table(registry, bots=("random",))
        authority = await table(registry, code)
        zoe = Visitor(registry, authority, BERT)
        await zoe.come()
        await until(lambda: authority.table.stage == "playing")
        thinking, thought = asyncio.Event(), asyncio.Event()
        choose = registry._bots.choose

        async def think(level: str, game: Any, seat: int, table: str, *more: Any) -> str:
            if seat == 0:
                thinking.set()
                await thought.wait()
            return await choose(level, game, seat, table, *more)

        monkeypatch.setattr(registry._bots, "choose", think)
        with monkeypatch.context() as patch:
            taken_over = TakenOver(0, "random")
            patch.setattr(live_table, "decide", lambda *_: taken_over)
            await authority.act(zoe.actor, actions.TakeOver(0, "random"))
        await asyncio.wait_for(thinking.wait(), PATIENCE)
        anna = Visitor(registry, authority, ANNA)
        await anna.come()
        thought.set()
        await asyncio.sleep(0.6)
        happened = [read_entry(entry).event for entry in await store.read(code)]
        back = next(n for n, event in enumerate(happened) if isinstance(event, Returned))
        chosen = [event for event in happened[back:] if isinstance(event, Chose)]
        assert all(event.seat != 0 for event in chosen)
        anna.go()
        zoe.go()


@in_loop
async def test_deleting_data_gives_up_a_moved_seat(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as (registry, _):
        code = await new_table(registry)
        authority = await table(registry, code)
        anna, phone = Visitor(registry, authority, ANNA), Connection(person_of("c" * 32), "")
        await anna.come()
        await authority.act(anna.actor, actions.Ticket("t" * 32, id="1", version=1))
        await authority.join(phone, "t" * 32)
        assert authority.table.seat_of(phone.person) == 0
        bert = Visitor(registry, authority, BERT)
        await bert.come()
        await authority.act(bert.actor, actions.Sit("Bert", 1, id="2", version=1))
        await authority.forget(person_of(ANNA))
        assert authority.table.seats[0].kind == "free"
        assert authority.table.host == 1
        anna.go()
        bert.go()


@in_loop
async def test_nodes_of_two_versions_ignore_each_other_and_log_it_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    network: dict[int, Callable[[PeerMessage], None]] = {}
    elsewhere = MemoryBus(network)
    heard: list[PeerMessage] = []
    await elsewhere.open(heard.append)
    async with open_registry(tmp_path, MemoryBus(network)) as (registry, _):
        code = await new_table(registry)
        authority = await table(registry, code)
        anna = Visitor(registry, authority, ANNA)
        await anna.come()
        await anna.sees(1)
        assert {news.format for news in heard} == {FORMAT}
        # A node of the next version is there: nobody from there counts as present here …
        for _ in range(2):
            elsewhere.publish(PeerMessage("next", code, 1, here=["zoe"], format=FORMAT + 1))
        await asyncio.sleep(0.05)
        assert anna.view["spectators"] == 0
        said = [record for record in caplog.records if "of another version" in record.message]
        assert len(said) == 1
        # … and where it has gone on with a table, people are sent to look for it there.
        elsewhere.publish(PeerMessage("next", code, 2, b"not for you", format=FORMAT + 1))
        await until(lambda: anna.view.get("code") == "restarting")
        assert authority.table.version == 1
        anna.go()


@in_loop
async def test_reactions_and_taps_are_seen_on_another_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes: dict[int, Callable[[PeerMessage], None]] = {}
    async with (
        open_registry(tmp_path, MemoryBus(nodes)) as (one, _),
        open_registry(tmp_path, MemoryBus(nodes)) as (other, _),
    ):
        wish = actions.Open("Anna", Options("classic", 2, dice="real"), ("random",), start=True)
        code = await one.open_table(person_of(ANNA), wish)
        here, there = await table(one, code), await table(other, code)
        anna, onlooker = Visitor(one, here, ANNA), Visitor(other, there, BERT)
        await anna.come()
        await onlooker.come()
        shown: list[Aside] = []
        monkeypatch.setattr(onlooker.connection, "show", shown.append)
        for text in ('{"type":"react","sign":"thanks"}', '{"type":"tap","roll":"41/3---"}'):
            aside = here.live.read(anna.connection, text)
            assert isinstance(aside, (Reaction, Tapped))
            here.peers.publish_aside(aside)
        assert shown == [Reaction(0, "thanks"), Tapped(0, 1, "41/3---")]
        anna.go()
        onlooker.go()
