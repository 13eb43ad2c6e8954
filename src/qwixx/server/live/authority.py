"""The one authority of a table: everything that happens to it goes through `Authority.act`.

People, bots and timers take the same way: decide, commit, apply, tell. Each step has a keeper of
its own, and this is where they meet: `Ledger` writes, `Audience` shows, `Gossip` tells other nodes,
`Clockwork` does what happens by itself.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final
from weakref import proxy

from qwixx.protocol import actions
from qwixx.protocol.types import MOST_SIGNS, MOST_TAPS, ByeCode, Sign
from qwixx.protocol.views import Aside, Reaction, Tapped
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.live.asides import Asides
from qwixx.server.live.audience import Audience
from qwixx.server.live.bus import Bus, News
from qwixx.server.live.chance import clock, clock_at, new_secret
from qwixx.server.live.clockwork import Clockwork
from qwixx.server.live.connection import Connection
from qwixx.server.live.days import Days
from qwixx.server.live.gossip import Gossip
from qwixx.server.live.ledger import Ledger
from qwixx.server.live.presence import Presence
from qwixx.server.live.tasks import Tasks
from qwixx.server.metrics import Metrics
from qwixx.server.settings import Settings
from qwixx.server.storage.store import SqlStore, StoreError
from qwixx.table.case import Actor, Refused
from qwixx.table.decide import UseTicket, decide
from qwixx.table.events import DiceEntered, Entry
from qwixx.table.forget import all_secrets_of
from qwixx.table.state import Table
from qwixx.table.world import World

_log: Final = logging.getLogger(__name__)

# Nobody has less time because a database took its own to write what they were to answer.
_SOON: Final = 1000


class Authority:
    """A table that is in use on this node."""

    def __init__(
        self,
        code: str,
        *,
        node: str,
        store: SqlStore,
        bus: Bus,
        bots: BotPool,
        levels: Callable[[str], Collection[str]],
        settings: Settings,
        metrics: Metrics,
        days: Days,
    ) -> None:
        # Nothing that belongs to a table refers back to it, except weakly. So the memory of a table
        # that is put away is free at once, and is no garbage that somebody has to look for.
        me = proxy(self)
        self._metrics = metrics
        self._store = store
        self._days = days
        self._over = True
        self._known_since = clock()
        presence = self._presence = Presence(
            clock, lambda person: me.table.seat_of(person) is not None, lambda: not bus.reliable
        )
        self._world = World(
            clock=clock,
            new_secret=new_secret,
            levels=levels,
            standins=settings.standins,
            pace=settings.pace,
            here_since=lambda: me.here_since(),  # noqa: PLW0108  (a method would not be weak)
            left_at=presence.left_at,
            people=lambda: presence.people,
            troubled=lambda: store.well_since is None,
            judged_from=presence.judged_from,
        )
        self._tasks = Tasks(self)
        self._signs = Asides(MOST_SIGNS)
        self._taps = Asides(MOST_TAPS)
        self._audience = Audience(self._world)
        self.ledger = Ledger(code, store, me, self._tasks)
        self._gossip = Gossip(node, bus, self.ledger, self._presence)
        self._clockwork = Clockwork(
            ledger=self.ledger,
            audience=self._audience,
            gossip=self._gossip,
            world=self._world,
            bots=bots,
            tasks=self._tasks,
            act=lambda *what: me.act_unasked(*what),  # noqa: PLW0108  (as above)
        )

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.ledger.table

    @property
    def gone(self) -> bool:
        """Whether the table has been deleted."""
        return self.ledger.gone

    @property
    def connections(self) -> set[Connection]:
        """Everybody who looks at it from here."""
        return self._audience.connections

    def here_since(self) -> int:
        well_since = self._store.well_since
        return clock() if well_since is None else max(self._known_since, clock_at(well_since))

    # What is done

    async def act(self, actor: Actor, action: actions.Action) -> int:
        """Does what a person asks for, once for each id, and returns the version it led to.

        Refused, StoreError.
        """
        return await self.ledger.commit(
            lambda: decide(self.table, actor, action, self._world), actor.person, action.id
        )

    async def act_unasked(self, actor: Actor, action: actions.Action) -> int:
        """Does something that nobody has asked for in so many words."""
        return await self.ledger.commit(lambda: decide(self.table, actor, action, self._world))

    async def forget(self, person: str) -> None:
        """Deletes what is kept of that person; with the last player, everything."""
        if not await self.ledger.mentions(person):
            return
        entries = await self.ledger.entries()
        for device in all_secrets_of(self.table.code, entries, person):
            if self.table.seat_of(device) is not None:
                # Nobody has done it, so every device at which they are is told, on all nodes.
                await self.act_unasked(Actor(device), actions.Leave())
        await self.ledger.delete(person)
        self._gossip.tell_rewritten()
        self.refresh()

    def react(self, connection: Connection, sign: Sign) -> None:
        """Passes a sign of a player on to everybody who looks, here and elsewhere."""
        seat = self.table.seat_of(connection.person)
        if seat is not None and self._signs.allows(self.table, seat):
            self._show(Reaction(seat, sign))

    def tap(self, connection: Connection, roll: str) -> None:
        """Shows the others what somebody is entering, if dice could be entered like that now."""
        whole = actions.EnterDice(roll.replace("-", "1"))
        try:
            entered = decide(self.table, Actor(connection.person), whole, self._world)
        except Refused:
            return
        assert isinstance(entered, DiceEntered)
        assert self.table.game
        if self._taps.allows(self.table, entered.seat):
            self._show(Tapped(entered.seat, self.table.game.turn, roll), but=connection)

    def _show(self, aside: Aside, but: Connection | None = None) -> None:
        self._audience.show(aside, but)
        self._gossip.tell_aside(aside)

    # Who is there

    async def join(self, connection: Connection, ticket: str = "") -> None:
        """Somebody is there: a player who returns, one with a ticket, or a spectator.

        StoreError, if nobody can tell now what a ticket is worth.
        """
        self.connections.add(connection)
        self._presence.come(connection.person)
        self._gossip.tell()
        actor = Actor(connection.person, program=connection.program)
        if ticket:
            with suppress(Refused):  # then as whoever they are without it
                await self.act_unasked(actor, UseTicket(ticket))
        seat = self.table.seat_of(connection.person)
        if seat is not None and self.table.seats[seat].bot is not None:
            try:
                await self.act_unasked(actor, actions.Return())
            except (Refused, StoreError):
                _log.warning("table %s: the bot keeps seat %s for now", self.table.code, seat)
        self.refresh()

    def leave(self, connection: Connection) -> None:
        """Somebody has gone."""
        self.connections.discard(connection)
        self._presence.go(connection.person)
        self._gossip.tell()
        self._show_who_is_there()

    def _show_who_is_there(self) -> None:
        """Now, and when those who have just gone count as away."""
        self.refresh()
        loop = asyncio.get_running_loop()
        loop.call_later(self._world.pace.away / 1000 + 0.05, self.refresh)

    def dismiss(self, code: ByeCode) -> None:
        """Sends everybody away."""
        self._audience.dismiss(code)

    # What is shown

    def refresh(self) -> None:
        """Something is different: what is shown, and what happens next by itself."""
        self._audience.refresh()
        self._clockwork.wind()

    def repeat(self, connection: Connection) -> None:
        """A browser that has slept wants to see the table, with its clocks as they are now."""
        self._audience.repeat(connection)

    def view(self, connection: Connection) -> bytes:
        """What that connection is to show."""
        return self._audience.view(self.table, connection)

    # What becomes of the log (see `ledger.Reader`)

    def wrote(self, text: bytes) -> None:
        over = self.table.stage == "over"
        self._metrics.games += over and not self._over
        if over and self.table.day:
            self._tasks.spawn(self._days.finished(self.table))
        self._over = over
        if self._presence.nodes or not self.connections:  # who has gone may have told nobody
            self._gossip.tell_entry(text)

    def happened(self, entry: Entry) -> None:
        if clock() > entry.at + _SOON:
            self._known_since = clock()
        if self.connections:
            self._audience.take_leave(self.table, entry)
            self.refresh()

    def read_on(self) -> None:
        self._gossip.tell()  # what was written here without an answer is not known elsewhere

    def rewritten(self) -> None:
        self.refresh()

    def deleted(self) -> None:
        self.dismiss("expired")

    def too_new(self) -> None:
        self.dismiss("restarting")  # there they can go on

    # Other nodes

    def hear(self, news: News) -> None:
        """Another node has something to say about this table."""
        if news.here is not None:
            self._hear_who_is_there(news.node, news.here)
        if news.aside:
            self._audience.show(news.aside)
        if news.reload:
            self._tasks.spawn(self.ledger.catch_up(rewritten=True))
        elif news.version > self.table.version and self.connections:
            self._tasks.spawn(self.ledger.follow(news.version, news.entry))

    def _hear_who_is_there(self, node: str, people: list[str]) -> None:
        new_node = bool(people) and node not in self._presence.nodes
        if self._presence.hear(node, people):
            self._show_who_is_there()
        if new_node and self.connections:
            self._gossip.tell()  # it does not know yet who is here, nor what it was not told

    def keep_in_touch(self) -> None:
        """Every second, whatever the database does: the others are to know who is here."""
        if self._presence.went_silent():
            self._show_who_is_there()
        self._gossip.tell_now_and_then()
