"""Bots think in helper processes.

So the server never waits for one, and whatever a bot has to load stays out of its memory.
"""

import asyncio
import secrets
from collections.abc import Iterable
from typing import Final

from qwixx.bots import BotFailed
from qwixx.kernel.cores import usable_cores
from qwixx.notation import write_position
from qwixx.rules import Game
from qwixx.server.helpers.pool import Lane, NoAnswer, Pool
from qwixx.server.helpers.tasks import Load, Think

_USUAL: Final = 0.3
"""Seconds that a bot may think about a move if nobody else waits."""
_SHORTEST: Final = 0.06
"""With less it is better not to begin: the bot then says what it knows at once."""
_LONGEST_WAIT: Final = 0.25
"""So long should about be waited for a helper, however many wait."""


class Thinker:
    """Chooses moves for the bots of all tables."""

    def __init__(self, pool: Pool | None = None) -> None:
        self._pool = pool or Pool(usable_cores())
        self._lane = self._pool.add_lane(Lane("bots"))
        self._loading: set[asyncio.Task[None]] = set()
        self._loaded: set[str] = set()
        self.failures = 0

    @property
    def pool(self) -> Pool:
        return self._pool

    async def choose(
        self,
        level: str,
        game: Game,
        seat: int,
        table: str = "",
        owner: str = "",
        chance: int | None = None,
    ) -> str:
        """The move of that bot. It is told what its seat may know, and draws by `chance` where all
        are to have the same."""
        position = write_position(game.seen_by(seat))

        def task() -> Think:
            seed = secrets.randbits(63) if chance is None else chance
            return Think(level, position, seat, seed, self._seconds(owner))

        try:
            return await self._pool.ask(self._lane, table, task, owner=owner)
        except NoAnswer as problem:
            self.failures += 1
            raise BotFailed(f"{level}: {problem}") from problem

    def _seconds(self, owner: str) -> float:
        """How long may be thought now: shorter when many wait, so that nobody waits long.

        Those whose own tables are many are the ones who think for shorter.
        """
        waiting = self._lane.turns.round_of(owner)
        if not waiting:
            return _USUAL
        seconds = min(_USUAL, _LONGEST_WAIT * self._pool.helpers / waiting)
        return seconds if seconds >= _SHORTEST else 0.0

    def prepare(self, levels: Iterable[str]) -> None:
        """These are about to play: a helper can load them meanwhile."""
        for level in set(levels) - self._loaded:
            self._loaded.add(level)
            loading = asyncio.create_task(self._load(level))
            self._loading.add(loading)
            loading.add_done_callback(self._loading.discard)

    async def _load(self, level: str) -> None:
        try:
            await self._pool.ask(self._lane, "", lambda: Load(level))
        except NoAnswer:
            self._loaded.discard(level)  # it will be heard of when it is to play

    async def close(self) -> None:
        await self._pool.close()
