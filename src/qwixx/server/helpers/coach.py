"""Reviews and hints are made in helper processes of their own, so that no move waits for them."""

import asyncio
from contextlib import suppress
from typing import Final

from qwixx.notation import Record, write_position, write_record
from qwixx.rules import Game
from qwixx.server.helpers.pool import Lane, NoAnswer, Pool
from qwixx.server.helpers.tasks import Advise, LoadCoach, Review, Solved

_HELPERS: Final = 2
"""One is always left for hints, which people wait for while they play."""
_LESS_IMPORTANT: Final = "10"
"""Than the server (0) and its bots (5), for the system: a move comes first."""


class Coach:
    """Looks at games for whoever asks. `pool.NoAnswer`, or `pool.Busy`, where it cannot."""

    def __init__(self, most_waiting: int) -> None:
        self.pool = Pool(_HELPERS, _LESS_IMPORTANT)
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
                late_again=False,
            )
        )
        self._loading: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Somebody is about to play with hints: a helper can load meanwhile."""
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())

    async def _load(self) -> None:
        with suppress(NoAnswer):  # the first hint loads it then, or says why not
            await self.pool.ask(self._hints, "", LoadCoach)

    async def review(self, record: Record, key: str) -> bytes:
        """A review as JSON; `key` is who asks."""
        text = write_record(record)
        return (await self.pool.ask(self._reviews, key, lambda: Review(text))).encode()

    async def advise(self, game: Game, seat: int, key: str) -> bytes:
        """What the moves of a seat are worth, by what it may know, as JSON."""
        position = write_position(game.seen_by(seat))
        return (await self.pool.ask(self._hints, key, lambda: Advise(position, seat))).encode()

    async def solved(self) -> bytes:
        """The variants of which every game for one is solved on this machine, as JSON."""
        return (await self.pool.ask(self._hints, "solved", Solved)).encode()

    async def close(self) -> None:
        await self.pool.close()
