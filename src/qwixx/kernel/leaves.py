"""Plays turns in which all players follow the value net, and values the positions at their ends.

This is compiled code without the shortcuts of `net`. It values every candidate again after the
expected answers, and chooses the colour move again after the white phase. `qwixx.batch.policy` does
the same in NumPy.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.candidates import best_candidate, colour_candidates, rivals, white_candidates
from qwixx.kernel.chart import ROWS, Chart, Position
from qwixx.kernel.encoding import SCALE
from qwixx.kernel.imagined import copy_position, imagine_picks
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.net import add_card, add_surroundings, predict, read_heads, value_candidates
from qwixx.kernel.options import PASS, score
from qwixx.kernel.turn import apply_colour, apply_white
from qwixx.rules import MOST_PLAYERS

Reals = NDArray[np.float64]

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
    for number in range(len(positions)):
        position = positions[number]
        over = _play_turn(chart, position, net, white)
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
    if one.closed != other.closed:
        return False
    for row in range(one.players * ROWS):
        if one.rows[row] != other.rows[row]:
            return False
    for seat in range(one.players):
        if one.misthrows[seat] != other.misthrows[seat] or one.lucky[seat] != other.lucky[seat]:
            return False
    return True


@jit
def _play_turn(chart: Chart, position: Position, net: Any, white: Any) -> bool:
    """Plays one turn. Returns whether it ended the game."""
    table = net.table
    players = position.players
    predict(chart, position, table, net)
    for seat in range(players):
        found = net.found[seat]
        moved = False
        for other in range(players):
            if other != seat:
                moved = moved or other == position.active or net.predicted[0, other] != PASS
        if moved and found.count > 1:
            copy_position(chart, position, table)
            for other in range(players):
                if other != seat:
                    imagine_picks(
                        chart,
                        position,
                        other,
                        net.predicted[0, other],
                        net.predicted[1, other],
                        table,
                    )
            white_candidates(chart, position, seat, table, found)
            value_candidates(position, seat, table, found, net)
        white[seat] = found.white[best_candidate(found)]
    if apply_white(chart, position, white):
        return True
    active = position.active
    crossed = white[active] != PASS
    found = net.found[active]
    copy_position(chart, position, table)
    colour_candidates(chart, position, active, crossed, table, found)
    value_candidates(position, active, table, found, net)
    return apply_colour(chart, position, found.colour[best_candidate(found)], crossed)


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
    """Values a position at the end of a turn."""
    players = position.players
    table = net.table
    copy_position(chart, position, table)
    best = -999
    for seat in range(players):
        points[seat] = table.scores[seat]
        best = max(best, table.scores[seat])
    total = 0.0
    for seat in range(players):
        if over:
            shares[seat] = 1.0 if table.scores[seat] == best else 0.0
            if players > 1 and not len(head):
                points[seat] -= rivals(table.scores, players, seat).total
        else:
            shares[seat] = _value_seat(chart, position, seat, table, net, head, points)
        total += shares[seat]
    if players == 1:
        shares[0] = points[0]
    else:
        for seat in range(players):
            shares[seat] /= total


@inlined
def _value_seat(
    chart: Chart, position: Position, seat: int, table: Any, net: Any, head: Reals, points: Reals
) -> float:
    """Returns the net's winning chance for one seat, and fills in its points."""
    players = position.players
    found = net.found[0]
    for row in range(ROWS):
        found.rows[_CARD * ROWS + row] = position.rows[seat * ROWS + row]
    rival = rivals(table.scores, players, seat)
    found.margin[_CARD] = score(chart, position, seat) - rival.total
    found.misthrows[_CARD] = position.misthrows[seat]
    add_surroundings(position, seat, table, position.closed, net, 0)
    add_card(found, _CARD, position.closed, net, 0)
    win, lead = read_heads(net)
    if players > 1 and len(head):
        points[seat] += head[len(head) - 1]
        for unit in range(len(head) - 1):
            points[seat] += head[unit] * net.first[unit]
    else:
        points[seat] = lead * SCALE
    return float(1.0 / (1.0 + np.exp(-win)))
