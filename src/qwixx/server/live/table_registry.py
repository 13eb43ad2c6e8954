"""All tables of this node: opening, finding, forgetting and clearing them away."""

import asyncio
import logging
import secrets
from collections.abc import Collection, Mapping
from typing import Final

from qwixx import __version__
from qwixx.bots import bots_for
from qwixx.protocol import actions
from qwixx.rules import find_variant
from qwixx.server.garbage import collect_if_worth_it
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.helpers.pool import HelperPool
from qwixx.server.live.address_limits import AddressLimits
from qwixx.server.live.bus import FORMAT, Bus, News
from qwixx.server.live.chance import clock, new_code, new_secret
from qwixx.server.live.connection import Connection
from qwixx.server.live.days import BOTS, Days
from qwixx.server.live.hosted_table import HostedTable
from qwixx.server.live.keeping import Keeping, Readiness
from qwixx.server.live.reviews import Reviews
from qwixx.server.live.tasks import every
from qwixx.server.metrics import Gauge, Metrics
from qwixx.server.settings import Settings
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.decide import open_table
from qwixx.table.events import Entry
from qwixx.table.log_codec import write_entry
from qwixx.table.names import person_of

_log: Final = logging.getLogger(__name__)

_ROUNDS_EVERY: Final = 600.0
_UNLOAD_AFTER: Final = 60.0
_LOOK_EVERY: Final = 1.0


def levels(variant: str) -> Collection[str]:
    """The bots that there are for that variant."""
    return bots_for(find_variant(variant))


class TableRegistry:
    """The tables of this node, and what they share."""

    def __init__(self, store: SqlStore, bus: Bus, settings: Settings) -> None:
        self.settings = settings
        self.closing = False
        self._store = store
        self._keeping = Keeping(store, settings.keep_hours)
        self._readiness = Readiness(store)
        self._bus = bus
        self._bots = BotPool(HelperPool(settings.helpers))
        self.reviews = Reviews(store, settings)
        self.days = Days(store)
        self._node = secrets.token_hex(8)
        self._tables: dict[str, asyncio.Task[HostedTable | None]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._used: set[str] = set()  # since the last housekeeping
        self._gaps = 0
        self._healthy_since = store.healthy_since
        self._refused: set[str] = set()  # nodes of other versions
        self.connections: set[Connection] = set()
        self.metrics = Metrics()
        self._answered = 0
        self.limits = AddressLimits(settings)

    async def open(self) -> None:
        _log.info("serving, version %s, node %s", __version__, self._node)
        await self._bus.open(self._hear)
        chores = (
            every(_ROUNDS_EVERY, self._housekeeping),
            every(_LOOK_EVERY, self._keep_in_touch),
            every(_LOOK_EVERY, self._catch_up),
            every(_LOOK_EVERY, self._show_storage_state),
            every(_LOOK_EVERY, self._collect_garbage),
            every(min(_LOOK_EVERY, self.settings.send_timeout / 4), self._cut_off_slow_readers),
        )
        self._chores = [asyncio.create_task(chore) for chore in chores]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await self._bus.close()
        await self._bots.close()
        await self.reviews.close()
        await self._store.close()

    def notify_shutdown(self) -> None:
        """The server is about to stop: all are asked to come back."""
        _log.info("stopping; %d tables are in use", len(self._loaded()))
        self.closing = True
        for table in self._loaded():
            table.live.dismiss("restarting")

    # How it is going

    async def readiness_problem(self) -> str:
        """Why this node should not be sent anybody now; nothing, if it should."""
        if self.closing:
            return "about to stop"
        trouble = await self._readiness.trouble()
        if trouble:
            return f"database: {trouble}"
        return "" if self._bus.reliable else f"{self._bus.name}: no news from other nodes"

    def figures(self, more: Mapping[str, Gauge]) -> str:
        """The metrics of this node, with those that are known elsewhere."""
        connections = [each for table in self._loaded() for each in table.live.participants]
        players = sum(connection.seated for connection in connections)
        self.metrics.errors["store"] = self._store.failures
        self.metrics.errors["bot"] = self._bots.failures
        return self.metrics.text(
            {
                "tables": ("Tables in memory on this node.", len(self._loaded())),
                "players_connected": ("Open connections of people who have a seat.", players),
                "spectators_connected": ("Other connections.", len(connections) - players),
                "store_queue": ("Entries that wait to be written.", self._store.waiting),
                "bus_reliable": ("Whether news from other nodes arrive.", self._bus.reliable),
                **more,
                **self._bots.pool.metrics(),
            },
            self._store.latency,
        )

    # Tables

    async def open_table(self, person: str, wish: actions.Open) -> str:
        """A new table, with the person who asks for it as host."""
        event = open_table(person, wish, levels, new_secret())
        self._bots.prepare(wish.bots)
        if wish.options.hints:
            self.reviews.coach.prepare()
        entry, now = write_entry(Entry(clock(), event)), await self._keeping.now()
        while True:
            code = new_code()
            try:
                await self._store.create(code, entry, now)
            except Conflict:
                continue
            return code

    async def play_day(self, day: str, person: str) -> str:
        """The table at which that person plays the game of that day. `DayOver`."""
        code = await self.days.play(day, person, await self._keeping.now())
        self._bots.prepare(BOTS)
        return code

    async def find(self, code: str) -> HostedTable | None:
        """The table of that code; None if there is none. Raises StoreError."""
        while True:
            loading = self._tables.get(code)
            fresh = loading is None
            if loading is None:
                loading = self._tables[code] = asyncio.create_task(self._load(code))
            try:
                table = await asyncio.shield(loading)
            except Exception:
                self._drop(code, loading)
                raise
            if table and not fresh and not table.live.participants:
                # Other nodes do not tell where they know of nobody.
                await table.catch_up()
            if table is None or table.deleted:
                self._drop(code, loading)
                return None
            if self._tables.get(code) is loading:  # else it was put away just now
                return table

    async def _load(self, code: str) -> HostedTable | None:
        table = HostedTable(
            code,
            node=self._node,
            store=self._store,
            bus=self._bus,
            bots=self._bots,
            levels=levels,
            settings=self.settings,
            metrics=self.metrics,
            days=self.days,
        )
        if not await table.load():
            return None
        if await self._bus.follow(code):
            await table.load()
        self._unload_later(table)
        return table

    def _loaded(self) -> list[HostedTable]:
        return [table for table in map(self._in_memory, self._tables) if table]

    def left(self, table: HostedTable, connection: Connection) -> None:
        """A connection has ended."""
        self.connections.discard(connection)
        self._used.add(table.table.code)
        table.leave(connection)
        self._unload_later(table)

    def _unload_later(self, table: HostedTable) -> None:
        """A table that nobody looks at is put away after a while."""
        asyncio.get_running_loop().call_later(_UNLOAD_AFTER, self._unload, table)

    def _unload(self, table: HostedTable) -> None:
        # It may have been put away and loaded again: then this is not about that one.
        code = table.table.code
        if not table.live.participants and self._in_memory(code) is table:
            self._drop(code, self._tables[code])

    def _drop(self, code: str, loading: "asyncio.Task[HostedTable | None]") -> None:
        if self._tables.get(code) is loading:
            del self._tables[code]
            self._bus.unfollow(code)

    def _in_memory(self, code: str) -> HostedTable | None:
        loading = self._tables.get(code)
        return loading.result() if loading and loading.done() and not loading.exception() else None

    def _hear(self, news: News) -> None:
        """Another node has something to say about a table."""
        if news.node == self._node:  # Redis tells everybody
            return
        table = self._in_memory(news.code)
        if news.format != FORMAT:
            self._refuse(news, table)
        elif table:
            table.hear(news)

    def _refuse(self, news: News, table: HostedTable | None) -> None:
        """A node of another version is no company: each would misunderstand the other's tables."""
        if news.node not in self._refused:
            self._refused.add(news.node)
            advice = "stop the nodes of one of the two versions"
            text = "node %s is of another version (format %d, not %d) and is not listened to; %s"
            _log.error(text, news.node, news.format, FORMAT, advice)
        if table and news.version > table.table.version:
            table.live.dismiss("restarting")  # that node has gone on with this table

    async def _keep_in_touch(self) -> None:
        for table in self._loaded():
            if table.live.participants:
                table.keep_in_touch()

    async def _catch_up(self) -> None:
        """Where news may have been missed, tables look for it themselves."""
        gaps = self._bus.gaps
        missed = gaps != self._gaps or not self._bus.reliable
        for table in self._loaded():
            if table.live.participants and (missed or table.may_be_stale):
                await table.catch_up()
        self._gaps = gaps

    async def _show_storage_state(self) -> None:
        """Everybody is told that nothing can be written, and that it can again."""
        if self._store.healthy_since is None:
            await self._readiness.trouble()  # nobody else may try
        if self._store.healthy_since != self._healthy_since:
            self._healthy_since = self._store.healthy_since
            for table in self._loaded():
                table.refresh()

    async def _cut_off_slow_readers(self) -> None:
        """Sooner than the system does, see `run.py`."""
        for connection in list(self.connections):
            if connection.slow_for() > self.settings.send_timeout:
                self.metrics.errors["slow-reader"] += 1
                connection.cut_off()

    # Clearing away

    async def forget(self, code: str, secret: str) -> None:
        """Deletes what is kept of a person at a table; with the last person, the table."""
        table = await self.find(code)
        if table:
            await table.forget(person_of(secret))

    async def _housekeeping(self) -> None:
        try:
            await self.clear_away()
            await self.days.prepare()
        except StoreError as error:
            _log.warning("the rounds wait for the database: %s", error)

    async def _collect_garbage(self) -> None:
        """Every second: at once where nobody has done anything since the last one."""
        answered, self._answered = self._answered, self.metrics.answered
        collect_if_worth_it(quiet=answered == self._answered)

    async def clear_away(self) -> None:
        """Deletes the tables that nobody has used for long."""
        in_use = {table.table.code for table in self._loaded() if table.live.participants}
        used = self._used | in_use
        await self._keeping.note_use(used)
        self._used -= used
        codes = [code for code in await self._keeping.outdated() if code not in in_use]
        if codes:
            await self._store.delete(codes)
            for code in self._tables.keys() & codes:
                self._drop(code, self._tables[code])
            _log.info("deleted %d tables that were not used for long", len(codes))
