"""What happens at a table by itself: bots decide, players are passed, time runs out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from qwixx.bots import BotFailed
from qwixx.protocol import actions
from qwixx.rules import PASS, Game
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.live.audience import Audience
from qwixx.server.live.gossip import Gossip
from qwixx.server.live.ledger import Ledger
from qwixx.server.live.tasks import Tasks
from qwixx.server.storage.store import StoreError
from qwixx.table import autopilot
from qwixx.table.case import Actor, Refused
from qwixx.table.decide import GoOn
from qwixx.table.world import World

_log: Final = logging.getLogger(__name__)

_RETRY: Final = 1.0
_SECOND_IN_LINE: Final = 1.5

_Act = Callable[[Actor, actions.Action], Awaitable[int]]


class Clockwork:
    """One timer, for whatever is due next."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        audience: Audience,
        gossip: Gossip,
        world: World,
        bots: BotPool,
        tasks: Tasks,
        act: _Act,
    ) -> None:
        self._ledger = ledger
        self._audience = audience
        self._gossip = gossip
        self._world = world
        self._bots = bots
        self._tasks = tasks
        self._act = act
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False
        """Something that happens by itself is under way."""

    def wind(self) -> None:
        """Something is different, so something else may be due."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        # Where nobody looks, nothing moves; whoever comes back finds the table as it was.
        if not self._audience.connections or self._ledger.gone or self._busy:
            return
        if self._world.troubled():  # all is shown anew when that is over
            return
        due = autopilot.due(self._ledger.table, self._world)
        if due:
            delay = max(0, due.at - self._world.clock()) / 1000
            # Of several nodes the first one acts. The others wait to see whether it does.
            delay += _SECOND_IN_LINE if self._gossip.second_in_line else 0.0
            self._timer = asyncio.get_running_loop().call_later(delay, self._strike)

    def _strike(self) -> None:
        self._timer = None
        self._tasks.spawn(self._do_due())

    async def _do_due(self) -> None:
        due = autopilot.due(self._ledger.table, self._world)
        if due is None or due.at > self._world.clock():
            self.wind()
            return
        self._busy = True
        try:
            await self._do(due)
        except Refused:
            pass  # somebody was faster
        except StoreError as error:
            _log.warning("table %s: %s", self._ledger.table.code, error)
            await asyncio.sleep(_RETRY)
        finally:
            self._busy = False
        self.wind()

    async def _do(self, due: autopilot.Due) -> None:
        table = self._ledger.table
        if due.kind in ("excuse", "host"):
            await self._act(Actor(), GoOn(version=table.version))
            return
        game, seen = table.game, table.version
        assert game
        action = autopilot.forced(due, game)
        if action is None:
            action = actions.Choose(await self._think(game, due.seat))
        action = replace(action, version=seen)
        await self._act(Actor(seat=due.seat, hand=due.hand), action)

    async def _think(self, game: Game, seat: int) -> str:
        """What a bot chooses for that seat. No bot may hold up a game: in the end it passes."""
        table = self._ledger.table
        standins = self._world.standins_for(table.options.variant)
        shared = table.dice if table.day else None
        chance = shared.chance(game.turn, seat, game.phase) if shared else None
        own = table.seats[seat].bot
        for attempt in dict.fromkeys([own, *standins] if own else standins):
            try:
                return await self._bots.choose(
                    attempt, game, seat, table.code, self._audience.owner, chance
                )
            except BotFailed as error:
                _log.warning("table %s: the bot has failed: %s", table.code, error)
        return str(PASS)
