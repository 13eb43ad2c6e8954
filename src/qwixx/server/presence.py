"""Who is at a table right now: nothing that is worth keeping."""

from collections import Counter
from collections.abc import Callable


class Presence:
    """The people who are connected to one table, on this node and on others."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._here: Counter[str] = Counter()
        self._left: dict[str, int] = {}
        self._since = clock()

    def come(self, person: str) -> None:
        self._here[person] += 1
        self._left.pop(person, None)

    def go(self, person: str) -> None:
        self._here[person] -= 1
        if not self._here[person]:
            del self._here[person]
            self._left[person] = self._clock()

    @property
    def people(self) -> set[str]:
        return set(self._here)

    def here(self, person: str) -> bool:
        return person in self._here

    def left_at(self, person: str) -> int | None:
        """When that person went; None while they are here."""
        return None if self.here(person) else self._left.get(person, self._since)

    def away(self, person: str, grace: int) -> bool:
        left = self.left_at(person)
        return left is not None and self._clock() >= left + grace
