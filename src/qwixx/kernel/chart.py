"""A sheet and the state of a game as numbers, in the form that the game loops read."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.records import Integer, Integers, plain, record_type
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import COLOURS, MOST_PLAYERS, Variant

ROWS: Final = len(COLOURS)
NEVER: Final = 255  # Stands for the state after a cross that is not allowed

_NUMBER_BITS: Final = 5
_STATE_BITS: Final = 7
_STATES: Final = 1 << _STATE_BITS
_NUMBERS: Final = 1 << _NUMBER_BITS


class Chart(Protocol):
    """The fields of CHART and MIXED_CHART. A cross that is not allowed leads to the state NEVER."""

    # [row << 12 | number << 7 | state]: the state once that number is crossed in an open row.
    after: Annotated[Integers, np.uint8, ROWS * _NUMBERS * _STATES]
    # [state]: the state once the next free cell is crossed, then facts as in `RowStates`.
    lucky_after: Annotated[Integers, np.uint8, _STATES]
    points: Annotated[Integers, np.int16, _STATES]
    crosses: Annotated[Integers, np.uint8, _STATES]
    last: Annotated[Integers, np.uint8, _STATES]
    locked: Annotated[Integers, np.uint8, _STATES]
    pairs: Annotated[Integers, np.int32, 16]  # the lucky pairs that are dealt, as bits
    pair_count: Integer
    sides: Integer
    cells: Integer
    crosses_to_lock: Integer
    misthrow_points: Integer
    most_misthrows: Integer
    most_closed: Integer
    # [colour << 5 | number]: the row of that cell; empty if every colour has its own row.
    row: Annotated[Integers, np.uint8, 0]


CHART: Final = record_type(Chart)
# The other sheets would lose a tenth of their speed by looking up rows.
MIXED_CHART: Final = record_type(Chart, row=ROWS * _NUMBERS)


class Position(Protocol):
    """The public state of a game: the fields of POSITION."""

    rows: Annotated[Integers, np.uint8, ROWS * MOST_PLAYERS]  # [4 * seat + row]: row states
    misthrows: Annotated[Integers, np.uint8, MOST_PLAYERS]  # [seat]
    lucky: Annotated[Integers, np.int32, MOST_PLAYERS]  # [seat]: a bit for each lucky number
    dice: Annotated[Integers, np.uint8, 2 + ROWS]  # both white dice, then the others in row order
    players: Integer
    active: Integer  # the seat that has rolled
    closed: Integer  # a bit for each closed row


POSITION: Final = record_type(Position)


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
        # The tables mark forbidden crosses with -1, which becomes NEVER here.
        record[name][: tables.states] = getattr(tables, name).astype(record[name].dtype)
    record["pairs"][: len(variant.lucky_pairs)] = [*map(lucky_bits, variant.lucky_pairs)]
    record["pair_count"] = len(variant.lucky_pairs)
    record["cells"] = tables.cells
    for name in ("sides", "crosses_to_lock", "misthrow_points", "most_misthrows", "most_closed"):
        record[name] = getattr(variant, name)
    chart.flags.writeable = False
    return chart


def lucky_bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def lucky_numbers(variant: Variant, bits: int) -> tuple[int, ...]:
    """Returns the lucky numbers that are set in `bits`."""
    return tuple(number for number in variant.numbers if bits >> number & 1)


@lru_cache(maxsize=8)
def plain_chart_for(variant: Variant) -> Chart:
    """Returns the chart of a variant in the form that plain Python reads fastest."""
    return cast("Chart", plain(chart_for(variant)))
