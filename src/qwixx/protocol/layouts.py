"""The printed cards, as the page is told them."""

from functools import cache

from qwixx.protocol.views import Layout, LayoutRow
from qwixx.protocol.words import Variant
from qwixx.rules import find_variant


@cache
def layout(name: Variant) -> Layout:
    """The printed card of a variant."""
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
    # The lock counts as one more, and only one of the cells that lock can be crossed.
    most = len(variant.rows[0]) + 2 - rows[0].locking
    return Layout(
        variant=name,
        rows=rows,
        faces=variant.sides,
        needed=variant.crosses_to_lock,
        points=[crosses * (crosses + 1) // 2 for crosses in range(1, most + 1)],
        misthrow=-variant.misthrow_points,
        misthrows=variant.most_misthrows,
    )
