"""What people change at a table beside playing: bounded, as every change is kept in the log."""

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
    """How many changes each person has made since the game before this one ended."""

    def __init__(self) -> None:
        self._made: Counter[str] = Counter()

    def add(self, person: str, event: events.Event) -> None:
        if isinstance(event, _COUNTED):
            self._made[person] += 1

    def allow(self, person: str, event: events.Event) -> bool:
        """Returns whether that person may make one more. Nobody else is bounded by it."""
        return not isinstance(event, _COUNTED) or not person or self._made[person] < MOST

    def begin_again(self) -> None:
        """Forgets the counts: the next game is about to be prepared."""
        self._made.clear()
