"""What happens at a table with screens, and with people who have no seat and ask for one."""

from qwixx.table.base_event import BaseEvent


class SeatAsked(BaseEvent, tag="seat-asked", frozen=True):
    """Somebody without a seat would like to play. The position of this entry names the ask."""

    person: str
    name: str
    program: bool = False


class SeatGranted(BaseEvent, tag="seat-granted", frozen=True):
    """The host lets them in: they sit down now in the lobby, or when the next game begins."""

    ask: int


class SeatAskEnded(BaseEvent, tag="seat-ask-ended", frozen=True):
    """They no longer ask, or the host says no."""

    ask: int
    declined: bool = False


class ScreenInvited(BaseEvent, tag="screen-invited", frozen=True):
    """A screen may come and roll or enter dice for those who sit here."""

    ticket: str


class ScreenAdmitted(BaseEvent, tag="screen-admitted", frozen=True):
    """It has come."""

    person: str
