"""Writes compiled games into arrays: the observations and masks of the seats that are asked."""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.env.actions import Actions
from qwixx.env.copying import WIDTH, copy_entries
from qwixx.env.observation import Layout
from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.jit import inlined
from qwixx.kernel.options import (
    PASS,
    after_colour,
    after_white,
    colour_options,
    colour_row,
    white_options,
)
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import MOST_PLAYERS

WHITE: Final = 0
COLOUR: Final = 1
OVER: Final = 2

PROGRESS: Final = np.dtype(
    [
        # Two random streams.
        ("dice", np.uint64),
        ("choices", np.uint64),
        # The legal actions as bits.
        ("legal", np.uint64, 2),
        # The number of the following game.
        ("number", np.int64),
        # The turn, from 0.
        ("turn", np.int32),
        ("phase", np.uint8),
        # The seat that is asked.
        ("seat", np.uint8),
        # The number of seats by which the policies have moved on.
        ("offset", np.uint8),
        # The sealed white picks.
        ("white", np.uint8, MOST_PLAYERS),
    ],
    align=True,
)
"""The state of a game besides its cards."""

Progress: TypeAlias = Any  # A record of PROGRESS

_CELLS: Final = 16


class Writing(NamedTuple):
    """Tables for writing observations and masks: places of the layout, and rows by their state."""

    codes: NDArray[np.int8]  # [state << 5 | entry]: the entries of a row
    row: int
    seat: int
    misthrows: int
    active: int
    lucky: int
    numbers: int  # How many lucky numbers are possible; 0 where the variant has none
    phase: int
    crossed: int
    closed: int
    dice: int
    after: NDArray[np.uint8]  # [state << 4 | position]: the state once that cell is crossed
    cells: int
    crosses: int  # Actions that are plain crosses: the lucky ones follow them
    passing: int


class Outputs(NamedTuple):
    """The arrays that a step fills in, by game."""

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    scores: NDArray[np.int16]
    illegal: NDArray[np.bool_]


def writing_for(layout: Layout, actions: Actions) -> Writing:
    """Returns the tables with which the kernel writes observations of that layout."""
    variant = layout.variant
    tables = row_states_for(variant)
    if layout.row > WIDTH or layout.cells > _CELLS or len(actions) > 128:
        raise ValueError(f"the rows of {variant.name} are too long")
    codes = np.zeros((tables.states, WIDTH), np.int8)
    codes[:, : layout.cells] = np.arange(layout.cells) < tables.last[:, None]
    codes[:, layout.cells : layout.row] = np.arange(layout.crosses) < tables.crosses[:, None]
    after = np.full((tables.states, _CELLS), NEVER, np.uint8)
    after[:, : layout.cells] = tables.after
    return Writing(
        codes.ravel(),
        *(layout.row, layout.seat, layout.misthrows, layout.active, layout.lucky),
        len(variant.numbers) if variant.lucky_count else 0,
        *(layout.phase, layout.crossed, layout.closed, layout.dice),
        after.ravel(),
        *(layout.cells, ROWS * layout.cells, actions.passing),
    )


@inlined
def write_game(
    chart: Chart, writing: Writing, position: Position, state: Progress, game: int, outputs: Outputs
) -> None:
    """Writes the observation and the mask of the seat that is asked."""
    outputs.seats[game] = state.seat
    _write_observation(chart, writing, position, state, outputs.observations[game])
    _write_mask(chart, writing, position, state, outputs.masks[game])


@inlined
def _write_observation(
    chart: Chart, writing: Writing, position: Position, state: Progress, entries: Any
) -> None:
    seat: Any = np.int64(state.seat)
    for turn in range(position.players):
        begin = turn * writing.seat
        for row in range(ROWS):
            code = np.int64(position.rows[seat * ROWS + row]) << 5
            place = begin + row * writing.row
            copy_entries(entries, place, writing.codes, code)
        misthrows = position.misthrows[seat]
        place = begin + writing.misthrows
        for count in range(chart.most_misthrows):
            entries[place + count] = count < misthrows
        entries[begin + writing.active] = seat == position.active
        for number in range(writing.numbers):
            entries[begin + writing.lucky + number] = position.lucky[seat] >> number + 2 & 1
        seat = seat + 1 if seat + 1 < position.players else 0
    entries[writing.phase] = state.phase == WHITE
    entries[writing.phase + 1] = state.phase == COLOUR
    entries[writing.crossed] = state.phase == COLOUR and state.white[position.active] != PASS
    for place in range(writing.dice, len(entries)):
        entries[place] = 0
    for row in range(ROWS):
        entries[writing.closed + row] = position.closed >> row & 1
    if state.phase != OVER:
        for die in range(2 + ROWS):
            if die < 2 or not position.closed >> die - 2 & 1:
                entries[writing.dice + die * chart.sides + position.dice[die] - 1] = 1


@inlined
def _write_mask(
    chart: Chart, writing: Writing, position: Position, state: Progress, mask: Any
) -> None:
    for action in range(len(mask)):
        mask[action] = 0
    mask[writing.passing] = 1
    state.legal[0] = state.legal[1] = 0
    _allow(state, writing.passing)
    seat: Any = np.int64(state.seat)
    if state.phase == WHITE:
        picks = white_options(chart, position, seat)
        for pick in range(2 * ROWS if writing.numbers else ROWS):
            if picks >> pick & 1:
                after = after_white(chart, position, seat, pick)
                action = (pick & 3) * writing.cells + chart.last[after] - 1
                action += writing.crosses if pick >= ROWS else 0
                mask[action] = 1
                _allow(state, action)
    elif state.phase == COLOUR:
        picks = colour_options(chart, position, seat)
        for pick in range(2 * ROWS):
            if picks >> pick & 1:
                after = after_colour(chart, position, seat, pick)
                row = colour_row(chart, position, pick)
                action = row * writing.cells + chart.last[after] - 1
                mask[action] = 1
                _allow(state, action)


@inlined
def _allow(state: Progress, action: int) -> None:
    state.legal[action >> 6] |= np.uint64(1) << np.uint64(action & 63)
