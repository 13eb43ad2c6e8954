"""Whoever waits gets a turn: addresses one after the other, and of each its tables."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """What waits, by the owner it belongs to, and by key."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._waiting: dict[str, int] = {}

    def put(self, item: T, owner: str, key: str, *, first: bool = False) -> None:
        keys = self._owners.setdefault(owner, OrderedDict())
        queue = keys.setdefault(key, deque())
        if first:
            queue.appendleft(item)
            keys.move_to_end(key, last=False)
            self._owners.move_to_end(owner, last=False)
        else:
            queue.append(item)
        self._waiting[owner] = self._waiting.get(owner, 0) + 1

    def take(self) -> T:
        """The next one: of the owner, and the key, that was not served for the longest time."""
        owner, keys = self._owners.popitem(last=False)
        key, queue = keys.popitem(last=False)
        item = queue.popleft()
        if queue:
            keys[key] = queue
        if keys:
            self._owners[owner] = keys
            self._waiting[owner] -= 1
        else:
            del self._waiting[owner]
        return item

    def of_key(self, owner: str, key: str) -> int:
        """How many wait there."""
        keys = self._owners.get(owner)
        return len(keys.get(key, ())) if keys else 0

    def round_of(self, owner: str) -> int:
        """How many are served until everything that waits of this owner is."""
        own = self._waiting.get(owner, 0)
        others = len(self._waiting) - (own > 0)
        return own + others * max(1, own)
