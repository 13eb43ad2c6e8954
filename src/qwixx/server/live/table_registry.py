"""Opens, finds, unloads and deletes the tables of this node."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Final

from qwixx import __version__
from qwixx.protocol import actions
from qwixx.server.clock_and_secrets import clock, new_code, new_secret
from qwixx.server.garbage import collect_if_worth_it
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.live.bus import FORMAT, Bus, PeerMessage
from qwixx.server.live.connection import AddressLimits, Connection
from qwixx.server.live.days import BOTS, Days
from qwixx.server.live.hosted_table import HostedTable, Services, levels
from qwixx.server.live.retention import DatabaseProbe, Retention
from qwixx.server.live.reviews import Reviews
from qwixx.server.live.tasks import every
from qwixx.server.metrics import Gauge, Metrics
from qwixx.server.settings import Settings
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.lobby import open_table
from qwixx.table.log import Entry, write_entry

_log: Final = logging.getLogger(__name__)

_ROUNDS_EVERY: Final = 600.0
_UNLOAD_AFTER: Final = 60.0
_LOOK_EVERY: Final = 1.0


class TableRegistry:
    def __init__(self, store: SqlStore, bus: Bus, settings: Settings) -> None:
        self.settings = settings
        self.closing = False
        self._store = store
        self._retention = Retention(store, settings.keep_hours)
        self._database_probe = DatabaseProbe(store)
        self._bus = bus
        self._bots = BotPool(settings.helpers)
        self.reviews = Reviews(store, settings)
        self.days = Days(store)
        self.metrics = Metrics()
        self.limits = AddressLimits(settings)
        self._node = secrets.token_hex(8)
        self._services = Services(
            self._node, store, bus, self._bots, settings, self.metrics, self.days
        )
        self._tables: dict[str, asyncio.Task[HostedTable | None]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._used: set[str] = set()  # since the last housekeeping
        self._gaps = 0
        self._healthy_since = store.healthy_since
        self._refused: set[str] = set()  # nodes of other versions
        self._answered = 0

    async def open(self) -> None:
        _log.info("serving, version %s, node %s", __version__, self._node)
        await self._bus.open(self._hear)
        chores = (
            every(_ROUNDS_EVERY, self._housekeeping),
            every(_LOOK_EVERY, self._heartbeat),
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
        await self.reviews.coach.close()
        await self._store.close()

    def notify_shutdown(self) -> None:
        """Asks all clients to reconnect, because the server stops."""
        _log.info("stopping; %d tables are in use", len(self._loaded()))
        self.closing = True
        for table in self._loaded():
            table.live.dismiss("restarting")

    # Health and metrics

    async def readiness_problem(self) -> str:
        """Returns the reason why this node should get no clients now, or ""."""
        if self.closing:
            return "about to stop"
        problem = await self._database_probe.problem()
        if problem:
            return f"database: {problem}"
        return "" if self._bus.reliable else f"{self._bus.name}: no messages from other nodes"

    def figures(self, more: Mapping[str, Gauge]) -> str:
        """Returns the metrics of this node, with those of other parts of the server."""
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
                "bus_reliable": ("Whether messages from other nodes arrive.", self._bus.reliable),
                **more,
                **self._bots.metrics(),
            },
            self._store.latency,
        )

    # Tables

    async def open_table(self, person: str, wish: actions.Open) -> str:
        event = open_table(person, wish, levels, new_secret())
        self._bots.load(wish.bots)
        if wish.options.hints:
            self.reviews.coach.load()
        entry, now = write_entry(Entry(clock(), event)), await self._retention.now()
        while True:
            code = new_code()
            try:
                await self._store.create(code, entry, now)
            except Conflict:
                continue
            return code

    async def play_day(self, day: str, person: str) -> str:
        """Returns the code of that person's table for that day. Raises RequestRefused."""
        code = await self.days.play(day, person, await self._retention.now())
        self._bots.load(BOTS)
        return code

    async def find(self, code: str) -> HostedTable | None:
        """Returns the table with that code; None if there is none. Raises StoreError."""
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
                # Other nodes send no messages to nodes without people of that table.
                await table.catch_up()
            if table is None or table.deleted:
                self._drop(code, loading)
                return None
            if self._tables.get(code) is loading:  # it was not unloaded meanwhile
                return table

    async def _load(self, code: str) -> HostedTable | None:
        table = HostedTable(code, self._services)
        if not await table.load():
            return None
        if await self._bus.follow(code):
            await table.load()
        self._unload_later(table)
        return table

    def _loaded(self) -> list[HostedTable]:
        return [table for table in map(self._in_memory, self._tables) if table]

    def left(self, table: HostedTable, connection: Connection) -> None:
        connection.close()
        self._used.add(table.table.code)
        table.leave(connection)
        self._unload_later(table)

    def _unload_later(self, table: HostedTable) -> None:
        """Unloads a table without connections after a while."""
        asyncio.get_running_loop().call_later(_UNLOAD_AFTER, self._unload, table)

    def _unload(self, table: HostedTable) -> None:
        # The table may have been unloaded and loaded again meanwhile.
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

    def _hear(self, news: PeerMessage) -> None:
        if news.node == self._node:  # Redis also sends it back to its sender
            return
        table = self._in_memory(news.code)
        if news.format != FORMAT:
            self._refuse(news, table)
        elif table:
            table.hear(news)

    def _refuse(self, news: PeerMessage, table: HostedTable | None) -> None:
        """Logs a node with another format, which would misunderstand our entries."""
        if news.node not in self._refused:
            self._refused.add(news.node)
            advice = "stop the nodes of one of the two versions"
            text = "node %s is of another version (format %d, not %d) and is not listened to; %s"
            _log.error(text, news.node, news.format, FORMAT, advice)
        if table and news.version > table.table.version:
            table.live.dismiss("restarting")  # that node has written to this table

    async def _heartbeat(self) -> None:
        in_use = [table for table in self._loaded() if table.live.participants]
        self._store.expect(len(in_use))
        for table in in_use:
            table.heartbeat()

    async def _catch_up(self) -> None:
        """Lets tables read their logs if messages may have been lost."""
        gaps = self._bus.gaps
        missed = gaps != self._gaps or not self._bus.reliable
        for table in self._loaded():
            if table.live.participants and (missed or table.may_be_stale):
                await table.catch_up()
        self._gaps = gaps

    async def _show_storage_state(self) -> None:
        """Shows everybody when the storage fails, and when it works again."""
        if self._store.healthy_since is None:
            await self._database_probe.problem()  # perhaps no player tries now
        if self._store.healthy_since != self._healthy_since:
            self._healthy_since = self._store.healthy_since
            for table in self._loaded():
                table.refresh()

    async def _cut_off_slow_readers(self) -> None:
        """Closes sockets of slow readers, sooner than the system does (see `run.py`)."""
        for table in self._loaded():
            for connection in table.connections:
                if connection.send_stalled_for() > self.settings.send_timeout:
                    self.metrics.errors["slow-reader"] += 1
                    connection.abort()

    # Housekeeping

    async def _housekeeping(self) -> None:
        try:
            await self.clear_away()
            await self.days.prepare()
        except StoreError as error:
            _log.warning("the rounds wait for the database: %s", error)

    async def _collect_garbage(self) -> None:
        """Runs the garbage collector, and waits for an idle second if it can."""
        answered, self._answered = self._answered, self.metrics.answered
        collect_if_worth_it(quiet=answered == self._answered)

    async def clear_away(self) -> None:
        """Deletes the tables that were unused for too long."""
        in_use = {table.table.code for table in self._loaded() if table.live.participants}
        used = self._used | in_use
        await self._retention.note_use(used)
        self._used -= used
        codes = [code for code in await self._retention.outdated() if code not in in_use]
        if codes:
            await self._store.delete(codes)
            for code in self._tables.keys() & codes:
                self._drop(code, self._tables[code])
            _log.info("deleted %d tables that were not used for long", len(codes))
