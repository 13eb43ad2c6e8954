"""A sheet as numbers, in the form that the game loops read.

A chart is one record in memory, so that compiled code hands over a single pointer; its arrays have
fixed strides, so that an index costs no multiplication. Plain Python reads the same names and
indices on lists.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.row_states import row_states_for
from qwixx.rules import COLOURS, MOST_PLAYERS, Variant

ROWS: Final = len(COLOURS)
NEVER: Final = 255
"""Stands for the state after a cross that is not allowed."""

_NUMBER_BITS: Final = 5
_STATE_BITS: Final = 7
_STATES: Final = 1 << _STATE_BITS
_NUMBERS: Final = 1 << _NUMBER_BITS

Integers: TypeAlias = Any
"""A list or an array of integers."""

Chart: TypeAlias = Any
"""A record of CHART, or an object with the same fields as lists. Numba knows its type, mypy cannot.

after[row << 12 | number << 7 | state]: the state once that number is crossed in an open row.
reach[row << 7 | state]: the cells that may be crossed in an open row, bit 16 * colour + number - 1
for each.
cell[colour << 5 | number]: where that cell stands: row << 12 | number << 7, to look up `after`.
lucky_after[state]: the state once the next free cell is crossed.
points, crosses, last, locked [state]: as in `RowStates`.
pairs: the lucky pairs that are dealt, as bits.
"""

CHART: Final = np.dtype(
    [
        ("after", np.uint8, ROWS * _NUMBERS * _STATES),
        ("reach", np.int64, ROWS * _STATES),
        ("cell", np.int16, ROWS * _NUMBERS),
        ("lucky_after", np.uint8, _STATES),
        ("points", np.int16, _STATES),
        ("crosses", np.uint8, _STATES),
        ("last", np.uint8, _STATES),
        ("locked", np.uint8, _STATES),
        ("pairs", np.int32, 16),
        ("pair_count", np.int64),
        ("sides", np.int64),
        ("cells", np.int64),
        ("crosses_to_lock", np.int64),
        ("misthrow_points", np.int64),
        ("most_misthrows", np.int64),
        ("most_closed", np.int64),
    ],
    align=True,
)

Position: TypeAlias = Any
"""What all may see: a record of POSITION, or an object with the same fields as lists.

rows[4 * seat + row]: row states. lucky[seat]: a bit for each lucky number. dice: both white ones,
then the coloured ones in row order. closed: a bit for each closed row.
"""

POSITION: Final = np.dtype(
    [
        ("rows", np.uint8, ROWS * MOST_PLAYERS),
        ("misthrows", np.uint8, MOST_PLAYERS),
        ("lucky", np.int32, MOST_PLAYERS),
        ("dice", np.uint8, 2 + ROWS),
        ("players", np.int64),
        ("active", np.int64),
        ("closed", np.int64),
    ],
    align=True,
)


@lru_cache(maxsize=8)
def chart_for(variant: Variant) -> NDArray[np.void]:
    """The chart of a variant, as an array of one record."""
    tables = row_states_for(variant)
    chart = np.zeros(1, CHART)
    record: Any = chart[0]
    if tables.states > _STATES or tables.position.shape[1] > _NUMBERS:
        raise ValueError(f"the rows of {variant.name} are too long")
    after = record["after"].reshape(ROWS, _NUMBERS, _STATES)
    after[:] = NEVER
    for row, number in np.argwhere(tables.position >= 0):
        after[row, number, : tables.states] = tables.after[:, tables.position[row, number]]
    reach = record["reach"].reshape(ROWS, _STATES)
    for colour, number in np.argwhere(tables.row >= 0):
        row = tables.row[colour, number]
        record["cell"][colour << 5 | number] = row << 12 | number << 7
        reach[row, after[row, number] != NEVER] |= np.int64(1) << 16 * colour + number - 1
    record["lucky_after"] = NEVER
    for name in ("lucky_after", "points", "crosses", "last", "locked"):
        # -1, the tables' word for what is not allowed, becomes NEVER here.
        record[name][: tables.states] = getattr(tables, name).astype(record[name].dtype)
    for pair, (low, high) in enumerate(variant.lucky_pairs):
        record["pairs"][pair] = 1 << low | 1 << high
    record["pair_count"] = len(variant.lucky_pairs)
    record["cells"] = tables.cells
    for name in ("sides", "crosses_to_lock", "misthrow_points", "most_misthrows", "most_closed"):
        record[name] = getattr(variant, name)
    chart.flags.writeable = False
    return chart


def plain(record: NDArray[np.void]) -> SimpleNamespace:
    """The first record of an array, with its fields as lists and numbers."""
    return SimpleNamespace(**{name: record[0][name].tolist() for name in record.dtype.names or ()})


@lru_cache(maxsize=8)
def plain_chart_for(variant: Variant) -> SimpleNamespace:
    """The chart of a variant, as plain Python reads it fastest."""
    return plain(chart_for(variant))
