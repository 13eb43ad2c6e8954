"""A table in use on this node: storage, other nodes and a timer around a `LiveTable`.

Actions of people, bots and timers all go through `HostedTable.act`, which proposes, stores,
applies, publishes and shows an entry, in this order. A lock orders actions on this node. Among
several nodes the store orders them: it accepts one entry for each position of the log.
"""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from weakref import proxy

from qwixx.bots import bots_for
from qwixx.protocol.actions import Action, Leave, Return
from qwixx.rules import find_variant
from qwixx.server.clock_and_secrets import clock, new_secret
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.live.auto_actions import AutoActions
from qwixx.server.live.bus import Bus, PeerMessage, PeerSync
from qwixx.server.live.connection import Connection
from qwixx.server.live.days import Days
from qwixx.server.live.table_log import TableLog, in_turns
from qwixx.server.live.tasks import Tasks
from qwixx.server.metrics import Metrics
from qwixx.server.settings import Settings
from qwixx.server.storage.database import TableDeleted
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.decide import Actor, Refused
from qwixx.table.forget import all_secrets_of, without
from qwixx.table.live_table import LiveTable
from qwixx.table.log import Entry, write_entry
from qwixx.table.state import Table
from qwixx.table.tickets import UseTicket

_log: Final = logging.getLogger(__name__)


def levels(variant: str) -> Collection[str]:
    return bots_for(find_variant(variant))


@dataclass(frozen=True)
class Services:
    """The parts of a node that all its tables share."""

    node: str
    store: SqlStore
    bus: Bus
    bots: BotPool
    settings: Settings
    metrics: Metrics
    days: Days


class HostedTable:
    def __init__(self, code: str, services: Services) -> None:
        store, bus, settings = services.store, services.bus, services.settings
        self.live = live = LiveTable(
            code,
            clock=clock,
            new_secret=new_secret,
            levels=levels,
            standins=settings.standins,
            delays=settings.pace,
            storage_up_since=lambda: store.healthy_since,
            is_deaf=lambda: not bus.reliable,
        )
        self.tasks = Tasks(self)
        self.peers = PeerSync(services.node, bus, self.live)
        self.deleted = False
        self.may_be_stale = False
        """The stored log may have more entries, or other entries if `_must_reload`."""
        self._must_reload = False
        self._is_over = True
        self._services = services
        self._log = TableLog(code, store, lambda: live.dismiss("restarting"))
        self._lock = asyncio.Lock()
        me = proxy(self)  # see `LiveTable`
        self._auto = AutoActions(
            self.live,
            peers=self.peers,
            bots=services.bots,
            tasks=self.tasks,
            act=lambda actor, action: me.perform(actor, action),  # noqa: PLW0108  (a method is not weak)
        )

    @property
    def table(self) -> Table:
        return self.live.table

    # Actions

    async def act(self, actor: Actor, action: Action) -> int:
        """Does an action, once for each id, and returns the version after it.

        It finishes even if its caller is cancelled, because this node and the others must know
        every stored entry. Raises Refused and StoreError.
        """
        return await self.tasks.finish(self.perform(actor, action))

    async def perform(self, actor: Actor, action: Action) -> int:
        """Does an action like `act`, for a caller in `tasks`, which nobody cancels."""
        async with self._lock:
            if self.may_be_stale:
                await self._read_on()
            committed = await self._commit(actor, action)
            if isinstance(committed, int):
                return committed  # no entry was needed
            entry, text = committed
            self.live.apply(entry)
            version = self.table.version
        self._note_end_of_game()
        self.peers.publish_entry(text)
        self._auto.reschedule()
        return version

    async def _commit(self, actor: Actor, action: Action) -> tuple[Entry, bytes] | int:
        """Stores the entry of an action; returns it with its stored bytes.

        Returns the version after the action if no entry is needed.
        """
        while True:
            # Only actions with an id come from a message; the entry of another has no author.
            entry = self.live.propose(actor, action, by=actor.person if action.id else "")
            if isinstance(entry, int):
                return entry
            text = write_entry(entry)
            try:
                await self._services.store.append(self.table.code, self.table.version + 1, text)
            except Conflict:
                await self.load()  # another node was first, so decide again with its entry
            except TableDeleted:
                self._end()
                raise Refused("server-error") from None
            except StoreError:
                self.may_be_stale = True  # the entry may have been stored nevertheless
                raise
            else:
                return entry, text

    def _note_end_of_game(self) -> None:
        over = self.table.stage == "over"
        self._services.metrics.games += over and not self._is_over
        if over and self.table.day:
            self.tasks.spawn(self._services.days.finished(self.table))
        self._is_over = over

    # The log

    async def load(self) -> bool:
        """Reads new entries of the log; returns whether the table exists. Raises StoreError."""
        async for entry in in_turns(await self._log.read(self.table.version)):
            self.live.apply(entry)
        self.may_be_stale = False
        self._auto.reschedule()
        return self.table.version > 0

    async def follow(self, version: int, text: bytes) -> None:
        """Takes an entry from another node, and reads the log if entries before it are missing."""
        async with self._lock:
            if version <= self.table.version:
                return
            if version == self.table.version + 1 and text:
                with suppress(StoreError):  # the clients have been sent to a newer node
                    self.live.apply(self._log.decode(text))
                    self._auto.reschedule()
                return
        await self.catch_up()

    async def catch_up(self, *, rewritten: bool = False) -> None:
        """Reads entries of other nodes, or the whole log if another node has rewritten it."""
        async with self._lock:
            self.may_be_stale = True
            self._must_reload = self._must_reload or rewritten
            with suppress(StoreError):  # `may_be_stale` stays set, so it is tried again
                await self._read_on()

    async def _read_on(self) -> None:
        if self._must_reload:
            await self._reload()
            self.may_be_stale = self._must_reload = False
            self.refresh()
        else:
            await self.load()
        self.peers.announce()  # others may not know an entry whose storing had failed here

    async def _reload(self) -> None:
        """Reads a rewritten log from the beginning."""
        table = Table(self.table.code)
        async for entry in in_turns(await self._log.read()):
            entry.apply(table)
        if table.version:
            self.live.table = table
        else:
            self._end()

    async def forget(self, person: str) -> None:
        """Deletes that person's data; with the last player, the whole table."""
        entries = await self._log.read()
        if not without(self.table.code, entries, person):
            return
        for device in all_secrets_of(self.table.code, entries, person):
            if self.table.seat_of(device) is not None:
                # Without an author, so that all devices of the person are dismissed, on all nodes.
                await self.act(Actor(device), Leave())
        async with self._lock:
            if self.table.players:
                entries = await self._log.read()
                await self._log.rewrite(without(self.table.code, entries, person))
                await self._reload()
            else:
                await self._log.delete(day=bool(self.table.day))
                self._end()
        self.peers.publish_rewritten()
        self.refresh()

    def _end(self) -> None:
        self.deleted = True
        self._auto.stop()
        self.live.dismiss("expired")

    # Connections

    @property
    def connections(self) -> list[Connection]:
        return [each for each in self.live.participants if isinstance(each, Connection)]

    async def join(self, connection: Connection, ticket: str = "") -> None:
        """Adds the connection of a returning player, of a person with a ticket, or of a spectator.

        Raises StoreError if a ticket cannot be used now.
        """
        self.live.join(connection)
        self.peers.announce()
        actor = connection.actor
        if ticket:
            with suppress(Refused):  # a bad ticket leaves the person as they are
                await self.act(actor, UseTicket(ticket))
        if self.live.is_replaced(actor.person):
            try:
                await self.act(actor, Return())
            except (Refused, StoreError):
                _log.warning("table %s: a bot keeps a player's seat for now", self.table.code)
        self.refresh()

    def leave(self, connection: Connection) -> None:
        self.live.leave(connection)
        self.peers.announce()
        self._show_who_is_there()

    def _show_who_is_there(self) -> None:
        """Shows the people here now, and again when people who have just left count as away."""
        self.refresh()
        loop = asyncio.get_running_loop()
        loop.call_later(self.live.delays.away / 1000 + 0.05, self.refresh)

    def refresh(self) -> None:
        """Shows a change to everybody, and sets the timer."""
        self.live.refresh()
        self._auto.reschedule()

    # Other nodes

    def hear(self, news: PeerMessage) -> None:
        if news.here is not None:
            self._hear_who_is_there(news.node, news.here)
        if news.aside:
            self.live.show(news.aside)
        if news.reload:
            self.tasks.spawn(self.catch_up(rewritten=True))
        elif news.version > self.table.version and self.live.participants:
            self.tasks.spawn(self.follow(news.version, news.entry))

    def _hear_who_is_there(self, node: str, people: list[str]) -> None:
        presence = self.live.presence
        new_node = bool(people) and node not in presence.nodes
        if presence.hear(node, people):
            self._show_who_is_there()
        if new_node and self.live.participants:
            self.peers.announce()  # so that the new node knows our people and our version

    def heartbeat(self) -> None:
        """Announces the people here. It runs every second, even if the database is down."""
        if self.live.presence.went_silent():
            self._show_who_is_there()
        self.peers.heartbeat()
