"""What a seat may cross, as bits.

Plain functions that Numba compiles too. A *pick* is a small number. In the white phase, picks 0 to
3 cross the sum in that row and 4 to 7 make a lucky cross there; in the colour phase, 2 * row + die
crosses that white die and the row's die. PASS is a pass. Options are a set of picks as bits, and
bit order is the order of the rules' `legal_moves`, in which the pass comes last.
"""

from typing import Final

from qwixx.kernel.sheet import NEVER, ROWS, Position, Sheet

PASS: Final = 8


def white_options(sheet: Sheet, position: Position, seat: int) -> int:
    """What that seat may cross for the sum of the white dice."""
    options = 0
    white_sum = position.dice[0] + position.dice[1]
    for row in range(ROWS):
        state = position.rows[seat * ROWS + row]
        options |= int(after_cross(sheet, row, white_sum, state) != NEVER) << row
    closed: int = position.closed
    options &= ~closed
    if position.lucky[seat] >> white_sum & 1:
        options |= lucky_rows(sheet, position, seat) << ROWS
    return options


def lucky_rows(sheet: Sheet, position: Position, seat: int) -> int:
    """The open rows with the fewest crosses where the next free cell may be crossed (R13)."""
    fewest = 99
    options = 0
    for row in range(ROWS):
        if not position.closed >> row & 1:
            state = position.rows[seat * ROWS + row]
            crosses = sheet.crosses[state]
            if crosses < fewest:
                fewest = crosses
                options = 0
            if crosses == fewest and sheet.lucky_after[state] != NEVER:
                options |= 1 << row
    return options


def colour_options(sheet: Sheet, position: Position, seat: int) -> int:
    """What that seat may cross with one white and one coloured die."""
    options = 0
    dice = position.dice
    for row in range(ROWS):
        if not position.closed >> row & 1:
            state = position.rows[seat * ROWS + row]
            pips = dice[2 + row]
            options |= int(after_cross(sheet, row, dice[0] + pips, state) != NEVER) << 2 * row
            options |= int(after_cross(sheet, row, dice[1] + pips, state) != NEVER) << 2 * row + 1
    if dice[0] == dice[1]:
        options &= 0b01010101  # both dice make the same sum, and that is one move
    return options


def after_cross(sheet: Sheet, row: int, number: int, state: int) -> int:
    """The row's state once that number is crossed, or NEVER."""
    after: int = sheet.after[row << 12 | number << 7 | state]
    return after


def after_white(sheet: Sheet, position: Position, seat: int, pick: int) -> int:
    """The state of row `pick & 3` once a white pick is crossed."""
    state = position.rows[seat * ROWS + (pick & 3)]
    if pick >= ROWS:
        lucky: int = sheet.lucky_after[state]
        return lucky
    return after_cross(sheet, pick, position.dice[0] + position.dice[1], state)


def after_colour(sheet: Sheet, position: Position, seat: int, pick: int) -> int:
    """The state of row `pick >> 1` once a colour pick is crossed."""
    row = pick >> 1
    number = position.dice[pick & 1] + position.dice[2 + row]
    return after_cross(sheet, row, number, position.rows[seat * ROWS + row])
