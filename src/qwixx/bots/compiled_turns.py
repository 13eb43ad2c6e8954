"""Turns of `strong` in compiled code, for whoever needs many: some ten times as fast as numpy.

`use_compiled_turns` loads Numba; from then on the shipped policy, and all who ask it, use them.
"""

import numpy as np
from numpy.typing import NDArray

from qwixx.bots.compiled import shipped_net_tables
from qwixx.bots.look import Reals, Worth
from qwixx.bots.policy import shipped_policy
from qwixx.bots.tables import Ints, Tables
from qwixx.kernel.encoding import SCALE
from qwixx.kernel.jit import compile_with
from qwixx.kernel.leaves import play_turns
from qwixx.kernel.net import NetTables, with_own_room
from qwixx.kernel.sheet import POSITION, ROWS, sheet_for
from qwixx.rules import Variant


class Turns:
    """Plays turns; see `CompiledTurns` in `qwixx.bots.policy`."""

    def __init__(self, variant: Variant, net: NetTables) -> None:
        self._sheet = sheet_for(variant)
        self._net = net
        self._lead: Reals = np.append(net.head[1], net.head_bias[1]).astype(np.float64) * SCALE
        compile_with(lambda: self._play(np.zeros(0, POSITION), 2, self._lead))

    def __call__(self, tables: Tables, dice: Ints, head: Reals | None = None) -> Worth:
        players = tables.players
        positions = np.zeros(len(tables), POSITION)
        positions["rows"][:, : players * ROWS] = tables.rows.reshape(len(tables), -1)
        positions["misthrows"][:, :players] = tables.misthrows
        positions["lucky"][:, :players] = tables.lucky
        positions["closed"] = tables.closed
        positions["dice"] = dice
        positions["players"] = players
        return self._play(positions, players, self._lead if head is None else head)

    def _play(self, positions: NDArray[np.void], players: int, head: Reals) -> Worth:
        worth = Worth(np.zeros((len(positions), players)), np.zeros((len(positions), players)))
        # Room of its own: several threads may ask at once.
        net = with_own_room(self._net)
        play_turns(self._sheet, positions, net, head, worth.shares, worth.points)
        return worth


def use_compiled_turns(variant: Variant) -> None:
    """From now on `strong` plays turns of this variant in compiled code."""
    policy = shipped_policy(variant)
    if policy.compiled is None:
        policy.compiled = Turns(variant, shipped_net_tables(variant))
