"""Remembers the latest actions, so that an action that is sent twice is done once."""

from typing import Final

_REMEMBERED_ACTIONS: Final = 64
"""The number of ids per person. A browser repeats an action only while it waits for the answer."""
_REMEMBERED_PEOPLE: Final = 20


class RecentActions:
    def __init__(self) -> None:
        self._versions: dict[str, dict[str, int]] = {}

    def add(self, person: str, action: str, version: int) -> None:
        """Remembers the version of the table after that action."""
        actions = self._versions.pop(person, {})
        self._versions[person] = actions  # moves the person to the end, to be forgotten last
        actions[action] = version
        if len(actions) > _REMEMBERED_ACTIONS:
            del actions[next(iter(actions))]
        if len(self._versions) > _REMEMBERED_PEOPLE:
            del self._versions[next(iter(self._versions))]

    def version(self, person: str, action: str) -> int | None:
        """Returns the version of the table after that action; None if the action is new."""
        return self._versions.get(person, {}).get(action)
