"""Events about the cards of a pad."""

from qwixx.rules import Colour
from qwixx.table.base_event import BaseEvent


class CardSat(BaseEvent, tag="card-sat", frozen=True):
    """A player without a phone has taken a free seat at a pad."""

    seat: int
    keeper: int
    """The seat of the player whose phone shows the card."""
    name: str


class Marked(BaseEvent, tag="marked", frozen=True):
    """A cell was crossed on a card of a pad, or a misthrow marked."""

    seat: int
    mark: str


class TakenBack(BaseEvent, tag="taken-back", frozen=True):
    """A mark on a pad was taken back."""

    seat: int
    mark: str


class LockLeft(BaseEvent, tag="lock-left", frozen=True):
    """A seat has declined to cross the lock of a row that others have closed."""

    seat: int
    colour: Colour
