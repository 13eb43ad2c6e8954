"""A sheet as numbers, in the form that the game loops read.

A chart is one record in memory, so that compiled code hands over a single pointer; its arrays have
fixed strides, so that an index costs no multiplication. Plain Python reads the same names and
indices on lists.
"""

from collections.abc import Iterable
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
"""A record of CHART or MIXED_CHART, or an object with the same fields as lists. Numba knows the
type, mypy cannot.

after[row << 12 | number << 7 | state]: the state once that number is crossed in an open row.
row[colour << 5 | number]: where that cell stands; empty where every colour has a row of its own.
lucky_after[state]: the state once the next free cell is crossed.
points, crosses, last, locked [state]: as in `RowStates`.
pairs: the lucky pairs that are dealt, as bits.
"""

_FIELDS: Final = [
    ("after", np.uint8, ROWS * _NUMBERS * _STATES),
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
]
CHART: Final = np.dtype([*_FIELDS, ("row", np.uint8, (0,))], align=True)
MIXED_CHART: Final = np.dtype([*_FIELDS, ("row", np.uint8, (ROWS * _NUMBERS,))], align=True)
"""For sheets with mixed colours. A type of its own: looking up a row costs the others a tenth of
their speed."""

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
    chart = np.zeros(1, MIXED_CHART if variant.is_mixed else CHART)
    record: Any = chart[0]
    if tables.states > _STATES or tables.position.shape[1] > _NUMBERS:
        raise ValueError(f"the rows of {variant.name} are too long")
    after = record["after"].reshape(ROWS, _NUMBERS, _STATES)
    after[:] = NEVER
    for row, number in np.argwhere(tables.position >= 0):
        after[row, number, : tables.states] = tables.after[:, tables.position[row, number]]
    if variant.is_mixed:
        rows = record["row"].reshape(ROWS, _NUMBERS)
        rows[:, : tables.row.shape[1]] = np.maximum(tables.row, 0)
    record["lucky_after"] = NEVER
    for name in ("lucky_after", "points", "crosses", "last", "locked"):
        # -1, the tables' word for what is not allowed, becomes NEVER here.
        record[name][: tables.states] = getattr(tables, name).astype(record[name].dtype)
    record["pairs"][: len(variant.lucky_pairs)] = [*map(lucky_bits, variant.lucky_pairs)]
    record["pair_count"] = len(variant.lucky_pairs)
    record["cells"] = tables.cells
    for name in ("sides", "crosses_to_lock", "misthrow_points", "most_misthrows", "most_closed"):
        record[name] = getattr(variant, name)
    chart.flags.writeable = False
    return chart


def lucky_bits(numbers: Iterable[int]) -> int:
    """Returns lucky numbers as bits."""
    return sum(1 << number for number in numbers)


def lucky_numbers(variant: Variant, bits: int) -> tuple[int, ...]:
    """Returns the lucky numbers that are set in `bits`."""
    return tuple(number for number in variant.numbers if bits >> number & 1)


def plain(record: NDArray[np.void]) -> SimpleNamespace:
    """The first record of an array, with its fields as lists and numbers."""
    return SimpleNamespace(**{name: record[0][name].tolist() for name in record.dtype.names or ()})


@lru_cache(maxsize=8)
def plain_chart_for(variant: Variant) -> SimpleNamespace:
    """The chart of a variant, as plain Python reads it fastest."""
    return plain(chart_for(variant))
