"""What a table is told by whoever keeps it: time, chance, and who is there."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from qwixx.table.pace import Pace


@dataclass(frozen=True, slots=True)
class World:
    """Everything that a decision or a view may depend on beside the log."""

    clock: Callable[[], int]
    """Milliseconds since 1970."""
    new_secret: Callable[[], str]
    """64 hex digits that nobody can guess: the house's secret for the dice of a game."""
    levels: Callable[[str], Collection[str]]
    """The bots that can be asked for, in the variant of that name."""
    standins: tuple[str, ...]
    """Levels of bots to play for those who have gone: the first that can play it does."""
    pace: Pace
    here_since: Callable[[], int]
    """No clock runs before this: while the table was not kept, or nothing could be written about
    it, lateness was nobody's fault."""
    left_at: Callable[[str], int | None]
    """When that person went, by the clock; None while they are here."""
    people: Callable[[], Collection[str]]
    """Who is connected, seated or not."""
    troubled: Callable[[], bool] = lambda: False
    """Whether nothing can be written now, so that nothing goes on."""
    judged_from: Callable[[str], int] = lambda _person: 0
    """Since when, by the clock, it is this house that says whether that person is late."""

    def standins_for(self, variant: str) -> list[str]:
        """The levels of bots that can play for a player who has left, in that variant."""
        there = self.levels(variant)
        return [level for level in self.standins if level in there]

    def standin(self, variant: str) -> str:
        """The level of bot that plays for a player who has left, in that variant."""
        return next(iter(self.standins_for(variant)), "")

    def here(self, person: str) -> bool:
        """Whether that person is connected."""
        return self.left_at(person) is None

    def away(self, person: str) -> bool:
        """Whether that person has been gone for so long that others should know."""
        left = self.left_at(person)
        return left is not None and self.clock() >= left + self.pace.away
