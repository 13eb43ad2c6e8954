"""The effects of a move by itself: crosses, skipped cells, closed rows, the end, points."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from qwixx.rules.card import Card
from qwixx.rules.cell import Cell
from qwixx.rules.colours import Colour


class Consequences(NamedTuple):
    """The effects of a move that do not depend on the moves of others.

    Examples:
        >>> from qwixx import Game
        >>> game = Game.new().roll("41/3256")
        >>> brings = game.consequences(0, "r5")
        >>> brings.points, [str(cell.cross) for cell in brings.skipped]
        (1, ['r2', 'r3', 'r4'])
        >>> brings.misthrow, brings.closes, brings.ends
        (False, frozenset(), False)
    """

    cell: Cell | None
    """The cell that is crossed; None in a pass."""
    crosses: int
    """Crosses that count: none in a pass, two where the lock is crossed as well."""
    skipped: tuple[Cell, ...]
    """The cells that are lost because they are skipped, from left to right."""
    closes: frozenset[Colour]
    """The rows that it closes, by the colours of their locks."""
    misthrow: bool
    """Whether it is a misthrow."""
    ends: bool
    """Whether it ends the game for sure."""
    points: int
    """The points that it adds to the total now."""


def cross_consequences(card: Card, closed: AbstractSet[Colour], cell: Cell) -> Consequences:
    """Returns the effects of crossing a cell while these rows are closed. Checks nothing."""
    variant, marks = card.variant, card.marks[cell.row]
    row, points = variant.rows[cell.row], variant.points
    return Consequences(
        cell=cell,
        crosses=cell.bits.bit_count(),
        skipped=row[cell.position - card.skips(cell) : cell.position],
        closes=frozenset([cell.closes]) if cell.locks else frozenset(),
        misthrow=False,
        ends=cell.locks and len(closed) + 1 >= variant.most_closed,
        points=points[(marks | cell.bits).bit_count()] - points[marks.bit_count()],
    )


def pass_consequences(card: Card, *, misthrow: bool) -> Consequences:
    """Returns the effects of a pass, with or without a misthrow."""
    variant = card.variant
    return Consequences(
        cell=None,
        crosses=0,
        skipped=(),
        closes=frozenset(),
        misthrow=misthrow,
        ends=misthrow and card.misthrows + 1 >= variant.most_misthrows,
        points=-variant.misthrow_points if misthrow else 0,
    )
