"""What a table is given from outside: time, chance, the bots, and who is there."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from qwixx.table.pace import Pace


@dataclass(frozen=True, slots=True)
class TableContext:
    """Everything that a decision or a view may depend on beside the log."""

    clock: Callable[[], int]
    """Milliseconds since 1970."""
    new_secret: Callable[[], str]
    """64 hex digits that nobody can guess: the server's secret for the dice of a game."""
    levels: Callable[[str], Collection[str]]
    """The bots that can be asked for, in the variant of that name."""
    standins: tuple[str, ...]
    """Levels of bots to play for a player who has left: the first that can play it does."""
    pace: Pace
    timers_start_at: Callable[[], int]
    """No timer starts before this time: while the table was not in memory, or nothing could be
    written about it, nobody was late."""
    left_at: Callable[[str], int | None]
    """When that person left, by the clock; None while they are here."""
    people: Callable[[], Collection[str]]
    """Who is connected, seated or not."""
    storage_down: Callable[[], bool] = lambda: False
    """Whether nothing can be written now, so that nothing goes on."""
    lateness_known_from: Callable[[str], int] = lambda _person: 0
    """Since when, by the clock, this node can say whether that person is late."""

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
        return left is not None and self.clock() >= left + self.pace.away
