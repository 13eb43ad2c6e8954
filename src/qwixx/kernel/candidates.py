"""The ways in which a turn may end for a player: what a value net is asked about.

The white phase is simultaneous, so a player's candidates are made at an *imagined* table, where the
others have already answered as they are expected to. Plain functions that Numba compiles too: the
bot and the simulator consider the same candidates.
"""

from typing import Any, Final, TypeAlias

import numpy as np

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.encoding import SCALE, TIE_BREAK
from qwixx.kernel.heuristic import is_free, score, threatened_rows
from qwixx.kernel.options import (
    PASS,
    after_cross,
    after_white,
    colour_number,
    colour_row,
    rows_needed,
    white_options,
)
from qwixx.rules import MOST_PLAYERS

MOST: Final = 96
"""No seat has so many candidates: nine white picks, with nine colour picks each, are 81."""

Imagined: TypeAlias = Any
"""The cards at the end of a turn: a record of IMAGINED, or an object with the same fields.

rows[4 * seat + row], misthrows[seat]: the cards. scores[seat]: what they are worth.
white_scores[seat]: what they are worth if the game ends in the white phase.
white_locks[seat]: the rows that each closes in the white phase, as bits.
colour_lock: the row that the active player closes in the colour phase, as a bit.
"""

IMAGINED: Final = np.dtype(
    [
        ("rows", np.uint8, ROWS * MOST_PLAYERS),
        ("misthrows", np.uint8, MOST_PLAYERS),
        ("scores", np.int64, MOST_PLAYERS),
        ("white_scores", np.int64, MOST_PLAYERS),
        ("white_locks", np.int64, MOST_PLAYERS),
        ("colour_lock", np.int64),
    ],
    align=True,
)

Candidates: TypeAlias = Any
"""Candidates of one seat: a record of CANDIDATES, or an object with the same fields.

white, colour [candidate]: the picks that lead there.
rows[4 * candidate + row], misthrows, closed [candidate]: the own card then, and the closed rows.
margin[candidate]: points more than the best opponent; alone, points.
over[candidate]: whether that ends the game. value[candidate]: what it is worth; known if it does.
"""

CANDIDATES: Final = np.dtype(
    [
        ("rows", np.uint8, ROWS * MOST),
        ("white", np.uint8, MOST),
        ("colour", np.uint8, MOST),
        ("misthrows", np.uint8, MOST),
        ("closed", np.uint8, MOST),
        ("over", np.uint8, MOST),
        ("margin", np.int64, MOST),
        ("value", np.float64, MOST),
        ("count", np.int64),
    ],
    align=True,
)


def copy_position(chart: Chart, position: Position, table: Imagined) -> None:
    """The table as it is: as if everybody passed."""
    for place in range(position.players * ROWS):
        table.rows[place] = position.rows[place]
    for seat in range(position.players):
        table.misthrows[seat] = position.misthrows[seat]
        table.scores[seat] = table.white_scores[seat] = score(chart, position, seat)
        table.white_locks[seat] = 0
    table.colour_lock = 0


def imagine_picks(
    chart: Chart, position: Position, seat: int, white: int, colour: int, table: Imagined
) -> None:
    """Puts the picks of one seat on its imagined card, which was as it is."""
    row = white & 3
    if white != PASS:
        after = after_white(chart, position, seat, white)
        put_cross(chart, seat, row, after, table)
        table.white_scores[seat] = table.scores[seat]
        table.white_locks[seat] = int(chart.locked[after]) << row
    if seat != position.active:
        return
    if colour != PASS:
        row = colour_row(chart, position, colour)
        number = colour_number(position, colour)
        after = after_cross(chart, row, number, table.rows[seat * ROWS + row])
        put_cross(chart, seat, row, after, table)
        table.colour_lock = int(chart.locked[after]) << row
    elif white == PASS:
        table.misthrows[seat] += 1
        table.scores[seat] -= chart.misthrow_points


def put_cross(chart: Chart, seat: int, row: int, after: int, table: Imagined) -> None:
    place = seat * ROWS + row
    table.scores[seat] += int(chart.points[after]) - int(chart.points[table.rows[place]])
    table.rows[place] = after


def white_candidates(
    chart: Chart, position: Position, seat: int, table: Imagined, found: Candidates
) -> None:
    """All answers of a seat to the white dice; the active seat's with all colour moves after."""
    found.count = 0
    closed = position.closed
    for other in range(position.players):
        if other != seat:
            closed |= table.white_locks[other]
    active = seat == position.active
    picks = white_options(chart, position, seat)
    free_white = active and has_free_white(chart, position, seat, picks)
    unsure = threatened_rows(chart, position, seat) if free_white else 0
    thrown_out = table.misthrows[position.active] >= chart.most_misthrows
    best, ties = rivals(table.scores, position.players, seat)
    # The pass comes first, so that it is preferred to moves of the same value.
    for number in range(PASS + 1):
        pick = (number + PASS) % (PASS + 1)
        if pick != PASS and not picks >> pick & 1:
            continue
        after = 0
        shut = closed
        if pick != PASS:
            after = after_white(chart, position, seat, pick)
            shut |= int(chart.locked[after]) << (pick & 3)
        if count_rows(shut) >= chart.most_closed:
            white_best, white_ties = rivals(table.white_scores, position.players, seat)
            add_candidate(
                chart, position, seat, pick, after, PASS, 0, 0, shut, True,
                white_best, white_ties, found,
            )  # fmt: skip
        elif active:
            blocked = shut | (unsure if pick == PASS else 0)
            add_colour_moves(
                chart, position, seat, pick, after, shut, blocked, free_white, best, ties, found
            )
        else:
            shut |= table.colour_lock
            over = thrown_out or count_rows(shut) >= chart.most_closed
            add_candidate(
                chart, position, seat, pick, after, PASS, 0, 0, shut, over, best, ties, found
            )  # fmt: skip


def colour_candidates(
    chart: Chart, position: Position, seat: int, crossed: bool, table: Imagined, found: Candidates
) -> None:
    """All colour moves of the active seat, which has crossed in the white phase or not."""
    found.count = 0
    best, ties = rivals(table.scores, position.players, seat)
    closed = position.closed
    free_white = False
    white = PASS
    after = 0
    if crossed:  # which pick it was does not matter: the cross is on the card
        white = 0
        after = position.rows[seat * ROWS]
    else:
        picks = white_options(chart, position, seat)
        free_white = has_free_white(chart, position, seat, picks)
    add_colour_moves(
        chart, position, seat, white, after, closed, closed, free_white, best, ties, found
    )
    if not found.count:  # a cross that skips nothing was there, but it is too late for it
        add_candidate(
            chart, position, seat, PASS, 0, PASS, 0, 1, closed,
            position.misthrows[seat] + 1 >= chart.most_misthrows, best, ties, found,
        )  # fmt: skip


def add_colour_moves(
    chart: Chart,
    position: Position,
    seat: int,
    white: int,
    white_after: int,
    closed: int,
    blocked: int,
    free_white: bool,
    best: int,
    ties: int,
    found: Candidates,
) -> None:
    """All colour moves after a white pick, in rows that are not blocked.

    A misthrow is out of the question where something could be crossed that skips nothing: it would
    look silly, and hardly ever pays. One that ends the game may win it, and is always looked at.
    """
    free = free_white
    first = found.count
    thrown = int(white == PASS)
    over = bool(thrown) and position.misthrows[seat] + 1 >= chart.most_misthrows
    add_candidate(
        chart, position, seat, white, white_after, PASS, 0, thrown, closed, over, best, ties, found
    )
    doublet = position.dice[0] == position.dice[1]
    for pick in range(PASS):
        row = colour_row(chart, position, pick)
        needed = rows_needed(row, pick)
        if closed & needed or (doublet and pick & 1):
            continue
        state = position.rows[seat * ROWS + row]
        if white != PASS and row == white & 3:
            state = white_after
        after = after_cross(chart, row, colour_number(position, pick), state)
        if after == NEVER:
            continue
        free = free or is_free(chart, state, after)
        if not blocked & needed:
            shut = closed | int(chart.locked[after]) << row
            over = count_rows(shut) >= chart.most_closed
            add_candidate(
                chart, position, seat, white, white_after, pick, after, 0, shut, over,
                best, ties, found,
            )  # fmt: skip
    if thrown and free and not found.over[first]:
        remove_candidate(first, found)


def add_candidate(
    chart: Chart,
    position: Position,
    seat: int,
    white: int,
    white_after: int,
    colour: int,
    colour_after: int,
    thrown: int,
    closed: int,
    over: bool,
    best: int,
    ties: int,
    found: Candidates,
) -> None:
    """One candidate: these picks bring their rows to these states, or a misthrow is marked."""
    place = found.count
    found.count += 1
    for row in range(ROWS):
        found.rows[place * ROWS + row] = position.rows[seat * ROWS + row]
    if white != PASS:
        found.rows[place * ROWS + (white & 3)] = white_after
    if colour != PASS:
        found.rows[place * ROWS + colour_row(chart, position, colour)] = colour_after
    misthrows = position.misthrows[seat] + thrown
    margin = -chart.misthrow_points * misthrows - best
    for row in range(ROWS):
        margin += chart.points[found.rows[place * ROWS + row]]
    found.white[place] = white
    found.colour[place] = colour
    found.misthrows[place] = misthrows
    found.closed[place] = closed
    found.margin[place] = margin
    found.over[place] = over
    if over:
        found.value[place] = final_value(position.players, margin, ties)


def remove_candidate(place: int, found: Candidates) -> None:
    """The last candidate takes that place."""
    found.count -= 1
    move_candidate(found.count, place, found)


def move_candidate(place: int, to: int, found: Candidates) -> None:
    """One candidate takes the place of another."""
    for row in range(ROWS):
        found.rows[to * ROWS + row] = found.rows[place * ROWS + row]
    found.white[to] = found.white[place]
    found.colour[to] = found.colour[place]
    found.misthrows[to] = found.misthrows[place]
    found.closed[to] = found.closed[place]
    found.margin[to] = found.margin[place]
    found.over[to] = found.over[place]
    found.value[to] = found.value[place]


def keep_hopeful(found: Candidates, hopeless: float, shift: int) -> None:
    """Leaves out what is worse than the best by more than that, and shifts the margins of the
    others."""
    least = found.value[best_candidate(found)] - hopeless
    count = 0
    for place in range(found.count):
        if found.value[place] >= least:
            move_candidate(place, count, found)
            found.margin[count] += shift
            count += 1
    found.count = count


def final_value(players: int, margin: int, ties: int) -> float:
    """What a finished game is worth: the share of the win, and a little for the points."""
    points = margin / SCALE
    if players == 1:
        return points
    share = 1.0 if margin > 0 else 1.0 / (1 + ties) if margin == 0 else 0.0
    return share + TIE_BREAK * points


def rivals(scores: Any, players: int, seat: int) -> tuple[int, int]:
    """The best total among the others, and how many have it; alone, nothing."""
    best, ties = (-999, 0) if players > 1 else (0, 1)
    for other in range(players):
        if other != seat:
            if scores[other] > best:
                best, ties = scores[other], 0
            ties += int(scores[other] == best)
    return best, ties


def has_free_white(chart: Chart, position: Position, seat: int, picks: int) -> bool:
    """Whether one of these white picks skips nothing."""
    found = False
    for pick in range(PASS):
        if picks >> pick & 1:
            state = position.rows[seat * ROWS + (pick & 3)]
            found = found or is_free(chart, state, after_white(chart, position, seat, pick))
    return found


def count_rows(closed: int) -> int:
    """How many rows are closed."""
    return (closed & 1) + (closed >> 1 & 1) + (closed >> 2 & 1) + (closed >> 3 & 1)


def best_candidate(found: Candidates) -> int:
    """The first of the most valuable candidates."""
    best = 0
    for place in range(1, found.count):
        if found.value[place] > found.value[best]:
            best = place
    return best
