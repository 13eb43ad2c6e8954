"""What happens to the cards of a pad."""

from qwixx.rules import Colour
from qwixx.table.base_event import BaseEvent


class CardSat(BaseEvent, tag="card-sat", frozen=True):
    """A card without a phone of its own has taken a free seat at a pad."""

    seat: int
    keeper: int
    """On the phone of the player in this seat."""
    name: str


class Marked(BaseEvent, tag="marked", frozen=True):
    """A cell was crossed on a card of a pad, or a misthrow marked."""

    seat: int
    mark: str


class TakenBack(BaseEvent, tag="taken-back", frozen=True):
    """That was a slip."""

    seat: int
    mark: str


class LockLeft(BaseEvent, tag="lock-left", frozen=True):
    """A seat does not cross the lock of a row that others have closed."""

    seat: int
    colour: Colour
