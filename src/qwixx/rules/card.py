"""A player's score card."""

from dataclasses import dataclass

from qwixx.rules.cell import Cell, Colour
from qwixx.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Card:
    """One player's crosses and misthrows.

    Each row is a number whose bit *i* says whether its cell *i* is crossed; the bit after the last
    cell is the lock. So the crosses that count are the bits that are set.

    Examples:
        >>> from qwixx import Game, Move
        >>> game = Game.new(players=1).roll("41/3256").play(0, "r5").play(0, "b10")
        >>> card = game.cards[0]
        >>> card.crosses("r"), card.crossed("b"), card.misthrows, card.score
        (1, (10,), 0, 2)
        >>> card.skips(card.variant.cell(Move.parse("r8")))
        2
    """

    variant: Variant
    """The game that it is a card of."""
    lucky: tuple[int, ...]
    """The lucky numbers printed on this card."""
    marks: tuple[int, ...]
    """The crossed cells of each row, as bits."""
    misthrows: int = 0
    """How many are marked."""

    @classmethod
    def empty(cls, variant: Variant, lucky: tuple[int, ...] = ()) -> "Card":
        """Returns a card without a cross."""
        return cls(variant, lucky, (0,) * len(variant.rows))

    def crosses(self, colour: Colour) -> int:
        """Returns the number of crosses in the row of that colour; a crossed lock counts as one."""
        return self.marks[self._row(colour)].bit_count()

    def crossed(self, colour: Colour) -> tuple[int, ...]:
        """Returns the crossed numbers of the row, from left to right."""
        row = self._row(colour)
        marks = self.marks[row]
        return tuple(cell.number for cell in self.variant.rows[row] if marks >> cell.position & 1)

    def has_lock(self, colour: Colour) -> bool:
        """Returns whether the lock of the row is crossed on this card."""
        row = self._row(colour)
        return bool(self.marks[row] >> len(self.variant.rows[row]))

    def points(self, colour: Colour) -> int:
        """Returns the points of a row: 1, 3, 6, 10 … for 1, 2, 3, 4 … crosses."""
        return self.variant.points[self.crosses(colour)]

    @property
    def score(self) -> int:
        """The total: the points of all rows, less the penalties for misthrows."""
        points = self.variant.points
        total = -self.variant.misthrow_points * self.misthrows
        for marks in self.marks:
            total += points[marks.bit_count()]
        return total

    def skips(self, cell: Cell) -> int:
        """Returns the number of cells that a cross would skip; 0 if the cell is lost."""
        return max(0, cell.position - self.marks[cell.row].bit_length())

    def last_cross(self, row: int) -> Cell | None:
        """Returns the last crossed cell of a row; None without crosses. Rows count from the top."""
        # The bit of the lock stands for no cell.
        cells = self.variant.rows[row]
        marks = self.marks[row] & ~(1 << len(cells))
        return cells[marks.bit_length() - 1] if marks else None

    def with_cross(self, cell: Cell) -> "Card":
        """Returns this card with a cross, and the lock if the cell locks. Checks nothing."""
        marks = list(self.marks)
        marks[cell.row] |= cell.bits
        return Card(self.variant, self.lucky, tuple(marks), self.misthrows)

    def without_cross(self, cell: Cell) -> "Card":
        """Returns this card without that cross, or the lock of that cell. Checks nothing."""
        marks = list(self.marks)
        marks[cell.row] &= ~cell.bits
        return Card(self.variant, self.lucky, tuple(marks), self.misthrows)

    def with_misthrow(self) -> "Card":
        """Returns this card with one misthrow more."""
        return Card(self.variant, self.lucky, self.marks, self.misthrows + 1)

    def without_misthrow(self) -> "Card":
        """Returns this card with one misthrow less. Checks nothing."""
        return Card(self.variant, self.lucky, self.marks, self.misthrows - 1)

    def _row(self, colour: Colour) -> int:
        try:
            return self.variant.row_colours.index(colour)
        except ValueError:
            raise ValueError(f"there is no row {colour!r}: the rows are r, y, g, b") from None
