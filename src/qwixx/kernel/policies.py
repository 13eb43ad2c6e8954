"""The simple policies, compiled: random, greedy and heuristic.

A policy sees a chart, the position before any answer, and its seat's options. A `player` is a
record of `turn.PLAYER`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import ROWS, Chart, Position
from qwixx.kernel.heuristic import heuristic_colour, heuristic_white
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.kinds import HEURISTIC
from qwixx.kernel.options import PASS, after_colour, after_white, colour_row
from qwixx.kernel.streams import below


def _picks() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Returns for every set of options their number, and the k-th of them, the pass last."""
    count = np.zeros(256, np.uint8)
    kth = np.full(256 * (PASS + 1), PASS, np.uint8)
    for picks in range(256):
        listed = [pick for pick in range(PASS) if picks >> pick & 1]
        count[picks] = len(listed)
        kth[picks * (PASS + 1) :][: len(listed)] = listed
    return count, kth


_COUNT, _KTH = _picks()


@inlined
def random_pick(picks: int, bits: np.uint64) -> int:
    """Returns one of the options or the pass, all equally likely."""
    pick: int = _KTH[picks * (PASS + 1) + below(bits, _COUNT[picks] + 1)]
    return pick


@inlined
def greedy_rank(chart: Chart, state: int, after: int, pick: int, bits: np.uint64) -> int:
    """Ranks a cross: smaller gaps are better, then rows with more crosses; chance breaks ties."""
    gap = chart.last[after] - chart.last[state] - 1
    chance = np.int64(bits >> np.uint64(8 * pick)) & 255
    rank: int = ((99 - gap) * 100 + chart.crosses[state]) * 256 + chance
    return rank


@jit
def white_pick(
    player: Any, chart: Chart, position: Position, seat: int, picks: int, bits: np.uint64
) -> int:
    """Returns the answer of a seat to the white dice."""
    if player.kind == HEURISTIC:
        return heuristic_white(chart, position, seat, picks, player.formula)
    chosen, best = PASS, -1
    for pick in range(PASS):
        if picks >> pick & 1:
            state = position.rows[seat * ROWS + (pick & 3)]
            after = after_white(chart, position, seat, pick)
            rank = greedy_rank(chart, state, after, pick, bits)
            if rank > best:
                chosen, best = pick, rank
    return chosen


@jit
def colour_pick(
    player: Any,
    chart: Chart,
    position: Position,
    seat: int,
    picks: int,
    crossed: bool,
    bits: np.uint64,
) -> int:
    """Returns the colour move of the active seat; `crossed`: it has crossed in the white phase."""
    if player.kind == HEURISTIC:
        return heuristic_colour(chart, position, seat, picks, crossed, player.formula)
    chosen, best = PASS, -1
    for pick in range(PASS):
        if picks >> pick & 1:
            state = position.rows[seat * ROWS + colour_row(chart, position, pick)]
            after = after_colour(chart, position, seat, pick)
            rank = greedy_rank(chart, state, after, pick, bits)
            if rank > best:
                chosen, best = pick, rank
    return chosen
