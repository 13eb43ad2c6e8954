"""One turn in compiled code: the players' choices, and their consequences.

The simulator, the turn ends and the environments all play by these functions.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.candidates import count_rows
from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.formula import FORMULA
from qwixx.kernel.jit import inlined
from qwixx.kernel.kinds import NET, RANDOM, SOLO
from qwixx.kernel.net import net_colour, net_white
from qwixx.kernel.options import (
    PASS,
    after_colour,
    after_white,
    colour_options,
    colour_row,
    white_options,
)
from qwixx.kernel.policies import colour_pick, random_pick, white_pick
from qwixx.kernel.records import Integers
from qwixx.kernel.solo import SoloTables, solo_colour, solo_white

PLAYER: Final = np.dtype([("kind", np.int64), ("formula", FORMULA)])
"""A player: one of the kinds of `kinds`, and the formula of a heuristic."""

Player: TypeAlias = Any  # A record of PLAYER


class Policies(NamedTuple):
    """The policies of all players."""

    players: NDArray[np.void]  # [policy]: records of PLAYER
    tables: SoloTables | None = None
    """For players who play by a table. With None, Numba compiles code without these arguments,
    which would cost the simple policies a fifth of their speed."""
    net: NDArray[np.void] | None = None
    """For players who play by the value net, in the same way. Each thread needs its own."""


class Knowledge(NamedTuple):
    """The tables and the net of `Policies`, the net as a record."""

    tables: Any
    net: Any


def players_of(kinds: Sequence[int], formulas: NDArray[np.void]) -> NDArray[np.void]:
    """Returns records of players; `formulas` has one for each of them, or one for all."""
    players = np.zeros(len(kinds), PLAYER)
    players["kind"], players["formula"] = kinds, formulas
    return players


@inlined
def record_or_none(records: Any) -> Any:
    """Returns the first record of an array, or None if there is no array."""
    return None if records is None else records[0]


@inlined
def policy_of(seat: int, offset: int, players: int) -> int:
    """Returns the policy of a seat when the policies have moved on by `offset` seats."""
    policy = seat + offset
    return policy if policy < players else policy - players


@inlined
def choose_white(
    player: Player,
    knowledge: Knowledge,
    chart: Chart,
    position: Position,
    seat: int,
    bits: np.uint64,
    turn: int,
) -> int:
    """Returns the answer of a seat to the white dice. No other turn has the number `turn`."""
    picks = white_options(chart, position, seat)
    pick = np.int64(PASS)
    if player.kind == RANDOM:
        pick = np.int64(random_pick(picks, bits))
    elif player.kind == NET:
        pick = np.int64(net_white(chart, position, seat, turn, knowledge.net))
    elif player.kind != SOLO:
        pick = np.int64(white_pick(player, chart, position, seat, picks, bits))
    else:
        pick = np.int64(solo_white(chart, position, seat, picks, knowledge.tables))
    return int(pick)


@inlined
def choose_colour(
    player: Player,
    knowledge: Knowledge,
    chart: Chart,
    position: Position,
    white: Integers,
    bits: np.uint64,
    turn: int,
) -> int:
    """Returns the colour pick of the active seat, after the white picks of all seats."""
    seat = position.active
    picks = colour_options(chart, position, seat)
    crossed = white[seat] != PASS
    pick = np.int64(PASS)
    if player.kind == RANDOM:
        pick = np.int64(random_pick(picks, bits))
    elif player.kind == NET:
        pick = np.int64(net_colour(chart, position, seat, turn, white, knowledge.net))
    elif player.kind != SOLO:
        pick = np.int64(colour_pick(player, chart, position, seat, picks, crossed, bits))
    else:
        pick = np.int64(solo_colour(chart, position, seat, crossed, knowledge.tables))
    return int(pick)


@inlined
def apply_white(chart: Chart, position: Position, white: Integers) -> bool:
    """Makes the white crosses of all seats at once, and closes rows only then (R1).

    Returns whether that ends the game.
    """
    closing = 0
    for seat in range(position.players):
        pick = white[seat]
        if pick != PASS:
            after = after_white(chart, position, seat, pick)
            position.rows[seat * ROWS + (pick & 3)] = after
            closing |= chart.locked[after] << (pick & 3)
    if closing:
        position.closed |= closing
        return bool(count_rows(position.closed) >= chart.most_closed)
    return False


@inlined
def apply_colour(chart: Chart, position: Position, pick: int, crossed: bool) -> bool:
    """Makes the colour move of the active seat; `crossed`: it has crossed in the white phase.

    Returns whether that ends the game.
    """
    if pick == PASS:
        return end_turn(chart, position, 0, NEVER, crossed)
    after = after_colour(chart, position, position.active, pick)
    return end_turn(chart, position, colour_row(chart, position, pick), after, crossed)


@inlined
def end_turn(chart: Chart, position: Position, row: int, after: int, crossed: bool) -> bool:
    """Brings a row of the active seat to the state `after`; NEVER is a pass.

    A pass is a misthrow if the seat has crossed nothing in the white phase either. Returns whether
    the game ends.
    """
    active = position.active
    if after != NEVER:
        position.rows[active * ROWS + row] = after
        if chart.locked[after]:
            position.closed |= 1 << row
            return bool(count_rows(position.closed) >= chart.most_closed)
    elif not crossed:
        position.misthrows[active] += 1
        return bool(position.misthrows[active] >= chart.most_misthrows)
    return False


@inlined
def clear_cards(position: Position) -> None:
    """Makes all cards empty; seat 0 rolls first."""
    for place in range(position.players * ROWS):
        position.rows[place] = 0
    for seat in range(position.players):
        position.misthrows[seat] = 0
    position.closed = 0
    position.active = 0


@inlined
def pass_dice(position: Position) -> None:
    """Makes the next seat the active one."""
    following = position.active + 1
    position.active = following if following < position.players else 0
