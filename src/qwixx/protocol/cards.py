"""Cards as they are printed, and with what is crossed on them."""

from msgspec import Struct

from qwixx.protocol.types import Colour, Variant


class LayoutRow(Struct, rename="camel", frozen=True):
    colour: Colour
    """The colour of its lock."""
    numbers: list[int]
    """The numbers from left to right."""
    colours: str
    """One letter per cell: its colour."""
    locking: int
    """How many of the last numbers are locking cells: 1 or 2."""


class Layout(Struct, rename="camel", frozen=True):
    """The printed card: everything about it that never changes."""

    variant: Variant
    rows: list[LayoutRow]
    faces: int
    """The faces of a die: 6 or 8."""
    needed: int
    """The crosses needed before a locking cell: 5 or 6."""
    lucky: int
    """The number of lucky numbers on each card: 0 or 2."""
    lucky_pairs: list[list[int]]
    """The pairs that can be dealt."""
    points: list[int]
    """The points for 1, 2, 3 … crosses in a row."""
    misthrow: int
    """The points of a misthrow, -5."""
    misthrows: int
    """The number of misthrows that ends the game, 4."""
    house_rule: str | None
    """The name of the variant in which only the last closed row ends the game; null: none."""


class CardRow(Struct, rename="camel", frozen=True):
    marks: str
    """One sign per cell: "x" crossed, "-" lost, "." open."""
    locked: bool
    """The lock symbol is crossed on this card."""
    crosses: int
    """The number of crosses, with the lock."""
    points: int


class Card(Struct, rename="camel", frozen=True):
    rows: list[CardRow]
    misthrows: int
    total: int
    lucky: list[int]
    """The two lucky numbers of a Longo card; otherwise empty."""


class ClosedRow(Struct, rename="camel", frozen=True):
    colour: Colour
    turn: int
    by: list[int]
    """The seats that locked it."""
