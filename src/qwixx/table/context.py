"""The surroundings of a table: time, chance, the bots, and the people who are connected."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from qwixx.table.delays import Delays
from qwixx.table.presence import Presence


@dataclass(kw_only=True, eq=False)
class TableContext:
    """Everything outside the log that a decision or a view may depend on."""

    clock: Callable[[], int]  # milliseconds since 1970
    new_secret: Callable[[], str]
    """64 hex digits that nobody can guess: the server's secret for the dice of a game."""
    levels: Callable[[str], Collection[str]] = lambda _variant: ()
    """The bots that can be asked for, in the variant of that name."""
    standins: tuple[str, ...] = ()
    """Levels of bots that can play for a player who has left. The first one that knows the variant
    does."""
    delays: Delays = field(default_factory=Delays)
    storage_up_since: Callable[[], int | None] = lambda: 0
    """The time since which entries can be stored; None while they cannot."""
    delayed_until: int = 0
    """No timer starts before this time: the table was not in memory, or its storage was slow."""

    presence: Presence = field(init=False)
    """The people who are connected."""

    def here(self, person: str) -> bool:
        return self.presence.here(person)

    def away(self, person: str) -> bool:
        """Returns whether that person has been gone for so long that others should know."""
        left = self.presence.left_at(person)
        return left is not None and self.clock() >= left + self.delays.away

    def timers_start_at(self) -> int:
        """Returns the time before which no timer starts. Slow or failed storage takes no time from
        a player's decision."""
        up_since = self.storage_up_since()
        return self.clock() if up_since is None else max(self.delayed_until, up_since)

    def storage_down(self) -> bool:
        """Returns whether nothing can be stored now. Then the game waits."""
        return self.storage_up_since() is None

    def standins_for(self, variant: str) -> list[str]:
        """Returns the levels of bots that can play for a player who has left, in that variant."""
        there = self.levels(variant)
        return [level for level in self.standins if level in there]

    def standin(self, variant: str) -> str:
        """Returns the level of bot that plays for a player who has left, in that variant."""
        return next(iter(self.standins_for(variant)), "")
