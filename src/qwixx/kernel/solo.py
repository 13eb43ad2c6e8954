"""The policy that plays by a table of exact solo values. It ignores the other players."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.options import PASS, after_white, allowed_colour, colour_row

MOST_TABLES: Final = 5
"""There are at most five players. The ten lucky pairs that are dealt need five tables, because a
table can be read from both sides."""


class SoloTables(NamedTuple):
    """Tables of points still to come, as compiled code reads them."""

    row_state: NDArray[np.uint8]  # [state]: the tables' number for an open row
    pair: NDArray[np.uint16]  # [row, row]: their number for two rows that both rise or both fall
    closed: int  # The tables' number for a closed row
    gains: tuple[NDArray[np.float64], ...]  # [table][pair, pair, misthrows]; always MOST_TABLES
    lookup: NDArray[np.int64]
    """A line for each lucky pair: its bits, its table, and 1 if it is read from the other side."""


def solo_tables(
    row_state: NDArray[np.int64],
    pair: NDArray[np.uint16],
    closed: int,
    gains: Sequence[NDArray[np.float64]],
    lookup: Sequence[tuple[int, int, int]],
) -> SoloTables:
    """Returns tables with the types that the compiled code expects. They are not copied."""
    if len(gains) > MOST_TABLES:
        raise ValueError(f"{len(gains)} tables are too many for one match")
    filled = [*gains, *([np.zeros((1, 1, 1))] * (MOST_TABLES - len(gains)))]
    views = [np.asarray(table).view() for table in filled]
    for view in views:
        view.flags.writeable = False
    lines = np.array(lookup, np.int64).reshape(-1, 3)
    return SoloTables(row_state.astype(np.uint8), pair.copy(), closed, tuple(views), lines)


class _Table(NamedTuple):
    """The table that one seat needs."""

    row_state: NDArray[np.uint8]
    pair: NDArray[np.uint16]
    gains: NDArray[np.float64]
    closed: int
    flipped: int


@inlined
def _table(position: Position, seat: int, tables: Any) -> _Table:
    """Returns the table for this seat's lucky numbers. The arena has made one for every pair."""
    line = 0
    while tables.lookup[line, 0] != position.lucky[seat]:
        line += 1
    gains = tables.gains[tables.lookup[line, 1]]
    return _Table(tables.row_state, tables.pair, gains, tables.closed, tables.lookup[line, 2])


@inlined
def _gain(chart: Chart, position: Position, seat: int, closed: Any, table: _Table) -> float:
    """Returns the points that are still to come for a seat, once these rows are closed."""
    misthrows = position.misthrows[seat]
    count = (closed & 1) + (closed >> 1 & 1) + (closed >> 2 & 1) + (closed >> 3)
    if count >= chart.most_closed or misthrows >= chart.most_misthrows:
        return 0.0
    first = seat * ROWS
    rising = table.pair[
        _row(table, position.rows[first], closed & 1),
        _row(table, position.rows[first + 1], closed & 2),
    ]
    falling = table.pair[
        _row(table, position.rows[first + 2], closed & 4),
        _row(table, position.rows[first + 3], closed & 8),
    ]
    gain: float
    if table.flipped:
        gain = table.gains[falling, rising, misthrows]
    else:
        gain = table.gains[rising, falling, misthrows]
    return gain


@inlined
def _row(table: _Table, state: int, closed: int) -> Any:
    return table.closed if closed else np.int64(table.row_state[state])


@inlined
def _misthrow_value(chart: Chart, position: Position, seat: int, table: _Table) -> float:
    position.misthrows[seat] += 1
    value: float = _gain(chart, position, seat, position.closed, table) - chart.misthrow_points
    position.misthrows[seat] -= 1
    return value


@inlined
def _cross_value(
    chart: Chart, position: Position, seat: int, row: int, after: int, closed: Any, table: _Table
) -> float:
    """Returns the value of a cross: its points, and those that are still to come after it."""
    place = seat * ROWS + row
    before = position.rows[place]
    position.rows[place] = after
    closing = closed | np.int64(chart.locked[after]) << row
    value = _gain(chart, position, seat, closing, table)
    position.rows[place] = before
    gained: float = value + (chart.points[after] - chart.points[before])
    return gained


@inlined
def _best_colour(
    chart: Chart, position: Position, seat: int, closed: Any, pass_value: float, table: _Table
) -> tuple[int, float]:
    """Returns the best pick of the colour phase, and its value."""
    chosen, best = PASS, pass_value
    for pick in range(PASS):
        row = colour_row(chart, position, pick)
        after = allowed_colour(chart, position, pick, closed, position.rows[seat * ROWS + row])
        if after != NEVER:
            value = _cross_value(chart, position, seat, row, after, closed, table)
            if value > best:
                chosen, best = pick, value
    return chosen, best


@jit
def solo_white(chart: Chart, position: Position, seat: int, picks: int, tables: Any) -> int:
    """Returns the white pick with the highest expected score."""
    if tables is None:  # No player plays by a table: this is compiled without one.
        return PASS
    table = _table(position, seat, tables)
    active = seat == position.active
    chosen = PASS
    best = -np.inf
    for pick in range(PASS, -1, -1):
        if pick != PASS and not picks >> pick & 1:
            continue
        place = seat * ROWS + (pick & 3)
        before = position.rows[place]
        after = before
        closing = np.int64(0)
        if pick != PASS:
            after = after_white(chart, position, seat, pick)
            position.rows[place] = after
            closing = np.int64(chart.locked[after]) << (pick & 3)
        closed = position.closed | closing
        if pick == PASS and active:
            value = _misthrow_value(chart, position, seat, table)
        else:
            value = _gain(chart, position, seat, closed, table)
        # The second closed row ends the game at once (R3): there is no colour phase then.
        if active and not (closing and position.closed):
            value = _best_colour(chart, position, seat, closed, value, table)[1]
        value += chart.points[after] - chart.points[before]
        position.rows[place] = before
        if value > best:
            best = value
            chosen = pick
    return chosen


@jit
def solo_colour(chart: Chart, position: Position, seat: int, crossed: bool, tables: Any) -> int:
    """Returns the colour pick with the highest expected score."""
    if tables is None:
        return PASS
    table = _table(position, seat, tables)
    if crossed:
        pass_value = _gain(chart, position, seat, position.closed, table)
    else:
        pass_value = _misthrow_value(chart, position, seat, table)
    return _best_colour(chart, position, seat, position.closed, pass_value, table)[0]
