"""A pad: cards on phones, beside real dice that nobody enters."""

from msgspec import Struct

from qwixx.protocol.cards import Card, ClosedRow
from qwixx.protocol.types import Colour, EndingKind, Mark


class PadCard(Struct, rename="camel", frozen=True):
    """The marks that a card allows now, for any dice."""

    cells: list[str]
    """A text for each row with one sign per cell. You may cross "o", an open cell, and "s", whose
    row others have closed with the same roll. You may take "x" back. The others allow nothing: "-"
    is left of the last cross, "c" in a closed row, "n" lacks crosses before it."""
    misthrow: Mark | None
    """The next misthrow; null if all are marked."""
    newest: Mark | None
    """The latest mark, which may be taken back."""
    shared: list[Colour]
    """Rows that others have closed, and whose lock may still be crossed or declined."""


class PadResult(Struct, rename="camel", frozen=True):
    number: int
    """The number of this game at its table."""
    winners: list[int]
    places: list[int]
    """Places in seat order, 1 for the winners; equal totals share one."""


class Pad(Struct, rename="camel", frozen=True):
    id: str
    """Names this game among those of its table."""
    cards: list[Card]
    closed: list[ClosedRow]
    marking: list[PadCard]
    """In seat order. The card of a seat is marked by its player, or by its keeper."""
    ending: EndingKind | None
    """Set once the cards show the end. A player has to confirm that nothing is a slip."""
    result: PadResult | None
    """Set once a player has confirmed the end. A pad has no record."""
