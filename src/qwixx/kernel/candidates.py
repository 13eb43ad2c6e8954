"""The ways in which a turn may end for a player; a value net chooses among them.

The white phase is simultaneous. So a player's candidates start from *imagined* cards, on which the
other players have already answered as expected.
"""

from typing import Annotated, Final, NamedTuple, Protocol

import numpy as np

from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.encoding import SCALE, TIE_BREAK
from qwixx.kernel.imagined import Imagined
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.options import (
    PASS,
    after_white,
    allowed_colour,
    colour_row,
    has_free_white,
    is_free,
    rows_needed,
    threatened_rows,
    white_options,
)
from qwixx.kernel.records import Integer, Integers, Reals, record_type

MOST: Final = 96  # No seat reaches it: nine white picks, with nine colour picks each, are 81


class Candidates(Protocol):
    """Candidates of one seat: the fields of CANDIDATES."""

    rows: Annotated[Integers, np.uint8, ROWS * MOST]  # [4 * candidate + row]: the card's states
    # [candidate], like those below: the picks that lead there.
    white: Annotated[Integers, np.uint8, MOST]
    colour: Annotated[Integers, np.uint8, MOST]
    misthrows: Annotated[Integers, np.uint8, MOST]
    closed: Annotated[Integers, np.uint8, MOST]  # the closed rows then, as bits
    over: Annotated[Integers, np.uint8, MOST]  # whether that ends the game
    margin: Annotated[Integers, np.int64, MOST]  # points more than the best opponent, or than 0
    value: Annotated[Reals, np.float64, MOST]  # known here only if that ends the game
    count: Integer


CANDIDATES: Final = record_type(Candidates)


class Moves(NamedTuple):
    """The picks of a candidate, and the states to which they bring their rows."""

    white: int
    white_after: int
    colour: int
    colour_after: int
    misthrows: int


class Rival(NamedTuple):
    """The best total among the other seats, and how many seats have it."""

    total: int
    ties: int


@jit
def white_candidates(
    chart: Chart, position: Position, seat: int, table: Imagined, found: Candidates
) -> None:
    """Finds all answers of a seat to the white dice; the active seat's with all colour moves."""
    found.count = 0
    closed = position.closed
    for other in range(position.players):
        if other != seat:
            closed |= table.white_locks[other]
    active = seat == position.active
    picks = white_options(chart, position, seat)
    free_white = active and has_free_white(chart, position, seat, picks)
    unsure = threatened_rows(chart, position, seat) if free_white else 0
    misthrows_end = table.misthrows[position.active] >= chart.most_misthrows
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
            over = misthrows_end or count_rows(shut) >= chart.most_closed
            add_candidate(chart, position, seat, moves, shut, over, rival, found)


@jit
def colour_candidates(
    chart: Chart, position: Position, seat: int, crossed: bool, table: Imagined, found: Candidates
) -> None:
    """Finds all colour moves of the active seat; `crossed`: it has crossed in the white phase."""
    found.count = 0
    rival = rivals(table.scores, position.players, seat)
    closed = position.closed
    free_white = False
    white = PASS
    after = 0
    if crossed:  # The number of the pick does not matter: the cross is on the card.
        white = 0
        after = position.rows[seat * ROWS]
    else:
        picks = white_options(chart, position, seat)
        free_white = has_free_white(chart, position, seat, picks)
    moves = Moves(white, after, PASS, 0, 0)
    add_colour_moves(chart, position, seat, moves, (closed, closed), free_white, rival, found)
    if not found.count:  # Only the white phase offered a cross that skips nothing.
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

    A misthrow is left out if something could be crossed that skips nothing: it would look silly,
    and hardly ever pays. A misthrow that ends the game may win it, and always counts.
    """
    closed, blocked = rows
    free = free_white
    first = found.count
    pick, white_after = white.white, white.white_after
    misthrow = int(pick == PASS)
    over = bool(misthrow) and position.misthrows[seat] + 1 >= chart.most_misthrows
    moves = Moves(pick, white_after, PASS, 0, misthrow)
    add_candidate(chart, position, seat, moves, closed, over, rival, found)
    for colour in range(PASS):
        row = colour_row(chart, position, colour)
        state = position.rows[seat * ROWS + row]
        if pick != PASS and row == pick & 3:
            state = white_after
        after = allowed_colour(chart, position, colour, closed, state)
        if after == NEVER:
            continue
        free = free or is_free(chart, state, after)
        if not blocked & rows_needed(row, colour):
            shut = closed | int(chart.locked[after]) << row
            over = count_rows(shut) >= chart.most_closed
            moves = Moves(pick, white_after, colour, after, 0)
            add_candidate(chart, position, seat, moves, shut, over, rival, found)
    if misthrow and free and not found.over[first]:
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
    """Removes a candidate; the last one takes its place."""
    found.count -= 1
    move_candidate(found.count, place, found)


@jit
def move_candidate(place: int, to: int, found: Candidates) -> None:
    """Copies a candidate to another place."""
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
    """Removes candidates far behind the best, and shifts the margins of the others."""
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
    """Returns the value of a finished game: the share of the win, and a little for the points."""
    points = margin / SCALE
    if players == 1:
        return points
    share = 1.0 if margin > 0 else 1.0 / (1 + ties) if margin == 0 else 0.0
    return share + TIE_BREAK * points


@inlined
def rivals(scores: Integers, players: int, seat: int) -> Rival:
    """Returns the best total among the other seats; in solo games, 0."""
    best, ties = (-999, 0) if players > 1 else (0, 1)
    for other in range(players):
        if other != seat:
            if scores[other] > best:
                best, ties = scores[other], 0
            ties += int(scores[other] == best)
    return Rival(best, ties)


@inlined
def count_rows(closed: int) -> int:
    return (closed & 1) + (closed >> 1 & 1) + (closed >> 2 & 1) + (closed >> 3 & 1)


@jit
def best_candidate(found: Candidates) -> int:
    """Returns the first of the most valuable candidates."""
    best = 0
    for place in range(1, found.count):
        if found.value[place] > found.value[best]:
            best = place
    return best
