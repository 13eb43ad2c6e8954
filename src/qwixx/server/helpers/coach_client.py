"""Asks for reviews and hints in helper processes of their own, so that no move waits for them."""

import asyncio
from contextlib import suppress
from typing import Final

from qwixx.notation import Record, write_position, write_record
from qwixx.rules import Game
from qwixx.server.helpers.messages import Advise, LoadCoach, Review, Solved
from qwixx.server.helpers.pool import HelperPool, Lane, NoAnswer

_HELPERS: Final = 2
"""One of them is reserved for hints, because players wait for them."""
_NICENESS: Final = "10"
"""Lower in priority than the server (0) and its bots (5)."""


class CoachClient:
    """Makes reviews and hints. All methods raise `pool.NoAnswer`, or `pool.Busy`."""

    def __init__(self, most_waiting: int) -> None:
        self.pool = HelperPool(_HELPERS, _NICENESS)
        self._hints = self.pool.add_lane(
            Lane("hints", urgency=0, most_waiting=1, most_in_all=most_waiting)
        )
        self._reviews = self.pool.add_lane(
            Lane(
                "reviews",
                urgency=1,
                most_helpers=_HELPERS - 1,
                most_waiting=1,
                most_in_all=most_waiting,
                patience=30.0,
                retries_late=False,
            )
        )
        self._loading: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Has a helper load the coach, before a game with hints begins."""
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())

    async def _load(self) -> None:
        with suppress(NoAnswer):  # the first hint tries again
            await self.pool.ask(self._hints, "", LoadCoach)

    async def review(self, record: Record, key: str) -> bytes:
        """Returns a review as JSON; `key` is who asks."""
        text = write_record(record)
        return (await self.pool.ask(self._reviews, key, lambda: Review(text))).encode()

    async def advise(self, game: Game, seat: int, key: str) -> bytes:
        """Returns what the moves of a seat are worth, by what it may know, as JSON."""
        position = write_position(game.seen_by(seat))
        return (await self.pool.ask(self._hints, key, lambda: Advise(position, seat))).encode()

    async def solved(self) -> bytes:
        """Returns the variants whose solo games are all solved on this machine, as JSON."""
        return (await self.pool.ask(self._hints, "solved", Solved)).encode()

    async def close(self) -> None:
        await self.pool.close()
