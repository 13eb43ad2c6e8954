"""A sheet as numbers, in the form that the game loops read.

A chart is one record in memory, so compiled code passes a single pointer. Its arrays have fixed
strides, so an index costs no multiplication. Plain Python reads the same fields as lists.
"""

from collections.abc import Iterable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, Protocol, TypeAlias, cast

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
Reals: TypeAlias = Any
"""A list or an array of floating-point numbers."""


class Chart(Protocol):
    """A record of CHART or MIXED_CHART, or an object with the same fields as lists."""

    after: Integers
    """[row << 12 | number << 7 | state]: the state once that number is crossed in an open row."""
    row: Integers
    """[colour << 5 | number]: the row of that cell; empty if every colour has its own row."""
    lucky_after: Integers
    """[state]: the state once the next free cell is crossed."""
    points: Integers
    crosses: Integers
    last: Integers
    locked: Integers
    """[state], like the three before: as in `RowStates`."""
    pairs: Integers
    """The lucky pairs that are dealt, as bits."""
    pair_count: int
    sides: int
    cells: int
    crosses_to_lock: int
    misthrow_points: int
    most_misthrows: int
    most_closed: int


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
"""For sheets with mixed colours. The other sheets would lose a tenth of their speed by looking up
rows."""


class Position(Protocol):
    """The public state of a game: a record of POSITION, or an object with the same fields."""

    rows: Integers
    """[4 * seat + row]: row states."""
    misthrows: Integers
    """[seat]"""
    lucky: Integers
    """[seat]: a bit for each lucky number."""
    dice: Integers
    """Both white dice, then the coloured ones in row order."""
    players: int
    active: int
    closed: int
    """A bit for each closed row."""


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
    """Returns the chart of a variant, as an array of one record."""
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
    """Returns the first record of an array, with its fields as lists and numbers."""
    return SimpleNamespace(**{name: record[0][name].tolist() for name in record.dtype.names or ()})


@lru_cache(maxsize=8)
def plain_chart_for(variant: Variant) -> Chart:
    """Returns the chart of a variant in the form that plain Python reads fastest."""
    return cast("Chart", plain(chart_for(variant)))
