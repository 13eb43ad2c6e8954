"""The value net as compiled code: what a seat chooses by looking one move ahead.

`qwixx.bots.net` does the same in numpy. Here what is needed twice in a turn is kept: the others
predict the same answer of a seat, and where they answered as expected, so does the colour phase.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel import candidates
from qwixx.kernel.candidates import (
    CANDIDATES,
    IMAGINED,
    Candidates,
    Imagined,
    best_candidate,
    colour_candidates,
    copy_position,
    imagine_picks,
    white_candidates,
)
from qwixx.kernel.encoding import MARGIN, TIE_BREAK, Encoding
from qwixx.kernel.heuristic import threatened_rows
from qwixx.kernel.jit import inlined, inlined_too, jit, jit_too, summing
from qwixx.kernel.options import PASS
from qwixx.kernel.sheet import ROWS, Position, Sheet
from qwixx.rules import MOST_PLAYERS

Floats = NDArray[np.float32]

inlined_too(candidates.count_rows, candidates.rivals, candidates.final_value)
jit_too(
    candidates.copy_position,
    candidates.imagine_picks,
    candidates.put_cross,
    candidates.has_free_white,
    candidates.add_candidate,
    candidates.remove_candidate,
    candidates.add_colour_moves,
    candidates.white_candidates,
    candidates.colour_candidates,
    candidates.best_candidate,
)


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
    """[hidden, width]: transposed, like `head`, so that sums run along the memory."""
    inner_bias: Floats
    head: Floats
    """[2, hidden]"""
    head_bias: Floats
    table: NDArray[np.void]
    """Room for one imagined table."""
    found: NDArray[np.void]
    """Room for the candidates of one seat."""
    predicted: NDArray[np.int64]
    """[2, seat]: the white and colour picks that are expected of each."""
    memory: NDArray[np.int64]
    """The turn that is predicted; the turn that has a plan, and its colour pick."""
    tower: Floats
    """[2, tower]: room for one opponent and for the sum of all."""
    base: Floats
    """[2, width]: the first layer but for the own card, for two sets of closed rows."""
    first: Floats
    """[4, width]: the first layer of four candidates."""
    waiting: NDArray[np.int64]
    """[4]: which ones they are."""


_PREDICTED, _PLANNED, _PLAN = range(3)


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
    width, tower = mine.shape[1], other.shape[1]
    lines = np.zeros((2, ROWS, 128), np.int64)
    lines[:, :, : encoding.by_state.shape[2]] = encoding.by_state
    starts = (encoding.margin, encoding.misthrows, encoding.seats, encoding.lucky)
    return NetTables(
        lines,
        np.array(starts, np.int64),
        np.ascontiguousarray(mine),
        np.ascontiguousarray(other),
        np.ascontiguousarray(mix),
        np.ascontiguousarray(inner.T),
        inner_bias.copy(),
        np.ascontiguousarray(head.T),
        head_bias.copy(),
        np.zeros(1, IMAGINED),
        np.zeros(1, CANDIDATES),
        np.zeros((2, MOST_PLAYERS), np.int64),
        np.full(3, -1, np.int64),
        np.zeros((2, tower), np.float32),
        np.zeros((2, width), np.float32),
        np.zeros((4, width), np.float32),
        np.zeros(4, np.int64),
    )


def with_own_room(net: NetTables) -> NetTables:
    """The same net for another thread."""
    return net._replace(
        table=np.zeros_like(net.table),
        found=np.zeros_like(net.found),
        predicted=np.zeros_like(net.predicted),
        memory=np.full_like(net.memory, -1),
        tower=np.zeros_like(net.tower),
        base=np.zeros_like(net.base),
        first=np.zeros_like(net.first),
        waiting=np.zeros_like(net.waiting),
    )


@jit
def net_white(sheet: Sheet, position: Position, seat: int, turn: int, net: Any) -> int:
    """The answer of a seat to the white dice. `turn` tells one white phase from another."""
    table = net.table[0]
    found = net.found[0]
    if net.memory[_PREDICTED] != turn:
        copy_position(sheet, position, table)
        for other in range(position.players):
            white_candidates(sheet, position, other, table, found)
            _value(position, other, table, found, net)
            best = best_candidate(found)
            net.predicted[0, other] = found.white[best]
            net.predicted[1, other] = found.colour[best]
        net.memory[_PREDICTED] = turn
    moved = False
    for other in range(position.players):
        if other != seat:
            moved = moved or other == position.active or net.predicted[0, other] != PASS
    white = net.predicted[0, seat]
    colour = net.predicted[1, seat]
    if moved:
        copy_position(sheet, position, table)
        for other in range(position.players):
            if other != seat:
                imagine_picks(
                    sheet, position, other, net.predicted[0, other], net.predicted[1, other], table
                )
        white_candidates(sheet, position, seat, table, found)
        _value(position, seat, table, found, net)
        best = best_candidate(found)
        white = np.int64(found.white[best])
        colour = np.int64(found.colour[best])
    if seat == position.active:
        # A pass keeps away from rows that may be closed; if they are not, there is more to choose.
        sure = white != PASS or threatened_rows(sheet, position, seat) == 0
        net.memory[_PLANNED] = turn if sure else -1
        net.memory[_PLAN] = colour
    return int(white)


@jit
def net_colour(sheet: Sheet, position: Position, seat: int, turn: int, white: Any, net: Any) -> int:
    """The colour move of the active seat, after everybody's white picks of that turn."""
    as_planned = net.memory[_PLANNED] == turn
    for other in range(position.players):
        if other != seat:
            as_planned = as_planned and white[other] == net.predicted[0, other]
    if as_planned:
        return int(net.memory[_PLAN])
    table = net.table[0]
    found = net.found[0]
    copy_position(sheet, position, table)
    colour_candidates(sheet, position, seat, white[seat] != PASS, table, found)
    _value(position, seat, table, found, net)
    return int(found.colour[best_candidate(found)])


@jit
def _value(position: Position, seat: int, table: Imagined, found: Candidates, net: Any) -> None:
    """Fills in the values of the candidates that do not end the game."""
    usual = unusual = -1  # the closed rows that the two bases are for
    gathered = 0
    for place in range(found.count):
        if not found.over[place]:
            closed = int(found.closed[place])
            slot = 0
            if closed == position.closed:
                if usual != closed:
                    _look(position, seat, table, closed, net, net.base[0])
                    usual = closed
            else:
                slot = 1
                if unusual != closed:
                    _look(position, seat, table, closed, net, net.base[1])
                    unusual = closed
            _first_layer(found, place, closed, net, net.base[slot], net.first[gathered])
            net.waiting[gathered] = place
            gathered += 1
            if gathered == 4:
                _top_of_four(position, found, net)
                gathered = 0
    for number in range(gathered):
        _top(position, found, net.waiting[number], net.first[number], net)


@jit
def _look(
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
            count = min(np.int64(table.misthrows[other]), 3)
            for unit in range(len(tower)):
                tower[unit] += net.other[misthrows + count, unit]
            for row in range(ROWS):
                line = net.lines[closed >> row & 1, row, table.rows[other * ROWS + row]]
                for unit in range(len(tower)):
                    tower[unit] += net.other[line, unit]
            bits = position.lucky[other]
            number = 0
            while bits:
                if bits & 1:
                    for unit in range(len(tower)):
                        tower[unit] += net.other[lucky + number, unit]
                bits >>= 1
                number += 1
            for unit in range(len(tower)):
                total[unit] += max(tower[unit], np.float32(0))
    bits = position.lucky[seat]
    number = 0
    while bits:
        if bits & 1:
            for unit in range(len(base)):
                base[unit] += net.mine[lucky + number, unit]
        bits >>= 1
        number += 1
    if players > 1:
        _mix(net.mix, total, base)


@summing
def _mix(mix: Floats, total: Floats, base: Floats) -> None:
    """Adds the opponents' share, four units of the towers at a time."""
    for place in range(0, len(total), 4):
        a, b, c, d = total[place], total[place + 1], total[place + 2], total[place + 3]
        for unit in range(len(base)):
            base[unit] += (
                a * mix[place, unit]
                + b * mix[place + 1, unit]
                + c * mix[place + 2, unit]
                + d * mix[place + 3, unit]
            )


@inlined
def _first_layer(
    found: Candidates, place: int, closed: int, net: Any, base: Floats, first: Floats
) -> None:
    """The first layer of a candidate."""
    margin = min(max(found.margin[place], -MARGIN), MARGIN)
    leads = net.mine[net.offsets[0] + margin]
    throws = net.mine[net.offsets[1] + found.misthrows[place]]
    red = net.mine[net.lines[closed & 1, 0, found.rows[place * ROWS]]]
    yellow = net.mine[net.lines[closed >> 1 & 1, 1, found.rows[place * ROWS + 1]]]
    green = net.mine[net.lines[closed >> 2 & 1, 2, found.rows[place * ROWS + 2]]]
    blue = net.mine[net.lines[closed >> 3 & 1, 3, found.rows[place * ROWS + 3]]]
    for unit in range(len(first)):
        total = base[unit] + red[unit] + yellow[unit] + green[unit] + blue[unit]
        total += leads[unit] + throws[unit]
        first[unit] = max(total, np.float32(0))


@summing
def _dot(left: Floats, right: Floats) -> np.float32:
    total = np.float32(0)
    for place in range(len(left)):
        total += left[place] * right[place]
    return total


@summing
def _top(position: Position, found: Candidates, place: int, first: Floats, net: Any) -> None:
    """The value of one candidate from its first layer."""
    win = net.head_bias[0]
    points = net.head_bias[1]
    for unit in range(len(net.inner_bias)):
        total = net.inner_bias[unit] + _dot(first, net.inner[unit])
        if total > 0:
            win += net.head[0, unit] * total
            points += net.head[1, unit] * total
    found.value[place] = _worth(position.players, win, points)


@summing
def _top_of_four(position: Position, found: Candidates, net: Any) -> None:
    """The values of four candidates: each weight is read once for all of them."""
    first = net.first
    width = first.shape[1]
    win_a = win_b = win_c = win_d = net.head_bias[0]
    points_a = points_b = points_c = points_d = net.head_bias[1]
    for unit in range(len(net.inner_bias)):
        weights = net.inner[unit]
        a = b = c = d = net.inner_bias[unit]
        for place in range(width):
            weight = weights[place]
            a += first[0, place] * weight
            b += first[1, place] * weight
            c += first[2, place] * weight
            d += first[3, place] * weight
        a, b = max(a, np.float32(0)), max(b, np.float32(0))
        c, d = max(c, np.float32(0)), max(d, np.float32(0))
        win = net.head[0, unit]
        win_a, win_b, win_c, win_d = (
            win_a + win * a,
            win_b + win * b,
            win_c + win * c,
            win_d + win * d,
        )
        point = net.head[1, unit]
        points_a, points_b = points_a + point * a, points_b + point * b
        points_c, points_d = points_c + point * c, points_d + point * d
    players = position.players
    found.value[net.waiting[0]] = _worth(players, win_a, points_a)
    found.value[net.waiting[1]] = _worth(players, win_b, points_b)
    found.value[net.waiting[2]] = _worth(players, win_c, points_c)
    found.value[net.waiting[3]] = _worth(players, win_d, points_d)


@inlined
def _worth(players: int, win: float, points: float) -> float:
    """What is chosen by: the share of the win, and a little for the points."""
    if players == 1:
        return float(points)
    return float(1.0 / (1.0 + np.exp(-win)) + TIE_BREAK * points)
