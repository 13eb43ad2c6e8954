"""Events about screens, and about spectators who ask for a seat."""

from qwixx.table.base_event import BaseEvent


class SeatAsked(BaseEvent, tag="seat-asked", frozen=True):
    """A spectator has asked for a seat. The position of this entry identifies the request."""

    person: str
    name: str
    program: bool = False


class SeatGranted(BaseEvent, tag="seat-granted", frozen=True):
    """The host has granted a request. The spectator sits down in the lobby or at the next game."""

    ask: int


class SeatAskEnded(BaseEvent, tag="seat-ask-ended", frozen=True):
    """A request has ended: it was withdrawn or declined."""

    ask: int
    declined: bool = False


class ScreenInvited(BaseEvent, tag="screen-invited", frozen=True):
    """The host has invited a screen, which may roll or enter dice."""

    ticket: str


class ScreenAdmitted(BaseEvent, tag="screen-admitted", frozen=True):
    """A screen was admitted."""

    person: str
