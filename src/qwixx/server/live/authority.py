"""The one authority of a table: everything that happens to it goes through `Authority.act`.

People, bots and timers take the same way: decide, commit, apply, tell. The lock keeps one order on
this node; among several nodes the store does, which has one place for each position of the log.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar
from zlib import crc32

import msgspec

from qwixx.bots import BotFailed
from qwixx.notation import write_record
from qwixx.protocol import actions
from qwixx.rules import PASS, Game, Phase
from qwixx.server.helpers.thinker import Thinker
from qwixx.server.live.bus import Bus, News
from qwixx.server.live.connection import Connection
from qwixx.server.live.presence import TELL_EVERY, TELL_NOBODY_EVERY, Presence
from qwixx.server.live.views import Surroundings, Viewer
from qwixx.server.settings import Settings
from qwixx.server.storage.database import Gone
from qwixx.server.storage.log_codec import read_entry, write_entry
from qwixx.server.storage.store import Conflict, Store, StoreError
from qwixx.table import autopilot, events
from qwixx.table.decide import Actor, Refused, Situation, decide, next_host
from qwixx.table.forget import all_secrets_of, without
from qwixx.table.names import new_secret
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

_Result = TypeVar("_Result")

_RETRY: Final = 1.0
_SECOND_IN_LINE: Final = 1.5


def clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Authority:
    """A table that is in use on this node."""

    def __init__(
        self, code: str, *, node: str, store: Store, bus: Bus, bots: Thinker, settings: Settings
    ) -> None:
        self.table = Table(code)
        self.connections: set[Connection] = set()
        self.gone = False
        self._node = node
        self._store = store
        self._bus = bus
        self._bots = bots
        self._settings = settings
        self._lock = asyncio.Lock()
        self._loaded_at = clock()
        self._presence = Presence(clock)
        self._behind = False
        """There may be more in the log, or, if `_rewritten`, something else."""
        self._rewritten = False
        self._looks = crc32(code.encode())
        """Counts seconds from anywhere, so that not all tables tell at once."""
        self._viewer = Viewer(settings)
        self._around: Surroundings | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False
        """Something that happens by itself is under way."""
        self._tasks: set[asyncio.Task[Any]] = set()

    # The log

    async def load(self) -> bool:
        """Reads what is new in the log, and tells; says whether there is a table at all."""
        read = await self._store.read(self.table.code, self.table.version)
        news = [self._understand(entry) for entry in read]
        for entry in news:
            self.table.apply(entry)
        self._behind = False
        if self.connections:
            for entry in news:
                self._after(entry)
        return self.table.version > 0

    def _understand(self, entry: bytes) -> events.Entry:
        try:
            return read_entry(entry)
        except msgspec.DecodeError as error:
            # A node of the next version has gone on with this table: there they can go on, too.
            self.dismiss("restarting")
            raise StoreError(f"table {self.table.code} is of a newer version") from error

    async def act(self, actor: Actor, action: actions.ClientAction) -> int:
        """Does it, and returns the version that it led to. Refused, StoreError."""

        def decision() -> events.Event:
            seat = self.table.seat_of(actor.person) if actor.person else actor.seat
            who = Actor(actor.person, seat, actor.hand)
            situation = Situation(self._presence.here, self._settings.standin)
            return decide(self.table, who, action, situation)

        return await self._commit(decision, actor.person, action.id if actor.person else "")

    async def _commit(
        self, decision: Callable[[], events.Event], by: str = "", action: str = ""
    ) -> int:
        """Once begun it is brought to its end, even if who asked for it goes away meanwhile: what
        is on disk must be known here, and to the others."""
        committing = self._spawn(self._commit_now(decision, by, action))
        try:
            return await asyncio.shield(committing)
        except asyncio.CancelledError:
            committing.add_done_callback(_nobody_waits)
            raise

    async def _commit_now(self, decision: Callable[[], events.Event], by: str, action: str) -> int:
        async with self._lock:
            if self._behind:
                await self._read_on()
            while True:
                done = self.table.done(by, action) if action else None
                if done is not None:
                    return done
                entry = events.Entry(clock(), decision(), by, action)
                text = write_entry(entry)
                try:
                    await self._store.append(self.table.code, self.table.version + 1, text)
                except Conflict:
                    await self.load()  # another node was first: decide again on what is true now
                    continue
                except Gone:
                    self._end()
                    raise Refused("server-error") from None
                except StoreError:
                    self._behind = True  # it may have been written all the same
                    raise
                break
            self.table.apply(entry)
        if self._presence.nodes or not self.connections:  # who has gone may have told nobody
            self._bus.publish(News(self._node, self.table.code, self.table.version, text))
        self._after(entry)
        return self.table.version

    def _after(self, entry: events.Entry) -> None:
        """Tells everybody, and says goodbye to those whose seat was taken from them."""
        if isinstance(entry.event, (events.Vacated, events.SeatMoved)):
            code = "moved" if isinstance(entry.event, events.SeatMoved) else "removed"
            for connection in self.connections:
                if connection.seated and self.table.seat_of(connection.person) is None:
                    connection.seated = False
                    if connection.person != entry.by:
                        connection.dismiss(code)
        self.refresh()

    async def forget(self, person: str) -> None:
        """Deletes what is kept of that person; with the last player, everything."""
        code = self.table.code
        entries = [self._understand(entry) for entry in await self._store.read(code)]
        for device in all_secrets_of(code, entries, person):
            if self.table.seat_of(device) is not None:
                await self.act(Actor(device), actions.Leave(id=new_secret()[:32], version=0))
        async with self._lock:
            if self.table.players:
                entries = [self._understand(entry) for entry in await self._store.read(code)]
                changed = without(code, entries, person)
                await self._store.rewrite(
                    code, {position: write_entry(entry) for position, entry in changed.items()}
                )
                await self._reload()
            else:
                await self._store.delete([code])
                self._end()
        self._bus.publish(News(self._node, code, reload=True))
        self.refresh()

    async def _reload(self) -> None:
        """The log is another one now: reads it from the beginning."""
        table = Table(self.table.code)
        for entry in await self._store.read(table.code):
            table.apply(self._understand(entry))
        if table.version:
            self.table = table
        else:
            self._end()

    def _end(self) -> None:
        """The table has been deleted."""
        self.gone = True
        self.dismiss("expired")

    def hear(self, news: News) -> None:
        """Another node has something to say about this table."""
        if news.here is not None:
            self._hear_who_is_there(news.node, news.here)
        if news.reload:
            self._spawn(self.catch_up(rewritten=True))
        elif news.version > self.table.version and self.connections:
            self._spawn(self._follow(news))

    def _hear_who_is_there(self, node: str, people: list[str]) -> None:
        new_node = bool(people) and node not in self._presence.nodes
        if self._presence.hear(node, people):
            self._show_who_is_there()
        if new_node and self.connections:
            self.tell()  # it does not know yet who is here, nor what was done without telling it

    async def _follow(self, news: News) -> None:
        """Another node has gone on with this table: by one entry, or by more than it says."""
        async with self._lock:
            if news.version <= self.table.version:
                return
            if news.version == self.table.version + 1 and news.entry:
                with suppress(StoreError):  # a newer version: whoever is here has been told
                    entry = self._understand(news.entry)
                    self.table.apply(entry)
                    self._after(entry)
                return
        await self.catch_up()

    async def catch_up(self, *, rewritten: bool = False) -> None:
        """Looks whether other nodes have gone on with this table, or have rewritten its log."""
        async with self._lock:
            self._behind = True
            self._rewritten = self._rewritten or rewritten
            with suppress(StoreError):  # then it is tried again, see `keep_in_touch`
                await self._read_on()

    async def _read_on(self) -> None:
        if self._rewritten:
            await self._reload()
            self._behind = self._rewritten = False
            self.refresh()
        else:
            await self.load()
        self.tell()  # what was written here without an answer is not known elsewhere

    def tell(self) -> None:
        """Tells other nodes who is here, and how far the table is."""
        news = News(self._node, self.table.code, self.table.version, here=self._presence.own)
        self._bus.publish(news)

    async def keep_in_touch(self, *, missed: bool) -> None:
        """Every second: what could not be done when it was time, or was `missed`, is done now."""
        self._looks += 1
        if self._presence.went_silent():
            self._show_who_is_there()
        if missed or self._behind:
            await self.catch_up()
        elif self._looks % (TELL_EVERY if self._presence.nodes else TELL_NOBODY_EVERY) == 0:
            self.tell()

    # People

    async def join(self, connection: Connection, ticket: str) -> None:
        """Somebody is there: a player who returns, one with a ticket, or a spectator."""
        self.connections.add(connection)
        self._presence.come(connection.person)
        self.tell()
        try:
            if ticket:
                await self._commit(lambda: self._move_seat(connection.person, ticket))
        except (Refused, StoreError):
            pass  # then as whoever they are without it
        seat = self.table.seat_of(connection.person)
        if seat is not None and self.table.seats[seat].bot is not None:
            try:
                await self._commit(lambda: self._return(connection.person))
            except (Refused, StoreError):
                _log.warning("table %s: the bot keeps seat %s for now", self.table.code, seat)
        self.refresh()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._presence.go(connection.person)
        self.tell()
        self._show_who_is_there()

    def _show_who_is_there(self) -> None:
        """Now, and when those who have just gone count as away."""
        self.refresh()
        loop = asyncio.get_running_loop()
        loop.call_later(self._settings.pace.away / 1000 + 0.05, self.refresh)

    def _move_seat(self, person: str, ticket: str) -> events.Event:
        seat = self.table.seat_for_ticket(ticket)
        if seat is None:
            raise Refused("no-such-seat")
        if self.table.seat_of(person) is not None:
            raise Refused("already-seated")
        return events.SeatMoved(seat, person)

    def _return(self, person: str) -> events.Event:
        seat = self.table.seat_of(person)
        if seat is None or self.table.seats[seat].bot is None:
            raise Refused("not-away")
        return events.Returned(seat)

    def dismiss(self, code: str) -> None:
        """Sends everybody away."""
        for connection in self.connections:
            connection.dismiss(code)

    # Views

    def refresh(self) -> None:
        """Something is different: all views are made anew, and so is what happens next."""
        self._viewer.renew()
        self._around = None
        for connection in self.connections:
            connection.refresh()
        self._schedule()

    def repeat(self, connection: Connection) -> None:
        """A browser that has slept wants to see the table, with its clocks as they are now."""
        self._viewer.renew()
        self._around = None
        connection.refresh()

    def view(self, connection: Connection) -> bytes:
        """What that connection is to show."""
        connection.seated = self.table.seat_of(connection.person) is not None
        if self._around is None:
            players = {seat.person for seat in self.table.players}
            self._around = Surroundings(
                away=lambda person: self._presence.away(person, self._settings.pace.away),
                spectators=len(self._presence.people - players),
                loaded_at=self._loaded_at,
                now=clock(),
            )
        return self._viewer.view(self.table, connection.person, connection.link, self._around)

    def record(self) -> str | None:
        """The record of the game, once it is over."""
        return write_record(self.table.record()) if self.table.stage == "over" else None

    # What happens by itself

    def _schedule(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        # While nobody looks, nothing moves; whoever comes back finds the table as it was.
        if not self.connections or self.gone or self._busy:
            return
        next_due = self._next_due()
        if next_due:
            # Of several nodes the first one acts. The others wait to see whether it does.
            second = any(node < self._node for node in self._presence.nodes)
            delay = max(0, next_due.at - clock()) / 1000 + (_SECOND_IN_LINE if second else 0.0)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, self._start_due)

    def _next_due(self) -> autopilot.Due | None:
        candidates = [autopilot.due(self.table, self._settings.pace, self._loaded_at)]
        host = self.table.host
        if host is not None:
            left = self._presence.left_at(self.table.seats[host].person)
            others = next_host(self.table, host, self._presence.here)
            if left is not None and others is not None and self._is_here(others):
                at = left + self._settings.pace.host_away
                candidates.append(autopilot.Due(at, "host", others))
        return min((each for each in candidates if each), key=lambda each: each.at, default=None)

    def _is_here(self, seat: int) -> bool:
        return self._presence.here(self.table.seats[seat].person)

    def _start_due(self) -> None:
        self._timer = None
        self._spawn(self._do_due())

    def _spawn(self, work: Coroutine[None, None, _Result]) -> "asyncio.Task[_Result]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _do_due(self) -> None:
        next_due = self._next_due()
        if next_due is None or next_due.at > clock():
            self._schedule()
            return
        self._busy = True
        try:
            if next_due.kind in ("excuse", "host"):
                await self._commit(self._overdue)
            else:
                await self._play(next_due)
        except Refused:
            pass  # somebody was faster
        except StoreError as error:
            _log.warning("table %s: %s", self.table.code, error)
            await asyncio.sleep(_RETRY)
        finally:
            self._busy = False
        self._schedule()

    def _overdue(self) -> events.Event:
        """What the house does about people who are late, unless they have come just now."""
        table, now_due = self.table, self._next_due()
        if now_due is None or now_due.at > clock():
            raise Refused("stale")
        if now_due.kind == "host":
            return events.HostChanged(now_due.seat)
        if now_due.kind != "excuse":
            raise Refused("stale")
        if table.uncommitted:
            return events.Excused(table.uncommitted)
        return events.Resealed(table.unrevealed, new_secret())

    async def _play(self, next_due: autopilot.Due) -> None:
        """A bot's decision, or one that is made for a player."""
        game = self.table.game
        assert game
        version, seat = self.table.version, next_due.seat
        action: actions.ClientAction
        if game.phase is Phase.ROLL:
            action = actions.RollDice(id="-", version=version)
        elif next_due.kind == "pass":
            action = actions.Choose(id="-", version=version, move="-")
        else:
            move = await self._think(game, seat)
            action = actions.Choose(id="-", version=version, move=move)
        await self.act(Actor(seat=seat, hand=next_due.hand), action)

    async def _think(self, game: Game, seat: int) -> str:
        """What a bot chooses for that seat. No bot may hold up a game: in the end it passes."""
        level = self.table.seats[seat].bot or self._settings.standin
        for attempt in (level, self._settings.standin):
            try:
                return await self._bots.choose(attempt, game, seat)
            except BotFailed as error:
                _log.warning("table %s: the bot has failed: %s", self.table.code, error)
        return str(PASS)


def _nobody_waits(committing: asyncio.Task[int]) -> None:
    """Who asked has gone. A refusal is told to nobody then; anything else should not happen."""
    error = None if committing.cancelled() else committing.exception()
    if error and not isinstance(error, (Refused, StoreError)):
        _log.error("an action has failed", exc_info=error)
