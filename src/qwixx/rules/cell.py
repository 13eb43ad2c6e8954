"""The words of a card: colours, moves and cells, and how they are written."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product, starmap
from typing import Final, Literal, TypeAlias

from qwixx.rules.errors import NotationError

Colour: TypeAlias = Literal["r", "y", "g", "b"]
"""The letter of a colour: `r` red, `y` yellow, `g` green, `b` blue.

Examples:
    >>> from qwixx import Colour
    >>> blue: Colour = "b"
"""

COLOURS: Final[tuple[Colour, ...]] = ("r", "y", "g", "b")
"""All four letters, in the order of the rows and of the dice in a roll.

Examples:
    >>> from qwixx import COLOURS
    >>> "".join(COLOURS)
    'rygb'
"""
COLOUR_NAMES: Final[dict[Colour, str]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
"""The English name of each colour.

Examples:
    >>> from qwixx.rules import COLOUR_NAMES
    >>> COLOUR_NAMES["g"]
    'green'
"""


@dataclass(frozen=True, slots=True)
class Move:
    """One answer to a roll. Locks and misthrows follow from the rules and are never moves.

    Examples:
        >>> from qwixx import Move
        >>> move = Move.parse("r5")
        >>> move.colour, move.number, str(Move("g", 16, lucky=True))
        ('r', 5, '*g16')
    """

    colour: Colour | None = None
    """The colour of the crossed cell; None is a pass."""
    number: int = 0
    """The number of the crossed cell; 0 in a pass."""
    lucky: bool = False
    """Whether a lucky number allows this cross (Longo, white phase)."""

    @property
    def is_pass(self) -> bool:
        """Whether the move is a pass, which crosses nothing."""
        return self.colour is None

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Reads `r5`, `*g16` or `-`."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise NotationError(
                f"not a move: {text!r} (a cross is like r5, a lucky cross like *g16, a pass is -)"
            ) from None

    def __str__(self) -> str:
        if self.colour is None:
            return "-"
        return f"{'*' if self.lucky else ''}{self.colour}{self.number}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def in_words(self) -> str:
        """Returns the move in English: `red 5`, `green 16 (lucky)` or `pass`."""
        if self.colour is None:
            return "pass"
        return f"{COLOUR_NAMES[self.colour]} {self.number}{' (lucky)' if self.lucky else ''}"


PASS: Final[Move] = Move()
"""The move that crosses nothing.

Examples:
    >>> from qwixx import PASS
    >>> str(PASS), PASS.is_pass
    ('-', True)
"""

# Every well-formed move. Numbers that are on no card are still notation: the rules refuse them.
_BY_TEXT: Final[dict[str, Move]] = {
    str(move): move
    for move in (PASS, *starmap(Move, product(COLOURS, range(1, 100), (False, True))))
}


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
    """Returns a row of cells from left to right; each is named as the move that crosses it.

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
