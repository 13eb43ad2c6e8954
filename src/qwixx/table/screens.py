"""A screen in the middle of a table: it has no seat, and may roll or enter dice once let in."""

from dataclasses import dataclass, field
from typing import Final

_MOST: Final = 4
"""A table has one screen, perhaps two; the oldest makes way."""


@dataclass(slots=True)
class Screens:
    """The screens of a table."""

    ticket: str = ""
    """The hash of the ticket with which another one is let in."""
    people: list[str] = field(default_factory=list)
    """The hashes of the secrets of those that were."""

    def admit(self, person: str) -> None:
        """Lets a screen in; its ticket is used up."""
        self.ticket = ""
        self.people = [*self.people, person][-_MOST:]
