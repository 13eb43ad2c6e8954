"""Plays turns in which all players follow the value net, and values the positions at their ends.

`qwixx.batch.policy` does the same in NumPy.
"""

from typing import Any, Final

import numpy as np

from qwixx.kernel.arrays import Reals
from qwixx.kernel.candidates import rivals
from qwixx.kernel.chart import ROWS, Chart, Position
from qwixx.kernel.encoding import SCALE
from qwixx.kernel.imagined import copy_position
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.net import (
    add_card,
    add_surroundings,
    forget_turns,
    net_colour,
    net_white,
    read_heads,
)  # fmt: skip
from qwixx.kernel.options import PASS
from qwixx.kernel.turn import apply_colour, apply_white
from qwixx.rules import MOST_PLAYERS

_CARD: Final = 0  # The candidate in whose place a seat's card is valued
_CACHE_SLOTS: Final = 1024
"""Turn ends that are remembered. Different dice often lead to the same position: in a review, two
turn ends in three repeat a recent one."""


@jit
def play_turns(
    charts: Any,
    positions: Any,
    nets: Any,
    nets_at_ends: Any,
    head: Reals,
    shares: Reals,
    points: Reals,
) -> None:
    """Plays a turn from each of these positions [n], with their dice.

    Fills in [n, seat] the shares of the win at its end and the expected totals. In solo games the
    expected points take the place of shares. The first net chooses the moves, the second values
    the ends. `head` [unit + 1] reads the points still to come from the first layer; if it is empty,
    leads take the place of totals.
    """
    chart, net, ends = charts[0], nets[0], nets_at_ends[0]
    white = np.zeros(MOST_PLAYERS, np.int64)
    latest = np.full(_CACHE_SLOTS, -1)
    forget_turns(net)
    for number in range(len(positions)):
        position = positions[number]
        active = position.active
        for seat in range(position.players):
            white[seat] = net_white(chart, position, seat, number, net)
        over = apply_white(chart, position, white)
        if not over:
            pick = net_colour(chart, position, active, number, white, net)
            over = apply_colour(chart, position, pick, white[active] != PASS)
        slot = _hash_slot(position)
        same = latest[slot]
        latest[slot] = number
        if same >= 0 and _are_equal(position, positions[same]):
            shares[number] = shares[same]
            points[number] = points[same]
        else:
            _value_end(chart, position, over, ends, head, shares[number], points[number])


@inlined
def _hash_slot(position: Position) -> int:
    """Returns the slot in which this position is remembered."""
    mixed = position.closed
    for row in range(position.players * ROWS):
        mixed = (mixed * 97 + position.rows[row]) & 0xFFFFFFFF
    for seat in range(position.players):
        mixed = (mixed * 97 + position.misthrows[seat]) & 0xFFFFFFFF
    return (mixed ^ mixed >> 11) % _CACHE_SLOTS


@inlined
def _are_equal(one: Position, other: Position) -> bool:
    """Returns whether two positions are equal but for their dice."""
    equal = one.closed == other.closed
    for row in range(one.players * ROWS):
        equal &= one.rows[row] == other.rows[row]
    for seat in range(one.players):
        equal &= one.misthrows[seat] == other.misthrows[seat]
        equal &= one.lucky[seat] == other.lucky[seat]
    return equal


@jit
def _value_end(
    chart: Chart,
    position: Position,
    over: bool,
    net: Any,
    head: Reals,
    shares: Reals,
    points: Reals,
) -> None:
    players, table, found = position.players, net.table, net.found[0]
    copy_position(chart, position, table)
    total = 0.0
    for seat in range(players):
        own = table.scores[seat]
        lead = own - rivals(table.scores, players, seat).total
        points[seat] = own if len(head) else lead
        if over:
            shares[seat] = 1.0 if lead >= 0 else 0.0
        else:
            for row in range(ROWS):
                found.rows[_CARD * ROWS + row] = position.rows[seat * ROWS + row]
            found.margin[_CARD] = lead
            found.misthrows[_CARD] = position.misthrows[seat]
            add_surroundings(position, seat, table, position.closed, net, 0)
            add_card(found, _CARD, position.closed, net, 0)
            win, expected_lead = read_heads(net)
            shares[seat] = 1.0 / (1.0 + np.exp(-win))
            if players > 1 and len(head):
                points[seat] += head[len(head) - 1]
                for unit in range(len(head) - 1):
                    points[seat] += head[unit] * net.first[unit]
            else:
                points[seat] = expected_lead * SCALE
        total += shares[seat]
    if players == 1:
        shares[0] = points[0]
    else:
        for seat in range(players):
            shares[seat] /= total
