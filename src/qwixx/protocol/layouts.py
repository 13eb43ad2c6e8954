"""The printed cards, as the server sends them to the page."""

from functools import cache

from qwixx.protocol.cards import Layout, LayoutRow
from qwixx.protocol.types import Variant
from qwixx.rules import VARIANTS, find_variant


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
