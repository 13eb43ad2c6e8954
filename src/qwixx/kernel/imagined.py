"""The cards as a player imagines them at the end of a turn, after the expected answers."""

from typing import Annotated, Final, Protocol

import numpy as np

from qwixx.kernel.chart import ROWS, Chart, Position
from qwixx.kernel.jit import jit
from qwixx.kernel.options import PASS, after_cross, after_white, colour_number, colour_row, score
from qwixx.kernel.records import Integer, Integers, record_type
from qwixx.rules import MOST_PLAYERS


class Imagined(Protocol):
    """The cards at the end of a turn: the fields of IMAGINED."""

    rows: Annotated[Integers, np.uint8, ROWS * MOST_PLAYERS]  # [4 * seat + row]: row states
    misthrows: Annotated[Integers, np.uint8, MOST_PLAYERS]  # [seat], like the next three
    scores: Annotated[Integers, np.int64, MOST_PLAYERS]
    white_scores: Annotated[Integers, np.int64, MOST_PLAYERS]  # if the white phase ends the game
    white_locks: Annotated[Integers, np.int64, MOST_PLAYERS]  # rows closed in it, as bits
    colour_lock: Integer  # the row that the active player closes in the colour phase, as a bit


IMAGINED: Final = record_type(Imagined)


@jit
def copy_position(chart: Chart, position: Position, table: Imagined) -> None:
    """Copies the cards of a position, as if all players passed."""
    for place in range(position.players * ROWS):
        table.rows[place] = position.rows[place]
    for seat in range(position.players):
        table.misthrows[seat] = position.misthrows[seat]
        table.scores[seat] = table.white_scores[seat] = score(chart, position, seat)
        table.white_locks[seat] = 0
    table.colour_lock = 0


@jit
def imagine_picks(
    chart: Chart, position: Position, seat: int, white: int, colour: int, table: Imagined
) -> None:
    """Makes the picks of one seat on its imagined card, a copy of its card."""
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


@jit
def put_cross(chart: Chart, seat: int, row: int, after: int, table: Imagined) -> None:
    place = seat * ROWS + row
    table.scores[seat] += int(chart.points[after]) - int(chart.points[table.rows[place]])
    table.rows[place] = after
