"""The cells of a sheet, and the rows that they form."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules.colours import Colour
from qwixx.rules.move import Move


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of a row. It knows its own colour: a row may mix them.

    Examples:
        >>> from qwixx import Move, VARIANTS
        >>> cell = VARIANTS["classic"].cell(Move.parse("g2"))
        >>> cell.row, cell.position, cell.locks, cell.closes
        (2, 10, True, 'g')
    """

    row: int
    """Counted from the top, from 0."""
    position: int
    """Counted from the left, from 0."""
    colour: Colour
    """The cell's own colour, which may differ from that of the lock."""
    number: int
    """The printed number."""
    locks: bool
    """Whether crossing it also crosses the lock and closes the row."""
    closes: Colour
    """The colour of the row's lock, whose die leaves the game when the row is closed."""
    bits: int
    """The mark bits of the row that a cross adds, including the lock if the cell locks."""
    cross: Move
    """The move that crosses it."""
    lucky_cross: Move
    """The move that crosses it by luck."""
    name: str
    """Colour and number, as its cross is written: `r5`."""

    def __hash__(self) -> int:
        return self.row << 8 | self.position


Row: TypeAlias = tuple[Cell, ...]
"""The cells of a row, from left to right.

Examples:
    >>> from qwixx.rules import CLASSIC, Row
    >>> red: Row = CLASSIC.rows[0]
    >>> red[0].name, red[-1].name
    ('r2', 'r12')
"""


def make_row(row: int, moves: Iterable[Move], locking_cells: int) -> Row:
    """Returns a row of the cells that crosses name, from left to right.

    The last `locking_cells` cells lock it. The lock has the colour of the last cell.
    """
    moves = tuple(moves)
    lock = moves[-1].colour
    first_lock = len(moves) - locking_cells
    return tuple(
        Cell(
            row=row,
            position=position,
            colour=move.colour,
            number=move.number,
            locks=position >= first_lock,
            closes=lock,
            bits=1 << position | (1 << len(moves) if position >= first_lock else 0),
            cross=move,
            lucky_cross=Move(move.colour, move.number, lucky=True),
            name=str(move),
        )
        for position, move in enumerate(moves)
        if move.colour and lock  # a pass names no cell
    )
