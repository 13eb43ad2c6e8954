"""What a seat may cross, as bits.

Plain functions that Numba compiles too. A *pick* is a small number. In the white phase, picks 0 to
3 cross the sum in that row and 4 to 7 make a lucky cross there; in the colour phase, 2 * colour +
die crosses the sum of that white die and the die of that colour, in whichever row it stands. PASS
is a pass. Options are a set of picks as bits, and bit order is the order of the rules'
`legal_moves`, in which the pass comes last.
"""

from typing import Final

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position

PASS: Final = 8


def white_options(chart: Chart, position: Position, seat: int) -> int:
    """What that seat may cross for the sum of the white dice."""
    options = 0
    white_sum = position.dice[0] + position.dice[1]
    for row in range(ROWS):
        state = position.rows[seat * ROWS + row]
        options |= int(after_cross(chart, row, white_sum, state) != NEVER) << row
    closed: int = position.closed
    options &= ~closed
    if position.lucky[seat] >> white_sum & 1:
        options |= lucky_rows(chart, position, seat) << ROWS
    return options


def lucky_rows(chart: Chart, position: Position, seat: int) -> int:
    """The open rows with the fewest crosses where the next free cell may be crossed (R13)."""
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
    """What that seat may cross with one white and one coloured die."""
    options = reach = 0
    dice = position.dice
    for row in range(ROWS):
        reach |= chart.reach[row << 7 | position.rows[seat * ROWS + row]]
    for colour in range(ROWS):
        first = (colour << 4) + dice[2 + colour] - 1
        options |= (reach >> first + dice[0] & 1) << 2 * colour
        options |= (reach >> first + dice[1] & 1) << 2 * colour + 1
    if position.closed:
        for pick in range(2 * ROWS):
            if position.closed & rows_needed(chart, position, pick):
                options &= ~(1 << pick)
    if dice[0] == dice[1]:
        options &= 0b01010101  # both dice make the same sum, and that is one move
    return options


def after_cross(chart: Chart, row: int, number: int, state: int) -> int:
    """The row's state once that number is crossed, or NEVER."""
    return after_cell(chart, row << 12 | number << 7, state)


def after_cell(chart: Chart, cell: int, state: int) -> int:
    """The state of a cell's row once it is crossed, or NEVER."""
    after: int = chart.after[cell | state]
    return after


def after_white(chart: Chart, position: Position, seat: int, pick: int) -> int:
    """The state of row `pick & 3` once a white pick is crossed."""
    state = position.rows[seat * ROWS + (pick & 3)]
    if pick >= ROWS:
        lucky: int = chart.lucky_after[state]
        return lucky
    return after_cross(chart, pick, position.dice[0] + position.dice[1], state)


def after_colour(chart: Chart, position: Position, seat: int, pick: int) -> int:
    """The state of the row of a colour pick once it is crossed."""
    cell = colour_cell(chart, position, pick)
    return after_cell(chart, cell, position.rows[seat * ROWS + (cell >> 12)])


def colour_cell(chart: Chart, position: Position, pick: int) -> int:
    """Where the cell of a colour pick stands, as in the chart."""
    colour = pick >> 1
    cell: int = chart.cell[colour << 5 | position.dice[pick & 1] + position.dice[2 + colour]]
    return cell


def colour_row(chart: Chart, position: Position, pick: int) -> int:
    """The row in which the cell of a colour pick stands."""
    return colour_cell(chart, position, pick) >> 12


def rows_needed(chart: Chart, position: Position, pick: int) -> int:
    """The rows that must be open for a colour pick, as bits: its own, and its die's."""
    return 1 << colour_row(chart, position, pick) | 1 << (pick >> 1)
