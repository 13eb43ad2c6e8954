"""Turns in compiled code: some ten times as fast, once Numba is loaded.

Whoever reviews many games calls `use_compiled_turns` first; everything else stays plain numpy.
"""

from dataclasses import dataclass, field

import numpy as np

from qwixx.bots.compiled import shipped_net_tables
from qwixx.bots.tables import Ints, Tables
from qwixx.coach.judge import Worth, judge_for
from qwixx.coach.totals import Totals
from qwixx.kernel.jit import compile_with
from qwixx.kernel.leaves import play_turns
from qwixx.kernel.net import NetTables, with_own_room
from qwixx.kernel.sheet import POSITION, ROWS, sheet_for
from qwixx.rules import Variant


@dataclass
class CompiledTurns:
    """Plays turns for a judge."""

    variant: Variant
    net: NetTables
    totals: Totals
    _sheet: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self._sheet = sheet_for(self.variant)
        compile_with(lambda: self._play(np.zeros(0, POSITION), 2))

    def __call__(self, tables: Tables, dice: Ints) -> Worth:
        """What tables are worth after a turn with these dice."""
        players = tables.players
        positions = np.zeros(len(tables), POSITION)
        positions["rows"][:, : players * ROWS] = tables.rows.reshape(len(tables), -1)
        positions["misthrows"][:, :players] = tables.misthrows
        positions["lucky"][:, :players] = tables.lucky
        positions["closed"] = tables.closed
        positions["dice"] = dice
        positions["players"] = players
        return self._play(positions, players)

    def _play(self, positions: np.ndarray, players: int) -> Worth:
        worth = Worth(np.zeros((len(positions), players)), np.zeros((len(positions), players)))
        # Room of its own: several threads may ask at once.
        net = with_own_room(self.net)
        head = self.totals.heads[players]
        play_turns(self._sheet, positions, net, head, worth.shares, worth.points)
        return worth


def use_compiled_turns(variant: Variant) -> None:
    """From now on the judge of this variant plays turns in compiled code."""
    judge = judge_for(variant)
    if judge.turns is None:
        judge.turns = CompiledTurns(variant, shipped_net_tables(variant), judge.totals)
