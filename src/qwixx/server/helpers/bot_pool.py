"""Asks bots for their moves in helper processes.

So the server never waits for a bot, and what a bot loads stays out of the server's memory.
"""

import secrets
from collections.abc import Iterable
from typing import Final

from qwixx.bots import BotFailed
from qwixx.notation import write_position
from qwixx.rules import Game
from qwixx.server.helpers.messages import Load, Think
from qwixx.server.helpers.pool import HelperPool, Lane, NoAnswer

_MOST_SECONDS: Final = 0.3  # for a move, if nobody else waits
_LEAST_SECONDS: Final = 0.06  # with less, thinking helps so little that the bot answers at once
_WAIT_SECONDS: Final = 0.25  # about how long a question should wait for a helper, however many wait


class BotPool(HelperPool):
    def __init__(self, helpers: int) -> None:
        super().__init__(helpers)
        self.failures = 0
        self._lane = self.add_lane(Lane("bots"))

    async def choose(
        self,
        level: str,
        game: Game,
        seat: int,
        table: str = "",
        owner: str = "",
        chance: int | None = None,
    ) -> str:
        """Returns the move of a bot, which is given what its seat may know.

        `chance` seeds the bot where every player must meet the same one. Raises BotFailed.
        """
        position = write_position(game.seen_by(seat))

        def task() -> Think:
            seed = secrets.randbits(63) if chance is None else chance
            return Think(level, position, seat, seed, self._seconds(owner))

        try:
            return await self.ask(self._lane, table, task, owner=owner)
        except NoAnswer as problem:
            self.failures += 1
            raise BotFailed(f"{level}: {problem}") from problem

    def _seconds(self, owner: str) -> float:
        """Returns how long the bot of an owner may think: less when many wait, and least for an
        owner of many tables."""
        waiting = self._lane.served_before_done(owner)
        if not waiting:
            return _MOST_SECONDS
        seconds = min(_MOST_SECONDS, _WAIT_SECONDS * self.helpers / waiting)
        return seconds if seconds >= _LEAST_SECONDS else 0.0

    def load(self, levels: Iterable[str]) -> None:
        for level in set(levels):
            self.prepare(self._lane, Load(level))
