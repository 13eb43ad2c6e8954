"""The value net as compiled code: what a seat chooses by looking one move ahead.

`qwixx.bots.net` does the same in numpy. Here what is needed twice in a turn is kept: the others
predict the same answer of a seat, and where they answered as expected, so does the colour phase;
and what was far from the best at first is not valued again.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel import shared  # noqa: F401  (what is plain Python elsewhere)
from qwixx.kernel.candidates import (
    CANDIDATES,
    IMAGINED,
    Candidates,
    Imagined,
    best_candidate,
    colour_candidates,
    copy_position,
    imagine_picks,
    keep_hopeful,
    rivals,
    white_candidates,
)
from qwixx.kernel.chart import ROWS, Chart, Position
from qwixx.kernel.encoding import MARGIN, TIE_BREAK, Encoding
from qwixx.kernel.heuristic import threatened_rows
from qwixx.kernel.jit import inlined, jit, summing
from qwixx.kernel.options import PASS
from qwixx.kernel.products import Floats, add_products, add_rows, padded
from qwixx.kernel.row_states import embedding_rows
from qwixx.rules import MOST_PLAYERS


class NetTables(NamedTuple):
    """A net, and room to think."""

    lines: NDArray[np.int64]
    """[closed, row, state]: the embedding row."""
    offsets: NDArray[np.int64]
    """Where the embedding rows of margins, misthrows, seats and lucky numbers begin."""
    mine: Floats
    other: Floats
    mix: Floats
    inner: Floats
    inner_bias: Floats
    head: Floats
    """[2, hidden]: transposed, so that sums run along the memory."""
    head_bias: Floats
    table: NDArray[np.void]
    """Room for one imagined table."""
    found: NDArray[np.void]
    """[seat]: room for the candidates of each."""
    predicted: NDArray[np.int64]
    """[2, seat]: the white and colour picks that are expected of each."""
    rival: NDArray[np.int64]
    """[seat]: the best total among the others when the answers were predicted."""
    memory: NDArray[np.int64]
    """The turn that is predicted; the turn that has a plan, and its colour pick."""
    tower: Floats
    """[2, tower]: room for one opponent and for the sum of all."""
    base: Floats
    """[2, width]: the first layer but for the own card, for two sets of closed rows."""
    first: Floats
    """[2, width]: the first layer of two candidates, which are valued together."""
    second: Floats
    """[2, hidden]"""


_PREDICTED, _PLANNED, _PLAN = range(3)
_HOPELESS: Final = 0.06
"""A candidate that was worse than the best by this much when everybody was expected to pass is
hardly ever the best once their answers are known, as long as the end is far."""


def net_tables(
    encoding: Encoding,
    mine: Floats,
    other: Floats,
    mix: Floats,
    inner: Floats,
    inner_bias: Floats,
    head: Floats,
    head_bias: Floats,
) -> NetTables:
    """A net for one thread: its room to think is its own."""
    width, tower, hidden = padded(mine.shape[1]), padded(other.shape[1]), padded(len(inner_bias))
    lines = np.zeros((2, ROWS, 128), np.int64)
    rows = embedding_rows(encoding.variant)
    lines[:, :, : rows.shape[2]] = rows
    starts = (encoding.margin, encoding.misthrows, encoding.seats, encoding.lucky)
    return NetTables(
        lines,
        np.array(starts, np.int64),
        _pad(mine, len(mine), width),
        _pad(other, len(other), tower),
        _pad(mix, tower, width),
        _pad(inner, width, hidden),
        _pad(inner_bias[None], 1, hidden)[0],
        _pad(head.T, 2, hidden),
        head_bias.copy(),
        np.zeros(1, IMAGINED),
        np.zeros(MOST_PLAYERS, CANDIDATES),
        np.zeros((2, MOST_PLAYERS), np.int64),
        np.zeros(MOST_PLAYERS, np.int64),
        np.full(3, -1, np.int64),
        np.zeros((2, tower), np.float32),
        np.zeros((2, width), np.float32),
        np.zeros((2, width), np.float32),
        np.zeros((2, hidden), np.float32),
    )


def _pad(weights: Floats, rows: int, columns: int) -> Floats:
    """The weights with zeros for the units that fill a vector."""
    padding = ((0, rows - weights.shape[0]), (0, columns - weights.shape[1]))
    return np.ascontiguousarray(np.pad(weights, padding))


def with_own_room(net: NetTables) -> NetTables:
    """The same net for another thread."""
    return net._replace(
        table=np.zeros_like(net.table),
        found=np.zeros_like(net.found),
        predicted=np.zeros_like(net.predicted),
        rival=np.zeros_like(net.rival),
        memory=np.full_like(net.memory, -1),
        tower=np.zeros_like(net.tower),
        base=np.zeros_like(net.base),
        first=np.zeros_like(net.first),
        second=np.zeros_like(net.second),
    )


@jit
def net_white(chart: Chart, position: Position, seat: int, turn: int, net: Any) -> int:
    """The answer of a seat to the white dice. `turn` tells one white phase from another."""
    table = net.table[0]
    found = net.found[seat]
    if net.memory[_PREDICTED] != turn:
        predict(chart, position, table, net)
        net.memory[_PREDICTED] = turn
    moved = False
    for other in range(position.players):
        if other != seat:
            moved = moved or other == position.active or net.predicted[0, other] != PASS
    if moved and found.count > 1:
        copy_position(chart, position, table)
        for other in range(position.players):
            if other != seat:
                imagine_picks(
                    chart, position, other, net.predicted[0, other], net.predicted[1, other], table
                )
        if _is_calm(chart, position, table, found):
            now, _ = rivals(table.scores, position.players, seat)
            keep_hopeful(found, _HOPELESS, net.rival[seat] - now)
        else:
            white_candidates(chart, position, seat, table, found)
        value_candidates(position, seat, table, found, net)
    best = best_candidate(found)
    white = np.int64(found.white[best])
    if seat == position.active:
        # A pass keeps away from rows that may be closed; if they are not, there is more to choose.
        sure = white != PASS or threatened_rows(chart, position, seat) == 0
        net.memory[_PLANNED] = turn if sure else -1
        net.memory[_PLAN] = found.colour[best]
    return int(white)


@jit
def predict(chart: Chart, position: Position, table: Imagined, net: Any) -> None:
    """What everybody answers who expects all others to pass."""
    copy_position(chart, position, table)
    for seat in range(position.players):
        found = net.found[seat]
        white_candidates(chart, position, seat, table, found)
        value_candidates(position, seat, table, found, net)
        best = best_candidate(found)
        net.predicted[0, seat] = found.white[best]
        net.predicted[1, seat] = found.colour[best]
        net.rival[seat], _ = rivals(table.scores, position.players, seat)


@jit
def _is_calm(chart: Chart, position: Position, table: Imagined, found: Candidates) -> bool:
    """Whether the end is far: no row is closed or expected to be, and nobody is thrown out."""
    calm = not position.closed and not table.colour_lock
    calm = calm and table.misthrows[position.active] < chart.most_misthrows
    for seat in range(position.players):
        calm = calm and not table.white_locks[seat]
    for place in range(found.count):
        calm = calm and not found.over[place]
    return bool(calm)


@jit
def net_colour(chart: Chart, position: Position, seat: int, turn: int, white: Any, net: Any) -> int:
    """The colour move of the active seat, after everybody's white picks of that turn."""
    as_planned = net.memory[_PLANNED] == turn
    for other in range(position.players):
        if other != seat:
            as_planned = as_planned and white[other] == net.predicted[0, other]
    if as_planned:
        return int(net.memory[_PLAN])
    table = net.table[0]
    found = net.found[seat]
    copy_position(chart, position, table)
    colour_candidates(chart, position, seat, white[seat] != PASS, table, found)
    value_candidates(position, seat, table, found, net)
    return int(found.colour[best_candidate(found)])


@jit
def value_candidates(
    position: Position, seat: int, table: Imagined, found: Candidates, net: Any
) -> None:
    """Fills in the values of the candidates that do not end the game."""
    if found.count == 1:  # nothing to choose
        return
    usual = unusual = -1  # the closed rows that the two bases are for
    waiting = -1  # the candidate that waits for another
    for place in range(found.count):
        if found.over[place]:
            continue
        closed = int(found.closed[place])
        slot = 0
        if closed == position.closed:
            if usual != closed:
                look_around(position, seat, table, closed, net, net.base[0])
                usual = closed
        else:
            slot = 1
            if unusual != closed:
                look_around(position, seat, table, closed, net, net.base[1])
                unusual = closed
        if waiting < 0:
            first_layer(found, place, closed, net, net.base[slot], net.first[0])
            waiting = place
        else:
            first_layer(found, place, closed, net, net.base[slot], net.first[1])
            _top(position.players, found, waiting, place, net)
            waiting = -1
    if waiting >= 0:
        _top(position.players, found, waiting, waiting, net)


@jit
def look_around(
    position: Position, seat: int, table: Imagined, closed: int, net: Any, base: Floats
) -> None:
    """The first layer but for the own card, when these rows are closed."""
    players = position.players
    _, misthrows, seats, lucky = net.offsets
    seats += players * (players - 1) // 2
    tower = net.tower[0]
    total = net.tower[1]
    total[:] = 0
    for other in range(players):
        soon = (other - position.active - 1 + players) % players
        if other == seat:
            for unit in range(len(base)):
                base[unit] = net.mine[seats + soon, unit]
        else:
            for unit in range(len(tower)):
                tower[unit] = net.other[seats + soon, unit]
            _add_lucky(position.lucky[other], net.other, lucky, tower)
            card = other * ROWS
            lines = (
                misthrows + min(np.int64(table.misthrows[other]), 3),
                net.lines[closed & 1, 0, table.rows[card]],
                net.lines[closed >> 1 & 1, 1, table.rows[card + 1]],
                net.lines[closed >> 2 & 1, 2, table.rows[card + 2]],
                net.lines[closed >> 3 & 1, 3, table.rows[card + 3]],
            )
            add_rows(tower, net.other, lines, tower)
            for unit in range(len(tower)):
                total[unit] += tower[unit]
    _add_lucky(position.lucky[seat], net.mine, lucky, base)
    if players > 1:
        add_products(base, (total,), net.mix, (base,))


@inlined
def _add_lucky(bits: int, table: Floats, line: int, sums: Floats) -> None:
    """Adds the embedding rows of lucky numbers."""
    while bits:
        if bits & 1:
            for unit in range(len(sums)):
                sums[unit] += table[line, unit]
        bits >>= 1
        line += 1


@inlined
def first_layer(
    found: Candidates, place: int, closed: int, net: Any, base: Floats, first: Floats
) -> None:
    """The first layer of a candidate."""
    margin = min(max(found.margin[place], -MARGIN), MARGIN)
    own = place * ROWS
    lines = (
        net.offsets[0] + margin,
        net.offsets[1] + found.misthrows[place],
        net.lines[closed & 1, 0, found.rows[own]],
        net.lines[closed >> 1 & 1, 1, found.rows[own + 1]],
        net.lines[closed >> 2 & 1, 2, found.rows[own + 2]],
        net.lines[closed >> 3 & 1, 3, found.rows[own + 3]],
    )
    add_rows(base, net.mine, lines, first)


@inlined
def _top(players: int, found: Candidates, one: int, other: int, net: Any) -> None:
    """The values of two candidates (or of one, twice) from their first layers."""
    second = net.second
    first = net.first
    add_products(net.inner_bias, (first[0], first[1]), net.inner, (second[0], second[1]))
    found.value[other] = _head(players, second[1], net)
    found.value[one] = _head(players, second[0], net)


@summing
def _head(players: int, second: Floats, net: Any) -> float:
    """The value of a candidate from its second layer."""
    win = net.head_bias[0]
    points = net.head_bias[1]
    for unit in range(len(second)):
        total = max(second[unit], np.float32(0))
        win += net.head[0, unit] * total
        points += net.head[1, unit] * total
    return _worth(players, win, points)


@inlined
def _worth(players: int, win: float, points: float) -> float:
    """What is chosen by: the share of the win, and a little for the points."""
    if players == 1:
        return float(points)
    return float(1.0 / (1.0 + np.exp(-win)) + TIE_BREAK * points)
