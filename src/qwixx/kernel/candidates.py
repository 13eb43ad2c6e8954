"""The ways in which a turn may end for a player: what a value net is asked about.

The white phase is simultaneous, so a player's candidates are made at an *imagined* table, where the
others have already answered as they are expected to.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from qwixx.kernel import shared  # noqa: F401  (compiles what is plain Python elsewhere)
from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.encoding import SCALE, TIE_BREAK
from qwixx.kernel.imagined import Imagined
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.options import (
    PASS,
    after_cross,
    after_white,
    colour_number,
    colour_row,
    is_free,
    rows_needed,
    threatened_rows,
    white_options,
)

MOST: Final = 96
"""No seat has so many candidates: nine white picks, with nine colour picks each, are 81."""

Candidates: TypeAlias = Any
"""Candidates of one seat: a record of CANDIDATES.

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


class Moves(NamedTuple):
    """What a candidate does: its picks, and the states to which they bring their rows."""

    white: int
    white_after: int
    colour: int
    colour_after: int
    misthrows: int
    """How many are marked: 0 or 1."""


class Rival(NamedTuple):
    """The best total among the others, and how many have it."""

    total: int
    ties: int


@jit
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
    rival = rivals(table.scores, position.players, seat)
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
        moves = Moves(pick, after, PASS, 0, 0)
        if count_rows(shut) >= chart.most_closed:
            white_rival = rivals(table.white_scores, position.players, seat)
            add_candidate(chart, position, seat, moves, shut, True, white_rival, found)
        elif active:
            blocked = shut | (unsure if pick == PASS else 0)
            rows = shut, blocked
            add_colour_moves(chart, position, seat, moves, rows, free_white, rival, found)
        else:
            shut |= table.colour_lock
            over = thrown_out or count_rows(shut) >= chart.most_closed
            add_candidate(chart, position, seat, moves, shut, over, rival, found)


@jit
def colour_candidates(
    chart: Chart, position: Position, seat: int, crossed: bool, table: Imagined, found: Candidates
) -> None:
    """All colour moves of the active seat, which has crossed in the white phase or not."""
    found.count = 0
    rival = rivals(table.scores, position.players, seat)
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
    moves = Moves(white, after, PASS, 0, 0)
    add_colour_moves(chart, position, seat, moves, (closed, closed), free_white, rival, found)
    if not found.count:  # a cross that skips nothing was there, but it is too late for it
        over = position.misthrows[seat] + 1 >= chart.most_misthrows
        add_candidate(chart, position, seat, Moves(PASS, 0, PASS, 0, 1), closed, over, rival, found)


@jit
def add_colour_moves(
    chart: Chart,
    position: Position,
    seat: int,
    white: Moves,
    rows: tuple[int, int],
    free_white: bool,
    rival: Rival,
    found: Candidates,
) -> None:
    """Adds all colour moves after a white move; `rows` are closed and blocked ones, as bits.

    A misthrow is out of the question where something could be crossed that skips nothing: it would
    look silly, and hardly ever pays. One that ends the game may win it, and is always looked at.
    """
    closed, blocked = rows
    free = free_white
    first = found.count
    pick, white_after = white.white, white.white_after
    thrown = int(pick == PASS)
    over = bool(thrown) and position.misthrows[seat] + 1 >= chart.most_misthrows
    moves = Moves(pick, white_after, PASS, 0, thrown)
    add_candidate(chart, position, seat, moves, closed, over, rival, found)
    doublet = position.dice[0] == position.dice[1]
    for colour in range(PASS):
        row = colour_row(chart, position, colour)
        needed = rows_needed(row, colour)
        if closed & needed or (doublet and colour & 1):
            continue
        state = position.rows[seat * ROWS + row]
        if pick != PASS and row == pick & 3:
            state = white_after
        after = after_cross(chart, row, colour_number(position, colour), state)
        if after == NEVER:
            continue
        free = free or is_free(chart, state, after)
        if not blocked & needed:
            shut = closed | int(chart.locked[after]) << row
            over = count_rows(shut) >= chart.most_closed
            moves = Moves(pick, white_after, colour, after, 0)
            add_candidate(chart, position, seat, moves, shut, over, rival, found)
    if thrown and free and not found.over[first]:
        remove_candidate(first, found)


@inlined
def add_candidate(
    chart: Chart,
    position: Position,
    seat: int,
    moves: Moves,
    closed: int,
    over: bool,
    rival: Rival,
    found: Candidates,
) -> None:
    """Adds one candidate, after which these rows are closed."""
    place = found.count
    found.count += 1
    for row in range(ROWS):
        found.rows[place * ROWS + row] = position.rows[seat * ROWS + row]
    if moves.white != PASS:
        found.rows[place * ROWS + (moves.white & 3)] = moves.white_after
    if moves.colour != PASS:
        row = colour_row(chart, position, moves.colour)
        found.rows[place * ROWS + row] = moves.colour_after
    misthrows = position.misthrows[seat] + moves.misthrows
    margin = -chart.misthrow_points * misthrows - rival.total
    for row in range(ROWS):
        margin += chart.points[found.rows[place * ROWS + row]]
    found.white[place] = moves.white
    found.colour[place] = moves.colour
    found.misthrows[place] = misthrows
    found.closed[place] = closed
    found.margin[place] = margin
    found.over[place] = over
    if over:
        found.value[place] = final_value(position.players, margin, rival.ties)


@jit
def remove_candidate(place: int, found: Candidates) -> None:
    """The last candidate takes that place."""
    found.count -= 1
    move_candidate(found.count, place, found)


@jit
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


@jit
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


@inlined
def final_value(players: int, margin: int, ties: int) -> float:
    """What a finished game is worth: the share of the win, and a little for the points."""
    points = margin / SCALE
    if players == 1:
        return points
    share = 1.0 if margin > 0 else 1.0 / (1 + ties) if margin == 0 else 0.0
    return share + TIE_BREAK * points


@inlined
def rivals(scores: Any, players: int, seat: int) -> Rival:
    """Returns the best total among the others; alone, 0."""
    best, ties = (-999, 0) if players > 1 else (0, 1)
    for other in range(players):
        if other != seat:
            if scores[other] > best:
                best, ties = scores[other], 0
            ties += int(scores[other] == best)
    return Rival(best, ties)


@jit
def has_free_white(chart: Chart, position: Position, seat: int, picks: int) -> bool:
    """Whether one of these white picks skips nothing."""
    found = False
    for pick in range(PASS):
        if picks >> pick & 1:
            state = position.rows[seat * ROWS + (pick & 3)]
            found = found or is_free(chart, state, after_white(chart, position, seat, pick))
    return found


@inlined
def count_rows(closed: int) -> int:
    """How many rows are closed."""
    return (closed & 1) + (closed >> 1 & 1) + (closed >> 2 & 1) + (closed >> 3 & 1)


@jit
def best_candidate(found: Candidates) -> int:
    """The first of the most valuable candidates."""
    best = 0
    for place in range(1, found.count):
        if found.value[place] > found.value[best]:
            best = place
    return best
