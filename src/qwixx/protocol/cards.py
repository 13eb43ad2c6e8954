"""Cards as they are printed, and with what is crossed on them."""

from functools import cache

from msgspec import Struct

from qwixx.protocol.types import Colour, Variant
from qwixx.rules import VARIANTS, find_variant


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


@cache
def house_rule(sheet: Variant) -> str | None:
    """Returns the variant of that sheet in which only the last closed row ends the game."""
    houses = (variant.name for variant in VARIANTS.values() if variant.sheet == sheet)
    return next((name for name in houses if name != sheet), None)


@cache
def layout(name: Variant) -> Layout:
    """Returns the printed card of a variant."""
    variant = find_variant(name)
    rows = [
        LayoutRow(
            colour=row[-1].closes,
            numbers=[cell.number for cell in row],
            colours="".join(cell.colour for cell in row),
            locking=sum(cell.locks for cell in row),
        )
        for row in variant.rows
    ]
    return Layout(
        variant=name,
        rows=rows,
        faces=variant.sides,
        needed=variant.crosses_to_lock,
        lucky=variant.lucky_count,
        lucky_pairs=[list(pair) for pair in variant.lucky_pairs],
        points=list(variant.points[1:]),
        misthrow=-variant.misthrow_points,
        misthrows=variant.most_misthrows,
        house_rule=house_rule(name),
    )
