"""A screen in the middle of a table: it has no seat, and may roll or enter dice once let in."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from qwixx.table import events

if TYPE_CHECKING:
    from qwixx.table.state import Table

_MOST: Final = 4
"""A table has one screen, perhaps two; the oldest makes way."""


@dataclass(slots=True)
class Screens:
    """The screens of a table."""

    ticket: str = ""
    """The hash of the ticket with which another one is let in."""
    people: list[str] = field(default_factory=list)
    """The hashes of the secrets of those that were."""


def _invited(table: "Table", event: events.ScreenInvited, _at: int) -> None:
    table.screens.ticket = event.ticket


def _admitted(table: "Table", event: events.ScreenAdmitted, _at: int) -> None:
    table.screens.ticket = ""
    table.screens.people = [*table.screens.people, event.person][-_MOST:]


FOLDS: Final[dict[type, Callable[["Table", Any, int], None]]] = {
    events.ScreenInvited: _invited,
    events.ScreenAdmitted: _admitted,
}
