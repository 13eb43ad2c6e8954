"""The sheets: everything in which one game differs from another, as data."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.move import Move

MOST_PLAYERS: Final = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of a row. It knows its own colour, so that a row may one day mix them."""

    row: int
    position: int
    """Counted from the left, from 0."""
    colour: Colour
    number: int
    locks: bool
    """Whether crossing it also crosses the lock and closes the row."""
    closes: Colour
    """The colour of the row's lock, whose die leaves the game when the row is closed."""
    bits: int
    """What a cross here adds to the row's mark bits, the lock included where it locks."""
    cross: Move
    lucky_cross: Move


Row: TypeAlias = tuple[Cell, ...]


def make_row(row: int, colour: Colour, numbers: Iterable[int], locking_cells: int) -> Row:
    """A row of one colour whose last `locking_cells` cells lock it."""
    numbers = tuple(numbers)
    length = len(numbers)
    return tuple(
        Cell(
            row=row,
            position=position,
            colour=colour,
            number=number,
            locks=position >= length - locking_cells,
            closes=colour,
            bits=1 << position | (1 << length if position >= length - locking_cells else 0),
            cross=Move(colour, number),
            lucky_cross=Move(colour, number, lucky=True),
        )
        for position, number in enumerate(numbers)
    )


@dataclass(frozen=True)
class Variant:
    """One game of the family."""

    name: str
    sides: int
    """Faces of every die."""
    rows: tuple[Row, ...]
    crosses_to_lock: int
    """Crosses that a row must have before one of its locking cells may be crossed."""
    lucky_count: int = 0
    """Lucky numbers printed on each card."""
    lucky_pairs: tuple[tuple[int, int], ...] = ()
    """The pairs that are dealt when nobody sets them by hand: all equally likely to be rolled."""
    misthrow_points: int = 5
    most_misthrows: int = 4
    """This many misthrows of one player end the game."""
    most_closed: int = 2
    """This many closed rows end the game."""
    by_number: dict[int, Row] = field(init=False, repr=False, compare=False)
    """The cells that carry a number, in row order."""
    by_name: dict[tuple[Colour, int], Cell] = field(init=False, repr=False, compare=False)
    """The cell that a move names."""

    def __post_init__(self) -> None:
        cells = [cell for row in self.rows for cell in row]
        by_number = {
            number: tuple(cell for cell in cells if cell.number == number)
            for number in {cell.number for cell in cells}
        }
        object.__setattr__(self, "by_number", by_number)
        object.__setattr__(self, "by_name", {(cell.colour, cell.number): cell for cell in cells})

    @cached_property
    def row_colours(self) -> tuple[Colour, ...]:
        """The colour of each row's lock."""
        return tuple(row[-1].closes for row in self.rows)

    @cached_property
    def numbers(self) -> range:
        """Every sum that two dice can make."""
        return range(2, 2 * self.sides + 1)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"


def make_variant(
    name: str,
    *,
    sides: int,
    locking_cells: int,
    crosses_to_lock: int,
    lucky_pairs: tuple[tuple[int, int], ...] = (),
) -> Variant:
    """A sheet of four one-coloured rows, two rising and two falling over all sums of two dice."""
    rising = range(2, 2 * sides + 1)
    return Variant(
        name=name,
        sides=sides,
        rows=tuple(
            make_row(row, colour, rising if colour in "ry" else reversed(rising), locking_cells)
            for row, colour in enumerate(COLOURS)
        ),
        crosses_to_lock=crosses_to_lock,
        lucky_count=2 if lucky_pairs else 0,
        lucky_pairs=lucky_pairs,
    )


CLASSIC: Final = make_variant("classic", sides=6, locking_cells=1, crosses_to_lock=5)

LONGO: Final = make_variant(
    "longo",
    sides=8,
    locking_cells=2,
    crosses_to_lock=6,
    lucky_pairs=(
        *((4, 9), (5, 8), (5, 10), (6, 7), (6, 11)),
        *((7, 12), (8, 13), (9, 14), (10, 13), (11, 12)),
    ),
)

VARIANTS: Final = {variant.name: variant for variant in (CLASSIC, LONGO)}


def find_variant(name: str) -> Variant:
    """The variant of that name."""
    try:
        return VARIANTS[name]
    except (KeyError, TypeError):
        known = " and ".join(VARIANTS)
        raise ValueError(f"there is no variant {name!r}: there are {known}") from None
