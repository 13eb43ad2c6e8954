"""Limits the changes that a person makes beside playing, because the log stores each of them."""

from collections import Counter
from typing import Final

from qwixx.table import events

MOST: Final = 100
"""Changes that one person may make in the time of one game."""

_COUNTED: Final = (
    events.Sat,
    events.BotSat,
    events.Renamed,
    events.PortraitSet,
    events.HostChanged,
    events.OptionsSet,
    events.PreferencesSet,
    events.TicketIssued,
    events.SeatMoved,
    events.Committed,
    events.ScreenInvited,
    events.CardSat,
    events.SeatAsked,
)


class Changes:
    """The number of changes that each person has made since the last game ended."""

    def __init__(self) -> None:
        self._made: Counter[str] = Counter()

    def add(self, person: str, event: events.Event) -> None:
        if isinstance(event, _COUNTED):
            self._made[person] += 1

    def allow(self, person: str, event: events.Event) -> bool:
        """Returns whether that person may make one more."""
        return not isinstance(event, _COUNTED) or not person or self._made[person] < MOST

    def begin_again(self) -> None:
        """Forgets the counts when a game ends."""
        self._made.clear()
