"""A pad: cards on phones, beside dice of which the server knows nothing."""

from typing import Literal, TypeAlias

from msgspec import Struct

from qwixx.protocol.cards import Card, ClosedRow
from qwixx.protocol.types import Colour, Mark

EndingKind: TypeAlias = Literal["rows-closed", "misthrows"]
"""How a game ended: rows were closed, as many as its rules ask for, or a last misthrow."""


class PadCard(Struct, rename="camel", frozen=True):
    """What may be done with a card now, whatever the dice show."""

    cells: list[str]
    """A line for each row with one sign per cell. It may be crossed: "o" open, "s" though others
    have closed the row, in the same throw. It may be taken back: "x". Neither, because it is
    "-" left of the last cross, "c" in a closed row, "n" not preceded by enough crosses."""
    misthrow: Mark | None
    """The next one, if there is one left."""
    newest: Mark | None
    """What was marked last: it may be taken back."""
    shared: list[Colour]
    """Rows that others have closed and whose lock may still be crossed, or left."""


class PadResult(Struct, rename="camel", frozen=True):
    number: int
    """Of this game, among those at the table."""
    winners: list[int]
    places: list[int]
    """Places in seat order, 1 for the winners; equal totals share one."""


class Pad(Struct, rename="camel", frozen=True):
    id: str
    """Names this game among those of the table."""
    cards: list[Card]
    closed: list[ClosedRow]
    marking: list[PadCard]
    """In seat order. The card of a seat is marked by its player, or by its keeper."""
    ending: EndingKind | None
    """The game is over, if nothing on the cards is a slip: somebody has to confirm it."""
    result: PadResult | None
    """Once somebody has. There is no record of a pad."""
