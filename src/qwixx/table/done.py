"""What was done already: an action that is sent a second time is not done again."""

from typing import Final

# A browser sends an action again only while it waits for the answer, so few ids are needed.
_REMEMBERED_ACTIONS: Final = 64
_REMEMBERED_PEOPLE: Final = 20


class Done:
    """The latest actions of the latest people."""

    def __init__(self) -> None:
        self._versions: dict[str, dict[str, int]] = {}

    def add(self, person: str, action: str, version: int) -> None:
        """That action of that person has led to that version of the table."""
        actions = self._versions.pop(person, {})
        self._versions[person] = actions  # the last, so that it is forgotten last
        actions[action] = version
        if len(actions) > _REMEMBERED_ACTIONS:
            del actions[next(iter(actions))]
        if len(self._versions) > _REMEMBERED_PEOPLE:
            del self._versions[next(iter(self._versions))]

    def version(self, person: str, action: str) -> int | None:
        """The version to which that action has led; None if it is new."""
        return self._versions.get(person, {}).get(action)
