"""The formula of the `heuristic` bot: what a card can hope for, and how to choose by it.

A row's hope is what it would score with the crosses that can still be expected in it. Those depend
on the cells that are left, so every skipped cell costs hope, and on the *breath*, the crosses that
the rest of the game has time for in a row: the nearer the end, the less a skipped cell matters.

Plain functions that Numba compiles too: the bot and the simulator play by the same lines.
"""

import math
from typing import Final

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.formula import Formula
from qwixx.kernel.options import (
    PASS,
    after_colour,
    after_cross,
    after_white,
    colour_number,
    colour_options,
    colour_row,
    is_free,
    rows_needed,
    score,
    threatened_rows,
)

OUT_OF_THE_QUESTION: Final = -1e9


def breath(chart: Chart, position: Position, formula: Formula) -> float:
    """How many more crosses a row may get before the game ends, if it has the cells."""
    nearest = second = 0.0
    misthrows = 0
    for row in range(ROWS):
        if not position.closed >> row & 1:
            ready = 0.0
            for seat in range(position.players):
                ready = max(ready, formula.ready[position.rows[seat * ROWS + row]])
            second = max(second, min(nearest, ready))
            nearest = max(nearest, ready)
    for seat in range(position.players):
        misthrows = max(misthrows, position.misthrows[seat])
    if position.closed:
        second = nearest
    exponent = (
        formula.breath
        + formula.breath_ready * second
        + formula.breath_misthrows * (misthrows / (chart.most_misthrows - 1)) ** 2
        + formula.breath_players * (position.players - 2)
    )
    if position.closed:
        exponent += formula.breath_closed
    return math.exp(exponent)


def hope(chart: Chart, row: int, state: int, air: float, formula: Formula) -> float:
    """What an open row in that state will score."""
    free = formula.free[row << 5 | chart.last[state]]
    crosses = chart.crosses[state] + air * free / (air + free)
    return float(
        crosses * (1.0 + formula.curve * crosses) / 2.0 + formula.lock * formula.ready[state]
    )


def card_hope(chart: Chart, position: Position, seat: int, air: float, formula: Formula) -> float:
    """What a seat's card will score."""
    total = -float(chart.misthrow_points * position.misthrows[seat])
    for row in range(ROWS):
        state = position.rows[seat * ROWS + row]
        if position.closed >> row & 1:
            total += chart.points[state]
        else:
            total += hope(chart, row, state, air, formula)
    return total


def end_gain(
    chart: Chart, position: Position, seat: int, points: int, air: float, formula: Formula
) -> float:
    """What it is worth to end the game now with so many more points."""
    rival_score = -999
    rival_hope = 0.0
    for other in range(position.players):
        if other != seat:
            rival_score = max(rival_score, score(chart, position, other))
            rival_hope = max(rival_hope, card_hope(chart, position, other, air, formula))
    own = score(chart, position, seat) + points
    mine = card_hope(chart, position, seat, air, formula)
    if position.players == 1:
        return own - mine
    lead = own - rival_score - formula.end_margin
    return float(formula.end_lead * lead + rival_hope - mine)


def cross_gain(
    chart: Chart,
    position: Position,
    seat: int,
    row: int,
    state: int,
    after: int,
    air: float,
    formula: Formula,
) -> float:
    """What it is worth to bring a row from one state to another."""
    points = int(chart.points[after]) - int(chart.points[state])
    if not chart.locked[after]:
        return hope(chart, row, after, air, formula) - hope(chart, row, state, air, formula)
    if position.closed:
        return end_gain(chart, position, seat, points, air, formula)
    denied = 0.0
    for other in range(position.players):
        if other != seat:
            theirs = position.rows[other * ROWS + row]
            denied = max(denied, hope(chart, row, theirs, air, formula) - chart.points[theirs])
    lost = hope(chart, row, state, air, formula)
    return float(chart.points[after] - lost + formula.deny * denied)


def misthrow_gain(
    chart: Chart, position: Position, seat: int, air: float, formula: Formula
) -> float:
    """What it is worth to take a misthrow."""
    misthrows = position.misthrows[seat]
    if misthrows + 1 >= chart.most_misthrows:
        return end_gain(chart, position, seat, -int(chart.misthrow_points), air, formula)
    return float(-formula.misthrow - formula.misthrow_more * misthrows)


def colour_gain(
    chart: Chart,
    position: Position,
    seat: int,
    unsure: int,
    white_row: int,
    white_state: int,
    idle: float,
    air: float,
    formula: Formula,
) -> float:
    """The best that the colour phase can bring once `white_row` has come to `white_state` (-1 is no
    row): `idle` or a cross, but none that a row must be open for which is unsure to stay so."""
    best = idle
    blocked = position.closed | unsure
    if white_row >= 0:
        blocked |= int(chart.locked[white_state]) << white_row
    for pick in range(PASS):
        row = colour_row(chart, position, pick)
        if not blocked & rows_needed(row, pick):
            state = white_state if row == white_row else position.rows[seat * ROWS + row]
            after = after_cross(chart, row, colour_number(position, pick), state)
            if after != NEVER:
                gain = cross_gain(chart, position, seat, row, state, after, air, formula)
                best = max(best, gain)
    return best


def pass_gain(
    chart: Chart,
    position: Position,
    seat: int,
    options: int,
    unsure: int,
    air: float,
    formula: Formula,
) -> float:
    """What the active player can still hope for after a white pass.

    A misthrow is out of the question where something can be crossed that skips nothing: now, or
    for sure in the colour phase.
    """
    free_white = False
    for pick in range(PASS):
        if options >> pick & 1:
            state = position.rows[seat * ROWS + (pick & 3)]
            free_white |= is_free(chart, state, after_white(chart, position, seat, pick))
    picks = colour_options(chart, position, seat)
    if free_colour(chart, position, seat, picks, unsure):
        idle = OUT_OF_THE_QUESTION
    elif free_white:
        return OUT_OF_THE_QUESTION
    else:
        idle = misthrow_gain(chart, position, seat, air, formula)
    return colour_gain(chart, position, seat, unsure, -1, 0, idle, air, formula)


def white_value(
    chart: Chart,
    position: Position,
    seat: int,
    pick: int,
    unsure: int,
    air: float,
    formula: Formula,
) -> float:
    """What a white cross is worth; to the active player, with the best colour move after it."""
    row = pick & 3
    state = position.rows[seat * ROWS + row]
    after = after_white(chart, position, seat, pick)
    gain = cross_gain(chart, position, seat, row, state, after, air, formula)
    if seat == position.active and not (chart.locked[after] and position.closed):
        gain += colour_gain(chart, position, seat, unsure, row, after, 0.0, air, formula)
    return gain


def white_pass_value(
    chart: Chart,
    position: Position,
    seat: int,
    options: int,
    unsure: int,
    air: float,
    formula: Formula,
) -> float:
    """What a white pass is worth."""
    if seat == position.active:
        return pass_gain(chart, position, seat, options, unsure, air, formula)
    return float(formula.patience)


def heuristic_white(
    chart: Chart, position: Position, seat: int, options: int, formula: Formula
) -> int:
    """The white pick of the heuristic."""
    air = breath(chart, position, formula)
    unsure = threatened_rows(chart, position, seat) if seat == position.active else 0
    chosen = PASS
    best = white_pass_value(chart, position, seat, options, unsure, air, formula)
    for pick in range(PASS):
        if options >> pick & 1:
            value = white_value(chart, position, seat, pick, unsure, air, formula)
            if value > best:
                best = value
                chosen = pick
    return chosen


def free_colour(chart: Chart, position: Position, seat: int, options: int, unsure: int) -> bool:
    """Whether the colour phase offers a cross that skips nothing, not counting unsure ones."""
    found = False
    for pick in range(PASS):
        row = colour_row(chart, position, pick)
        if options >> pick & 1 and not unsure & rows_needed(row, pick):
            state = position.rows[seat * ROWS + row]
            found |= is_free(chart, state, after_colour(chart, position, seat, pick))
    return found


def colour_value(
    chart: Chart, position: Position, seat: int, pick: int, air: float, formula: Formula
) -> float:
    """What a cross in the colour phase is worth."""
    row = colour_row(chart, position, pick)
    state = position.rows[seat * ROWS + row]
    after = after_colour(chart, position, seat, pick)
    return cross_gain(chart, position, seat, row, state, after, air, formula)


def colour_pass_value(
    chart: Chart,
    position: Position,
    seat: int,
    options: int,
    crossed: bool,
    air: float,
    formula: Formula,
) -> float:
    """What a pass in the colour phase is worth to who crossed in the white phase or not."""
    if crossed:
        return 0.0
    if free_colour(chart, position, seat, options, 0):
        return OUT_OF_THE_QUESTION
    return misthrow_gain(chart, position, seat, air, formula)


def heuristic_colour(
    chart: Chart, position: Position, seat: int, options: int, crossed: bool, formula: Formula
) -> int:
    """The colour pick of the heuristic; `crossed` says whether it crossed in the white phase."""
    air = breath(chart, position, formula)
    chosen = PASS
    best = colour_pass_value(chart, position, seat, options, crossed, air, formula)
    for pick in range(PASS):
        if options >> pick & 1:
            value = colour_value(chart, position, seat, pick, air, formula)
            if value > best:
                best = value
                chosen = pick
    return chosen
