"""The people who are connected to a table now. Nothing of this is stored."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

_BELIEVE_FOR: Final = 12_000
"""Milliseconds of silence after which a node counts as gone. Nodes announce their people often."""
_NEVER: Final = 2**62


class Presence:
    """The people who are connected to one table, on this node and on others."""

    def __init__(
        self,
        clock: Callable[[], int],
        is_seated: Callable[[str], bool],
        is_deaf: Callable[[], bool] = lambda: False,
    ) -> None:
        self._clock = clock
        self._is_seated = is_seated
        self._is_deaf = is_deaf  # this node gets no messages, so silence of others means nothing
        self._own: Counter[str] = Counter()
        self._own_since: dict[str, int] = {}
        self._others: dict[str, tuple[int, frozenset[str]]] = {}
        self._left: dict[str, int] = {}  # the seated only: spectators would fill the memory
        self._gone_silent = False
        self._since = clock()

    def come(self, person: str) -> None:
        self._own_since.setdefault(person, self._clock())
        self._own[person] += 1
        self._left.pop(person, None)

    def go(self, person: str) -> None:
        self._own[person] -= 1
        if not self._own[person]:
            del self._own[person], self._own_since[person]
            self._note_leaving(person)

    def hear(self, node: str, people: Iterable[str]) -> bool:
        """Takes the list of people from another node; returns whether anything has changed."""
        _, before = self._others.pop(node, (0, frozenset[str]()))
        now = frozenset(people)
        if now:
            self._others[node] = (self._clock() + _BELIEVE_FOR, now)
        for person in before - now:
            self._note_leaving(person)
        for person in now:
            self._left.pop(person, None)
        return now != before

    def _note_leaving(self, person: str) -> None:
        if self._is_seated(person):
            self._left[person] = self._clock()

    @property
    def own(self) -> list[str]:
        return list(self._own)

    @property
    def nodes(self) -> list[str]:
        """Returns the other nodes with people of this table."""
        self._drop_silent()
        return list(self._others)

    @property
    def people(self) -> set[str]:
        if not self._others:  # a single node
            return set(self._own)
        self._drop_silent()
        return set(self._own).union(*(people for _, people in self._others.values()))

    def here(self, person: str) -> bool:
        return person in self._own or (bool(self._others) and person in self.people)

    def left_at(self, person: str) -> int | None:
        """Returns the time at which that person left; None while they are here."""
        return None if self.here(person) else self._left.get(person, self._since)

    def lateness_known_from(self, person: str) -> int:
        """Returns the time from which this node may decide that a person is late. The node of that
        person may hold an answer that it could not store yet."""
        if person in self._own_since:
            return self._own_since[person]
        return _NEVER if self.here(person) else 0

    def went_silent(self) -> bool:
        """Returns whether nodes have fallen silent since the last call."""
        self._drop_silent()
        gone, self._gone_silent = self._gone_silent, False
        return gone

    def _drop_silent(self) -> None:
        now = self._clock() if self._others else 0
        for node, (until, people) in list(self._others.items()):
            if self._is_deaf():
                self._others[node] = (now + _BELIEVE_FOR, people)
            elif until < now:
                self.hear(node, ())
                self._gone_silent = True
