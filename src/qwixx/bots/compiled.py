"""The policies of bots for the compiled game loops, with the tables and nets that they need."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.batch.net import arrays_of
from qwixx.bots.registry import BOTS, weights_path
from qwixx.kernel.chart import lucky_bits
from qwixx.kernel.encoding import encoding_of
from qwixx.kernel.formula import WEIGHTS, formula_for
from qwixx.kernel.kinds import HEURISTIC, NET, SOLO
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
        players_of(known, formula_for(variant) if HEURISTIC in kinds else np.zeros(1, WEIGHTS)),
        _solo_tables(kinds, variant, lucky) if SOLO in kinds else None,
        shipped_net_tables(variant) if NET in kinds else None,
    )


def shipped_net_tables(variant: Variant) -> NDArray[np.void]:
    """Returns the net of `strong` for compiled code, with working memory for one thread."""
    weights, _ = load_weights(weights_path(variant), variant)
    return make_net(encoding_of(variant), vars(arrays_of(weights)))


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
