"""The seats that are played inside the step, by the kernel's policies."""

from typing import Any, Final

import numpy as np

from qwixx.kernel.chart import Chart, Integers, Position
from qwixx.kernel.heuristic import Formula
from qwixx.kernel.jit import jit
from qwixx.kernel.kinds import NET, RANDOM, SOLO
from qwixx.kernel.net import net_colour, net_white
from qwixx.kernel.options import PASS, colour_options, white_options
from qwixx.kernel.policies import colour_pick, random_pick, white_pick
from qwixx.kernel.solo import solo_colour, solo_white

ASKED: Final = -1
"""The kind of the policies that are not in here: their seats are asked."""


@jit
def answer_white(
    chart: Chart,
    position: Position,
    seat: int,
    kind: int,
    formula: Formula,
    tables: Any,
    net: Any,
    bits: np.uint64,
    turn: int,
) -> int:
    """The answer of a seat to the white dice. No two turns of any games have the same number."""
    picks = white_options(chart, position, seat)
    pick = np.int64(PASS)
    if kind == RANDOM:
        pick = np.int64(random_pick(picks, bits))
    elif kind == NET:
        if net is not None:
            pick = np.int64(net_white(chart, position, seat, turn, net[0]))
    elif kind != SOLO:
        pick = np.int64(white_pick(kind, chart, position, seat, picks, bits, formula))
    elif tables is not None:
        pick = np.int64(solo_white(chart, position, seat, picks, tables))
    return int(pick)


@jit
def choose_colour(
    chart: Chart,
    position: Position,
    seat: int,
    kind: int,
    formula: Formula,
    tables: Any,
    net: Any,
    bits: np.uint64,
    turn: int,
    white: Integers,
) -> int:
    """The colour pick of the active seat, after everybody's white picks."""
    picks = colour_options(chart, position, seat)
    crossed = white[seat] != PASS
    pick = np.int64(PASS)
    if kind == RANDOM:
        pick = np.int64(random_pick(picks, bits))
    elif kind == NET:
        if net is not None:
            pick = np.int64(net_colour(chart, position, seat, turn, white, net[0]))
    elif kind != SOLO:
        pick = np.int64(colour_pick(kind, chart, position, seat, picks, crossed, bits, formula))
    elif tables is not None:
        pick = np.int64(solo_colour(chart, position, seat, picks, crossed, tables))
    return int(pick)
