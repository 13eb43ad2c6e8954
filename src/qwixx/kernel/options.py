"""The moves that a seat may choose from, as bits.

These are plain functions that Numba compiles too. A *pick* is a small number:

- White phase: picks 0 to 3 cross the sum in that row, and 4 to 7 make a lucky cross there.
- Colour phase: 2 * colour + die crosses the sum of that white die and the die of that colour.
- PASS is a pass.

Options are a set of picks as bits. Bit order is the order of `legal_moves` in the rules, in which
the pass comes last.
"""

from typing import Final

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position

PASS: Final = 8


def white_options(chart: Chart, position: Position, seat: int) -> int:
    """Returns the picks of a seat for the sum of the white dice."""
    options = 0
    white_sum = position.dice[0] + position.dice[1]
    for row in range(ROWS):
        state = position.rows[seat * ROWS + row]
        options |= int(after_cross(chart, row, white_sum, state) != NEVER) << row
    options &= ~position.closed
    if position.lucky[seat] >> white_sum & 1:
        options |= lucky_rows(chart, position, seat) << ROWS
    return options


def lucky_rows(chart: Chart, position: Position, seat: int) -> int:
    """Returns the open rows with the fewest crosses whose next free cell may be crossed (R13)."""
    fewest = 99
    options = 0
    for row in range(ROWS):
        if not position.closed >> row & 1:
            state = position.rows[seat * ROWS + row]
            crosses = chart.crosses[state]
            if crosses < fewest:
                fewest = crosses
                options = 0
            if crosses == fewest and chart.lucky_after[state] != NEVER:
                options |= 1 << row
    return options


def colour_options(chart: Chart, position: Position, seat: int) -> int:
    """Returns the picks of a seat for one white and one coloured die."""
    options = 0
    for pick in range(PASS):
        state = position.rows[seat * ROWS + colour_row(chart, position, pick)]
        after = allowed_colour(chart, position, pick, position.closed, state)
        options |= int(after != NEVER) << pick
    return options


def allowed_colour(chart: Chart, position: Position, pick: int, closed: int, state: int) -> int:
    """Returns the state of the row of a colour pick once it is crossed, or NEVER.

    A closed row has taken its die along. Of two equal white dice, only the first one counts.
    """
    row = colour_row(chart, position, pick)
    if closed & rows_needed(row, pick) or (pick & 1 and position.dice[0] == position.dice[1]):
        return NEVER
    return after_cross(chart, row, colour_number(position, pick), state)


def after_cross(chart: Chart, row: int, number: int, state: int) -> int:
    """Returns the row's state once that number is crossed, or NEVER."""
    after: int = chart.after[row << 12 | number << 7 | state]
    return after


def after_white(chart: Chart, position: Position, seat: int, pick: int) -> int:
    """Returns the state of row `pick & 3` once a white pick is crossed."""
    state = position.rows[seat * ROWS + (pick & 3)]
    if pick >= ROWS:
        lucky: int = chart.lucky_after[state]
        return lucky
    return after_cross(chart, pick, position.dice[0] + position.dice[1], state)


def after_colour(chart: Chart, position: Position, seat: int, pick: int) -> int:
    """Returns the state of the row of a colour pick once it is crossed."""
    row = colour_row(chart, position, pick)
    state = position.rows[seat * ROWS + row]
    return after_cross(chart, row, colour_number(position, pick), state)


def colour_row(chart: Chart, position: Position, pick: int) -> int:
    """Returns the row of the cell of a colour pick.

    The length of `chart.row` belongs to the chart's type, so compiled code looks nothing up on
    sheets without mixed colours.
    """
    if len(chart.row) > 0:
        row: int = chart.row[pick >> 1 << 5 | colour_number(position, pick)]
        return row
    return pick >> 1


def colour_number(position: Position, pick: int) -> int:
    """Returns the sum of the white and the coloured die of a colour pick."""
    number: int = position.dice[pick & 1] + position.dice[2 + (pick >> 1)]
    return number


def rows_needed(row: int, pick: int) -> int:
    """Returns the rows that must be open for a colour pick, as bits: the cell's and the die's."""
    return 1 << row | 1 << (pick >> 1)


def score(chart: Chart, position: Position, seat: int) -> int:
    """Returns the points on a seat's card."""
    total = -chart.misthrow_points * position.misthrows[seat]
    for row in range(ROWS):
        total += chart.points[position.rows[seat * ROWS + row]]
    return int(total)


def is_free(chart: Chart, state: int, after: int) -> bool:
    """Returns whether a cross skips nothing."""
    return bool(chart.last[after] == chart.last[state] + 1)


def has_free_white(chart: Chart, position: Position, seat: int, picks: int) -> bool:
    """Returns whether one of these white picks skips nothing."""
    found = False
    for pick in range(PASS):
        if picks >> pick & 1:
            state = position.rows[seat * ROWS + (pick & 3)]
            found |= is_free(chart, state, after_white(chart, position, seat, pick))
    return found


def threatened_rows(chart: Chart, position: Position, seat: int) -> int:
    """Returns the rows that another seat may close with the white dice."""
    threatened = 0
    white_sum = position.dice[0] + position.dice[1]
    for other in range(position.players):
        for row in range(ROWS):
            state = position.rows[other * ROWS + row]
            after = after_cross(chart, row, white_sum, state)
            lucky = position.lucky[other] >> white_sum & 1 and chart.lucky_after[state] != NEVER
            if other != seat and (
                (after != NEVER and chart.locked[after])
                or (lucky and chart.locked[chart.lucky_after[state]])
            ):
                threatened |= 1 << row
    return threatened
