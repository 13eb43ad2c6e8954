"""The value net in compiled code: a seat chooses by looking one move ahead.

`qwixx.bots.net` does the same in plain Python. This code saves work within a turn:

- All seats share one prediction of each seat's answer.
- If all seats answered as predicted, the colour move is already known.
- Candidates that were far from the best at first are not valued again.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.arrays import Floats
from qwixx.kernel.candidates import (
    CANDIDATES,
    Candidates,
    best_candidate,
    colour_candidates,
    keep_hopeful,
    rivals,
    white_candidates,
)
from qwixx.kernel.chart import ROWS, Chart, Position
from qwixx.kernel.encoding import MARGIN, TIE_BREAK, encoding_of
from qwixx.kernel.imagined import IMAGINED, Imagined, copy_position, imagine_picks
from qwixx.kernel.jit import inlined, inlined_fastmath, jit, jit_fastmath
from qwixx.kernel.options import PASS, threatened_rows
from qwixx.kernel.row_states import embedding_rows
from qwixx.rules import MOST_PLAYERS, Variant

_TRANSPOSED: Final = ("inner", "head")
"""The weights that are summed by columns: transposed, a sum runs along the memory."""

Net: TypeAlias = Any
"""A value net and its working memory: a record of the type that `make_net` gives it.

It is one record, because compiled code counts references to each array of a tuple, and that took
half of the time. The sizes of the layers are part of its type. `make_net` explains the fields.
"""

_PREDICTED, _PLANNED, _PLAN = range(3)
_HOPELESS: Final = 0.06
"""Candidates are first valued as if all others passed. While the end is far, one that is worse by
this much hardly ever becomes the best once the answers are known."""


def make_net(variant: Variant, weights: Mapping[str, Floats]) -> NDArray[np.void]:
    """Returns an array of one net for one thread."""
    mine, other, inner = weights["mine"], weights["other"], weights["inner"]
    real, width, tower, hidden = np.float32, mine.shape[1], other.shape[1], inner.shape[1]
    fields: list[Any] = [
        # [closed, row, state]: the embedding row.
        ("lines", np.uint16, (2, ROWS, 128)),
        # The first embedding rows of margins, misthrows, seats and lucky numbers.
        ("offsets", np.int64, 4),
        # The weights.
        ("mine", real, (len(mine), width)),
        ("other", real, (len(other), tower)),
        ("mix", real, (tower, width)),
        ("inner", real, (hidden, width)),
        ("inner_bias", real, hidden),
        ("head", real, (2, hidden)),
        ("head_bias", real, 2),
        ("table", IMAGINED),
        ("found", CANDIDATES, MOST_PLAYERS),
        # The white and the colour pick that are expected of each seat.
        ("predicted", np.int64, (2, MOST_PLAYERS)),
        # The best total among the other seats at the time of the prediction.
        ("rival", np.int64, MOST_PLAYERS),
        # The predicted turn, the planned turn, and the planned colour pick.
        ("memory", np.int64, 3),
        # One opponent, and the sum of all opponents.
        ("tower", real, tower),
        ("total", real, tower),
        # The first layer without the seat's own card, for two sets of closed rows.
        ("around", real, (2, width)),
        # The first layer of one candidate.
        ("first", real, width),
    ]
    net = np.zeros(1, np.dtype(fields, align=True))
    record: Any = net[0]
    rows, encoding = embedding_rows(variant), encoding_of(variant)
    record["lines"][:, :, : rows.shape[2]] = rows
    record["offsets"] = encoding.margin, encoding.misthrows, encoding.seats, encoding.lucky
    for name, array in weights.items():
        record[name] = array.T if name in _TRANSPOSED else array
    record["memory"] = -1
    return net


@jit
def forget_turns(net: Net) -> None:
    """Forgets all predictions, so that the numbers of turns may begin again."""
    net.memory[:] = -1


@jit
def net_white(chart: Chart, position: Position, seat: int, turn: int, net: Net) -> int:
    """Returns the answer of a seat to the white dice. No other turn has the number `turn`."""
    if net is None:  # No player plays by a net: this is compiled without one.
        return PASS
    table = net.table
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
            now = rivals(table.scores, position.players, seat).total
            keep_hopeful(found, _HOPELESS, net.rival[seat] - now)
        else:
            white_candidates(chart, position, seat, table, found)
        value_candidates(position, seat, table, found, net)
    best = best_candidate(found)
    white = np.int64(found.white[best])
    if seat == position.active:
        # After a pass, rows that may close were left out. If they stay open, there are more moves.
        sure = white != PASS or threatened_rows(chart, position, seat) == 0
        net.memory[_PLANNED] = turn if sure else -1
        net.memory[_PLAN] = found.colour[best]
    return int(white)


@jit
def predict(chart: Chart, position: Position, table: Imagined, net: Net) -> None:
    """Predicts the answer of every seat, as if each expected the others to pass."""
    copy_position(chart, position, table)
    for seat in range(position.players):
        found = net.found[seat]
        white_candidates(chart, position, seat, table, found)
        value_candidates(position, seat, table, found, net)
        best = best_candidate(found)
        net.predicted[0, seat] = found.white[best]
        net.predicted[1, seat] = found.colour[best]
        net.rival[seat] = rivals(table.scores, position.players, seat).total


@jit
def _is_calm(chart: Chart, position: Position, table: Imagined, found: Candidates) -> bool:
    """Returns whether the end is far: no closed row and no last misthrow is there or expected."""
    calm = not position.closed and not table.colour_lock
    calm = calm and table.misthrows[position.active] < chart.most_misthrows
    for seat in range(position.players):
        calm = calm and not table.white_locks[seat]
    for place in range(found.count):
        calm = calm and not found.over[place]
    return bool(calm)


@jit
def net_colour(chart: Chart, position: Position, seat: int, turn: int, white: Any, net: Net) -> int:
    """Returns the colour pick of the active seat, after the white picks of all seats."""
    if net is None:
        return PASS
    as_planned = net.memory[_PLANNED] == turn
    for other in range(position.players):
        if other != seat:
            as_planned = as_planned and white[other] == net.predicted[0, other]
    if as_planned:
        return int(net.memory[_PLAN])
    table = net.table
    found = net.found[seat]
    copy_position(chart, position, table)
    colour_candidates(chart, position, seat, white[seat] != PASS, table, found)
    value_candidates(position, seat, table, found, net)
    return int(found.colour[best_candidate(found)])


@jit
def value_candidates(
    position: Position, seat: int, table: Imagined, found: Candidates, net: Net
) -> None:
    """Fills in the values of the candidates that do not end the game."""
    if found.count == 1:
        return
    usual = unusual = -1  # The closed rows of the two vectors `around`.
    for place in range(found.count):
        if found.over[place]:
            continue
        closed = int(found.closed[place])
        which = 0
        if closed == position.closed:
            if usual != closed:
                add_surroundings(position, seat, table, closed, net, 0)
                usual = closed
        else:
            which = 1
            if unusual != closed:
                add_surroundings(position, seat, table, closed, net, 1)
                unusual = closed
        add_card(found, place, closed, net, which)
        win, points = read_heads(net)
        if position.players == 1:
            found.value[place] = points
        else:
            found.value[place] = 1.0 / (1.0 + np.exp(-win)) + TIE_BREAK * points


@jit_fastmath
def add_surroundings(
    position: Position, seat: int, table: Imagined, closed: int, net: Net, which: int
) -> None:
    """Sums up the first layer without the card of that seat, when these rows are closed."""
    players = position.players
    _, misthrows, seats, lucky = net.offsets
    seats += players * (players - 1) // 2
    for unit in range(len(net.total)):
        net.total[unit] = 0
    for other in range(players):
        soon = (other - position.active - 1 + players) % players
        if other == seat:
            for unit in range(len(net.first)):
                net.around[which, unit] = net.mine[seats + soon, unit]
            _add_lucky(position.lucky[other], net.mine, lucky, net.around[which])
            continue
        for unit in range(len(net.tower)):
            net.tower[unit] = net.other[seats + soon, unit]
        _add_lucky(position.lucky[other], net.other, lucky, net.tower)
        count = misthrows + min(np.int64(table.misthrows[other]), 3)
        red, yellow, green, blue = _row_lines(net, table.rows, other, closed)
        for unit in range(len(net.tower)):
            amount = net.tower[unit] + net.other[count, unit]
            amount += net.other[red, unit] + net.other[yellow, unit]
            amount += net.other[green, unit] + net.other[blue, unit]
            net.total[unit] += max(amount, np.float32(0))
    if players > 1:
        for line in range(len(net.total)):
            amount = net.total[line]
            for unit in range(len(net.first)):
                net.around[which, unit] += amount * net.mix[line, unit]


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
def _row_lines(net: Net, rows: Any, card: int, closed: int) -> tuple[int, int, int, int]:
    """Returns the embedding rows of the four rows of one of several cards."""
    first = card * ROWS
    return (
        net.lines[closed & 1, 0, rows[first]],
        net.lines[closed >> 1 & 1, 1, rows[first + 1]],
        net.lines[closed >> 2 & 1, 2, rows[first + 2]],
        net.lines[closed >> 3 & 1, 3, rows[first + 3]],
    )


@inlined_fastmath
def add_card(found: Candidates, place: int, closed: int, net: Net, which: int) -> None:
    """Completes the first layer with the card of a candidate."""
    margin = net.offsets[0] + min(max(found.margin[place], -MARGIN), MARGIN)
    misthrows = net.offsets[1] + found.misthrows[place]
    red, yellow, green, blue = _row_lines(net, found.rows, place, closed)
    for unit in range(len(net.first)):
        amount = net.around[which, unit] + net.mine[margin, unit] + net.mine[misthrows, unit]
        amount += net.mine[red, unit] + net.mine[yellow, unit]
        amount += net.mine[green, unit] + net.mine[blue, unit]
        net.first[unit] = max(amount, np.float32(0))


@inlined_fastmath
def read_heads(net: Net) -> tuple[float, float]:
    """Returns the win output and the points output for the first layer."""
    win, points = net.head_bias[0], net.head_bias[1]
    for unit in range(len(net.inner_bias)):
        amount = net.inner_bias[unit]
        for line in range(len(net.first)):
            amount += net.first[line] * net.inner[unit, line]
        amount = max(amount, np.float32(0))
        win += net.head[0, unit] * amount
        points += net.head[1, unit] * amount
    return win, points
