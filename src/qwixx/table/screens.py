"""Screens in the middle of a table. A screen has no seat; once admitted, it may roll."""

from dataclasses import dataclass, field
from typing import Final

_MOST: Final = 4
"""The most screens at a table. A new one replaces the oldest."""


@dataclass(slots=True)
class Screens:
    """The screens of a table."""

    ticket: str = ""
    """The hash of the ticket that admits the next screen."""
    people: list[str] = field(default_factory=list)
    """The hashes of the secrets of the admitted screens."""

    def admit(self, person: str) -> None:
        """Admits a screen, and uses up its ticket."""
        self.ticket = ""
        self.people = [*self.people, person][-_MOST:]
