"""The tables of all lucky pairs that are dealt, solved wherever an executor does it."""

from collections.abc import Iterator
from concurrent.futures import Executor, as_completed

from qwixx.rules import Variant
from qwixx.solver.layout import Reals, canonical_lucky, layout_for
from qwixx.solver.table import (
    NotSolved,
    SoloTable,
    Warn,
    read_table,
    save_or_warn,
    solo_table,
    table_name,
)


def pairs_to_solve(variant: Variant) -> list[tuple[int, ...]]:
    """One of each two pairs that are the same game with the dice read from the other side."""
    return sorted({canonical_lucky(variant, pair)[0] for pair in variant.lucky_pairs})


def solve_pairs(
    variant: Variant, executor: Executor, warn: Warn
) -> Iterator[tuple[tuple[int, ...], SoloTable]]:
    """Each pair with its table, as they get ready. Those that are on disk already are not solved
    again; what is solved elsewhere is kept here too."""
    asked = {}
    for pair in pairs_to_solve(variant):
        try:
            yield pair, read_table(variant, pair)
        except NotSolved:
            asked[executor.submit(_solve, variant, pair)] = pair
    for future in as_completed(asked):
        pair, (seconds, gains) = asked[future], future.result()
        layout = layout_for(variant, pair)
        try:
            yield pair, read_table(variant, pair)  # it was solved on this machine
        except NotSolved:
            save_or_warn(table_name(layout), layout, {"seconds": seconds}, gains, warn)
            yield pair, SoloTable(layout, gains, False, seconds, cached=False)


def _solve(variant: Variant, pair: tuple[int, ...]) -> tuple[float, Reals]:
    table = solo_table(variant, pair)
    return table.seconds, table.gains
