"""Does the automatic actions of a table: bots decide, players pass, time runs out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from qwixx.bots import BotFailed
from qwixx.protocol.actions import Action
from qwixx.rules import PASS
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.live.bus import PeerSync
from qwixx.server.live.tasks import Tasks
from qwixx.server.storage.store import StoreError
from qwixx.table.autopilot import BotDue
from qwixx.table.decide import Actor, Refused
from qwixx.table.live_table import LiveTable

_log: Final = logging.getLogger(__name__)

_RETRY: Final = 1.0
_ACTS_SECOND: Final = 1.5

_Act = Callable[[Actor, Action], Awaitable[int]]


class AutoActions:
    def __init__(
        self, live: LiveTable, *, peers: PeerSync, bots: BotPool, tasks: Tasks, act: _Act
    ) -> None:
        self._live = live
        self._peers = peers
        self._bots = bots
        self._tasks = tasks
        self._act = act
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False  # whether an automatic action is in progress
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True
        self.reschedule()

    def reschedule(self) -> None:
        """Sets the timer for the next action, after the table has changed."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        # A table without connections waits, so that players find it as they left it.
        if not self._live.participants or self._stopped or self._busy:
            return
        due = self._live.next_due()
        if due:
            delay = max(0, due.at - self._live.clock()) / 1000
            # With several nodes the first one acts, and the others wait for it.
            delay += _ACTS_SECOND if self._peers.acts_second else 0.0
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self._tasks.spawn(self._do_due())

    async def _do_due(self) -> None:
        due = self._live.next_due()
        if due and due.at <= self._live.clock():
            self._busy = True
            try:
                if isinstance(due, BotDue):
                    action = due.answer(await self._choose(due))
                else:
                    action = due.action
                await self._act(due.actor, action)
            except Refused:
                pass  # another action was faster
            except StoreError as error:
                _log.warning("table %s: %s", self._live.table.code, error)
                await asyncio.sleep(_RETRY)
            finally:
                self._busy = False
        self.reschedule()

    async def _choose(self, due: BotDue) -> str:
        """Returns the move of a bot. No bot may hold up a game: in the end it passes."""
        table, game, seat = self._live.table, due.game, due.seat
        standins = self._live.standins_for(table.options.variant)
        shared = table.fair if table.day else None
        chance = shared.chance(game.turn, seat, game.phase) if shared else None
        own = table.seats[seat].bot
        for level in dict.fromkeys([own, *standins] if own else standins):
            try:
                return await self._bots.choose(
                    level, game, seat, table.code, self._live.owner, chance
                )
            except BotFailed as error:
                _log.warning("table %s: the bot has failed: %s", table.code, error)
        return str(PASS)
