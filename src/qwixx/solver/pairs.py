"""Solves the tables of all lucky pairs that are dealt, by an executor."""

from collections.abc import Iterator
from concurrent.futures import Executor, as_completed
from functools import partial

from qwixx.kernel.arrays import Reals
from qwixx.rules import Variant
from qwixx.solver.layout import canonical_lucky, layout_for
from qwixx.solver.store import Stored
from qwixx.solver.table import (
    NotSolved,
    SoloTable,
    Warn,
    read_table,
    solo_table,
    stored_or_made,
    table_name,
    table_of,
)


def pairs_to_solve(variant: Variant) -> list[tuple[int, ...]]:
    """Returns the different games: of two pairs that are mirror images, only one is solved."""
    return sorted({canonical_lucky(variant, pair)[0] for pair in variant.lucky_pairs})


def solve_pairs(
    variant: Variant, executor: Executor, warn: Warn
) -> Iterator[tuple[tuple[int, ...], SoloTable]]:
    """Yields each pair with its table, as soon as it is ready.

    Tables on disk are not solved again. Tables from other machines are stored here too.
    """
    asked = {}
    for pair in pairs_to_solve(variant):
        try:
            yield pair, read_table(variant, pair)
        except NotSolved:
            asked[executor.submit(_solve, variant, pair)] = pair
    for future in as_completed(asked):
        pair, (seconds, gains) = asked[future], future.result()
        layout = layout_for(variant, pair)
        # It is on disk if it was solved on this machine.
        make = partial(Stored, {"seconds": seconds}, gains)
        stored = stored_or_made(table_name(layout), layout, make, warn=warn, fresh=False)
        yield pair, table_of(layout, stored)


def _solve(variant: Variant, pair: tuple[int, ...]) -> tuple[float, Reals]:
    table = solo_table(variant, pair)
    return table.seconds, table.gains
