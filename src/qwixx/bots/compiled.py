"""Bots in compiled code: their policies for whole games, and turns of `strong` some ten times as
fast as NumPy. Importing this module loads Numba."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.batch.net import NetArrays, arrays_of
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Active, Positions, Previous, Values, ends_game
from qwixx.bots.registry import BOTS, weights_path
from qwixx.bots.shipped import engine_of, shipped_policy
from qwixx.kernel.arrays import Ints, Reals
from qwixx.kernel.chart import POSITION, ROWS, chart_for, lucky_bits
from qwixx.kernel.formula import FORMULA, formula_for
from qwixx.kernel.jit import mark_of, precompile
from qwixx.kernel.kinds import HEURISTIC, NET, SOLO
from qwixx.kernel.leaves import play_turns
from qwixx.kernel.net import make_net
from qwixx.kernel.solo import SoloTables, solo_tables
from qwixx.kernel.turn import Policies, players_of
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import Variant
from qwixx.solver.table import SoloTable, read_table, solo_table, table_name

Lucky: TypeAlias = Sequence[tuple[int, ...]] | None
"""The lucky numbers of each bot, or None if they are dealt or if there are none."""


def policies_for(bots: Sequence[str], variant: Variant, lucky: Lucky = None) -> Policies | None:
    """Returns the policies of bots; None if the kernel does not know all of them.

    Raises NotSolved if a table is missing, and CannotPlay for a bot that cannot play this sheet.
    """
    kinds = [BOTS[name].kind if name in BOTS else None for name in bots]
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(bots):
        return None
    return Policies(
        players_of(known, formula_for(variant) if HEURISTIC in kinds else np.zeros(1, FORMULA)),
        _solo_tables(kinds, variant, lucky) if SOLO in kinds else None,
        shipped_net_tables(variant) if NET in kinds else None,
    )


def shipped_net_tables(variant: Variant) -> NDArray[np.void]:
    """Returns the net of `strong` for compiled code, with working memory for one thread."""
    weights, _ = load_weights(weights_path(variant), variant)
    return make_net(variant, vars(arrays_of(weights)))


def _solo_tables(kinds: Sequence[int | None], variant: Variant, lucky: Lucky) -> SoloTables:
    """Returns the tables of all lucky pairs that a player with a table may have."""
    pairs: list[tuple[int, ...]] = [()]
    if lucky:
        pairs = [pair for kind, pair in zip(kinds, lucky, strict=True) if kind == SOLO]
    elif variant.lucky_count:
        pairs = list(variant.lucky_pairs)
    # The classic game is solved in seconds if necessary; the others must be solved before.
    find = read_table if variant.lucky_count else solo_table
    found: dict[str, SoloTable] = {}
    lookup = []
    for pair in pairs:
        table = find(variant, pair)
        name = table_name(table.layout)
        found.setdefault(name, table)
        lookup.append((lucky_bits(pair), list(found).index(name), int(table.from_other_side)))
    layout = table.layout
    gains = [table.gains for table in found.values()]
    return solo_tables(layout.row_state, layout.rules.pair, layout.rules.closed, gains, lookup)


class CompiledPolicy(BatchPolicy):
    """`strong` for many positions, with turns in compiled code."""

    def __init__(self, variant: Variant, weights: NetArrays, ends: NetArrays | None = None) -> None:
        super().__init__(variant, weights, ends)
        self._chart = chart_for(variant)
        self._nets = [make_net(variant, vars(self.at_ends(players).weights)) for players in (1, 2)]
        """The net that chooses moves, and the one that values turn ends at tables of two."""
        self._spare: list[list[NDArray[np.void]]] = []
        """Nets that no thread uses now; each has its own working memory."""
        for players in (2, 3):
            precompile(partial(self._play, np.zeros(0, POSITION), players))
        mark = mark_of(f"turns-{variant.name}")
        if mark:
            with suppress(OSError):
                mark.touch()

    def after_turn(
        self, positions: Positions[Active], dice: Ints
    ) -> tuple[Positions[Previous], Values[Previous]]:
        records, players = records_of(positions, dice), positions.players
        values = self._play(records, players)
        rows = records["rows"][:, : players * ROWS].astype(np.int64)
        misthrows = records["misthrows"][:, :players].astype(np.int64)
        closed = records["closed"]
        over = ends_game(self.variant, closed, misthrows[:, 0])
        rows = rows.reshape(positions.rows.shape)
        return Positions(rows, misthrows, closed, positions.lucky, over), values

    def turn_values(
        self, positions: Positions[Active], dice: Ints, head: Reals | None = None
    ) -> Values[Previous]:
        return self._play(records_of(positions, dice), positions.players, head)

    def _play(
        self, records: NDArray[np.void], players: int, head: Reals | None = None
    ) -> Values[Previous]:
        """Plays a turn from each position, and returns its values."""
        values: Values[Previous] = Values(*np.zeros((2, len(records), players)))
        try:
            nets = self._spare.pop()
        except IndexError:
            nets = [net.copy() for net in self._nets]
        head = np.zeros(0) if head is None else head
        ends = nets[players == 2]
        play_turns(self._chart, records, nets[0], ends, head, values.shares, values.points)
        self._spare.append(nets)
        return values


def records_of(positions: Positions[Active], dice: Ints) -> NDArray[np.void]:
    """Returns these positions for compiled code."""
    players = positions.players
    records = np.zeros(len(positions), POSITION)
    records["rows"][:, : players * ROWS] = positions.rows.reshape(len(positions), -1)
    records["misthrows"][:, :players] = positions.misthrows
    records["lucky"][:, :players] = positions.lucky
    records["closed"] = positions.closed
    records["dice"] = dice
    records["players"] = players
    return records


def use_compiled_turns(variant: Variant) -> bool:
    """Lets compiled code play the turns of this variant in this process, unless NumPy has played
    some already. Returns whether it does."""
    return engine_of(variant, CompiledPolicy) is CompiledPolicy


def compile_turns(variant: Variant) -> None:
    """Compiles turns, so that other processes find the code in the cache."""
    shipped_policy(variant, CompiledPolicy)


def are_compiled(variant: Variant) -> bool:
    """Returns whether the code is in the cache, so that loading it takes seconds only."""
    mark = mark_of(f"turns-{variant.name}")
    return mark is not None and mark.exists()
