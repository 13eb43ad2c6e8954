"""A queue that serves owners in turn, and the keys of each owner in turn."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items in order of arrival for each owner (an address) and key (a table)."""

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
        """Removes and returns the next item: its owner and key were not served for longest."""
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

    def count(self, owner: str, key: str) -> int:
        """Returns how many items of that owner and key wait."""
        keys = self._owners.get(owner)
        return len(keys.get(key, ())) if keys else 0

    def served_before_done(self, owner: str) -> int:
        """Returns how many items are served until all items of an owner are."""
        own = self._waiting.get(owner, 0)
        others = len(self._waiting) - (own > 0)
        return own + others * max(1, own)
