"""The formula of the `heuristic` bot: the expected score of a card, and how to choose by it.

The expected score of a row counts the crosses that can still be expected in it. Two numbers limit
them: the free cells, so a skipped cell costs points, and the crosses that the rest of the game has
time for. Near the end of the game a skipped cell therefore matters less.

These are plain functions that Numba compiles too: the bot and the simulator use the same code.
"""

import math
from typing import Final, NamedTuple

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.formula import Formula
from qwixx.kernel.options import (
    PASS,
    after_colour,
    after_white,
    allowed_colour,
    colour_options,
    colour_row,
    has_free_white,
    is_free,
    rows_needed,
    score,
    threatened_rows,
)

OUT_OF_THE_QUESTION: Final = -1e9  # The value of a pass that the heuristic never chooses


class Forecast(NamedTuple):
    """The formula, and its forecast of the rest of the game."""

    formula: Formula
    crosses_left: float  # Crosses that a row may still get before the game ends


class Cross(NamedTuple):
    """A cross that brings a row from one state to another."""

    row: int  # The row; -1 stands for no cross
    before: int
    after: int


def crosses_left(chart: Chart, position: Position, formula: Formula) -> float:
    """Estimates how many more crosses a row may get before the game ends."""
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
        formula.crosses_left
        + formula.crosses_left_ready * second
        + formula.crosses_left_misthrows * (misthrows / (chart.most_misthrows - 1)) ** 2
        + formula.crosses_left_players * (position.players - 2)
    )
    if position.closed:
        exponent += formula.crosses_left_closed
    return math.exp(exponent)


def expected_row(chart: Chart, row: int, state: int, forecast: Forecast) -> float:
    """Returns the expected score of an open row in that state."""
    formula, left = forecast
    free = formula.free[row << 5 | chart.last[state]]
    crosses = chart.crosses[state] + left * free / (left + free)
    return float(
        crosses * (1.0 + formula.curve * crosses) / 2.0 + formula.lock * formula.ready[state]
    )


def expected_card(chart: Chart, position: Position, seat: int, forecast: Forecast) -> float:
    total = -float(chart.misthrow_points * position.misthrows[seat])
    for row in range(ROWS):
        state = position.rows[seat * ROWS + row]
        if position.closed >> row & 1:
            total += chart.points[state]
        else:
            total += expected_row(chart, row, state, forecast)
    return total


def end_gain(chart: Chart, position: Position, seat: int, points: int, forecast: Forecast) -> float:
    """Returns the gain from ending the game now with `points` more on the seat's card."""
    rival_score = -999
    rival_expected = 0.0
    for other in range(position.players):
        if other != seat:
            rival_score = max(rival_score, score(chart, position, other))
            expected = expected_card(chart, position, other, forecast)
            rival_expected = max(rival_expected, expected)
    own = score(chart, position, seat) + points
    own_expected = expected_card(chart, position, seat, forecast)
    if position.players == 1:
        return own - own_expected
    formula = forecast.formula
    lead = own - rival_score - formula.end_margin
    return float(formula.end_lead * lead + rival_expected - own_expected)


def cross_gain(
    chart: Chart, position: Position, seat: int, cross: Cross, forecast: Forecast
) -> float:
    row, before, after = cross
    gained = int(chart.points[after]) - int(chart.points[before])
    lost = expected_row(chart, row, before, forecast)
    if not chart.locked[after]:
        return expected_row(chart, row, after, forecast) - lost
    if position.closed:
        return end_gain(chart, position, seat, gained, forecast)
    denied = 0.0
    for other in range(position.players):
        if other != seat:
            theirs = position.rows[other * ROWS + row]
            expected = expected_row(chart, row, theirs, forecast)
            denied = max(denied, expected - chart.points[theirs])
    return float(chart.points[after] - lost + forecast.formula.deny * denied)


def misthrow_gain(chart: Chart, position: Position, seat: int, forecast: Forecast) -> float:
    """Returns the gain from a misthrow, which is negative unless it ends the game well."""
    misthrows = position.misthrows[seat]
    if misthrows + 1 >= chart.most_misthrows:
        return end_gain(chart, position, seat, -int(chart.misthrow_points), forecast)
    formula = forecast.formula
    return float(-formula.misthrow - formula.misthrow_more * misthrows)


def colour_gain(
    chart: Chart,
    position: Position,
    seat: int,
    unsure: int,
    white: Cross,
    pass_value: float,
    forecast: Forecast,
) -> float:
    """Returns the best gain in the colour phase after a white cross: `pass_value` or a cross.

    `unsure` are the rows, as bits, that may be closed by then. A cross that needs one of them does
    not count.
    """
    best = pass_value
    blocked = position.closed | unsure
    if white.row >= 0:
        blocked |= int(chart.locked[white.after]) << white.row
    for pick in range(PASS):
        row = colour_row(chart, position, pick)
        state = white.after if row == white.row else position.rows[seat * ROWS + row]
        after = allowed_colour(chart, position, pick, blocked, state)
        if after != NEVER:
            gain = cross_gain(chart, position, seat, Cross(row, state, after), forecast)
            best = max(best, gain)
    return best


def white_value(
    chart: Chart, position: Position, seat: int, pick: int, unsure: int, forecast: Forecast
) -> float:
    """Returns the value of a white cross; to the active player, with the best colour move after
    it."""
    row = pick & 3
    state = position.rows[seat * ROWS + row]
    after = after_white(chart, position, seat, pick)
    cross = Cross(row, state, after)
    gain = cross_gain(chart, position, seat, cross, forecast)
    if seat == position.active and not (chart.locked[after] and position.closed):
        gain += colour_gain(chart, position, seat, unsure, cross, 0.0, forecast)
    return gain


def white_pass_value(
    chart: Chart, position: Position, seat: int, options: int, unsure: int, forecast: Forecast
) -> float:
    """Returns the value of a white pass; to the active player, with the best colour move after it.

    A misthrow is out of the question if something can be crossed that skips nothing: now, or
    for sure in the colour phase.
    """
    if seat != position.active:
        return float(forecast.formula.least_gain)
    picks = colour_options(chart, position, seat)
    if free_colour(chart, position, seat, picks, unsure):
        pass_value = OUT_OF_THE_QUESTION
    elif has_free_white(chart, position, seat, options):
        return OUT_OF_THE_QUESTION
    else:
        pass_value = misthrow_gain(chart, position, seat, forecast)
    return colour_gain(chart, position, seat, unsure, Cross(-1, 0, 0), pass_value, forecast)


def heuristic_white(
    chart: Chart, position: Position, seat: int, options: int, formula: Formula
) -> int:
    forecast = Forecast(formula, crosses_left(chart, position, formula))
    unsure = threatened_rows(chart, position, seat) if seat == position.active else 0
    chosen = PASS
    best = white_pass_value(chart, position, seat, options, unsure, forecast)
    for pick in range(PASS):
        if options >> pick & 1:
            value = white_value(chart, position, seat, pick, unsure, forecast)
            if value > best:
                best = value
                chosen = pick
    return chosen


def free_colour(chart: Chart, position: Position, seat: int, options: int, unsure: int) -> bool:
    """Returns whether the colour phase surely offers a cross that skips nothing."""
    found = False
    for pick in range(PASS):
        row = colour_row(chart, position, pick)
        if options >> pick & 1 and not unsure & rows_needed(row, pick):
            state = position.rows[seat * ROWS + row]
            found |= is_free(chart, state, after_colour(chart, position, seat, pick))
    return found


def colour_value(
    chart: Chart, position: Position, seat: int, pick: int, forecast: Forecast
) -> float:
    """Returns the value of a cross in the colour phase."""
    row = colour_row(chart, position, pick)
    state = position.rows[seat * ROWS + row]
    after = after_colour(chart, position, seat, pick)
    return cross_gain(chart, position, seat, Cross(row, state, after), forecast)


def colour_pass_value(
    chart: Chart, position: Position, seat: int, options: int, crossed: bool, forecast: Forecast
) -> float:
    """Returns the value of a colour pass; `crossed`: the seat has crossed in the white phase."""
    if crossed:
        return 0.0
    if free_colour(chart, position, seat, options, 0):
        return OUT_OF_THE_QUESTION
    return misthrow_gain(chart, position, seat, forecast)


def heuristic_colour(
    chart: Chart, position: Position, seat: int, options: int, crossed: bool, formula: Formula
) -> int:
    """Returns the colour pick of the heuristic; `crossed`: it has crossed in the white phase."""
    forecast = Forecast(formula, crosses_left(chart, position, formula))
    chosen = PASS
    best = colour_pass_value(chart, position, seat, options, crossed, forecast)
    for pick in range(PASS):
        if options >> pick & 1:
            value = colour_value(chart, position, seat, pick, forecast)
            if value > best:
                best = value
                chosen = pick
    return chosen
