"""Asks for reviews and hints in helper processes of their own, so that no move waits for them."""

from typing import Final

from qwixx.notation import Record, write_position, write_record
from qwixx.rules import Game
from qwixx.server.helpers.messages import Advise, LoadCoach, Review, Solved
from qwixx.server.helpers.pool import HelperPool, Lane

_HELPERS: Final = 2  # one of them is reserved for hints, because players wait for them
_NICENESS: Final = "10"  # lower in priority than the server (0) and its bots (5)


class CoachPool(HelperPool):
    """Makes reviews and hints, as JSON. All methods raise `pool.NoAnswer`, or `pool.Busy`."""

    def __init__(self, most_waiting: int) -> None:
        super().__init__(_HELPERS, _NICENESS)
        self._hints = self.add_lane(Lane("hints", most_waiting=1, most_in_all=most_waiting))
        self._reviews = self.add_lane(
            Lane("reviews", 1, _HELPERS - 1, 1, most_waiting, patience=30.0, retries_late=False)
        )

    def load(self) -> None:
        """Has a helper load the coach, before a game with hints begins."""
        self.prepare(self._hints, LoadCoach())

    async def review(self, record: Record, key: str) -> bytes:
        """Returns a review; `key` is the table or the address that asks."""
        text = write_record(record)
        return (await self.ask(self._reviews, key, lambda: Review(text))).encode()

    async def advise(self, game: Game, seat: int, key: str) -> bytes:
        """Returns the values of the moves of a seat, by the knowledge of that seat."""
        position = write_position(game.seen_by(seat))
        return (await self.ask(self._hints, key, lambda: Advise(position, seat))).encode()

    async def solved(self) -> bytes:
        """Returns the variants whose solo games are all solved on this machine."""
        return (await self.ask(self._hints, "solved", Solved)).encode()
