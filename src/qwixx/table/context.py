"""The surroundings of a table: time, chance, the bots, and the people who are connected."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from qwixx.table.delays import Delays


@dataclass(frozen=True, slots=True)
class TableContext:
    """Everything outside the log that a decision or a view may depend on."""

    clock: Callable[[], int]
    """Milliseconds since 1970."""
    new_secret: Callable[[], str]
    """64 hex digits that nobody can guess: the server's secret for the dice of a game."""
    levels: Callable[[str], Collection[str]]
    """The bots that can be asked for, in the variant of that name."""
    standins: tuple[str, ...]
    """Levels of bots that can play for a player who has left. The first one that knows the variant
    does."""
    delays: Delays
    timers_start_at: Callable[[], int]
    """The time before which no timer starts. Nobody was late while the table was not in memory, or
    while the storage was down."""
    left_at: Callable[[str], int | None]
    """The time at which that person left; None while they are here."""
    people: Callable[[], Collection[str]]
    """The people who are connected, seated or not."""
    storage_down: Callable[[], bool] = lambda: False
    """Whether nothing can be stored now. Then the game waits."""
    lateness_known_from: Callable[[str], int] = lambda _person: 0
    """The time from which this node knows whether that person is late."""

    def standins_for(self, variant: str) -> list[str]:
        """Returns the levels of bots that can play for a player who has left, in that variant."""
        there = self.levels(variant)
        return [level for level in self.standins if level in there]

    def standin(self, variant: str) -> str:
        """Returns the level of bot that plays for a player who has left, in that variant."""
        return next(iter(self.standins_for(variant)), "")

    def here(self, person: str) -> bool:
        """Returns whether that person is connected."""
        return self.left_at(person) is None

    def away(self, person: str) -> bool:
        """Returns whether that person has been gone for so long that others should know."""
        left = self.left_at(person)
        return left is not None and self.clock() >= left + self.delays.away
