"""The numbers of the heuristic's formula for a variant, as its functions read them."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import ROWS, chart_for, plain
from qwixx.kernel.row_states import row_states_for
from qwixx.kernel.tuned import TUNED, Weights
from qwixx.rules import CannotPlay, Variant

WEIGHTS: Final = np.dtype(
    [*((name, np.float64) for name in Weights._fields), ("free", "f8", 128), ("ready", "f8", 128)],
)
Formula: TypeAlias = Any
"""A record of WEIGHTS, or an object with the same fields: the weights, and for a variant

free[row << 5 | last]: the cells left when so many are used up, likely ones counting more.
ready[state]: how near to a lock the row is, from 0 to 1.
"""


def formula_for(variant: Variant, weights: Weights | None = None) -> NDArray[np.void]:
    """The formula for a variant, as an array of one record; CannotPlay where it does not fit."""
    if variant.most_closed != 2:
        raise CannotPlay(
            f"the heuristic cannot play {variant.name}: it knows games that two closed rows end"
        )
    weights = weights or TUNED.get(variant.name, TUNED["classic"])
    chart = plain(chart_for(variant))
    formula = np.zeros(1, WEIGHTS)
    record: Any = formula[0]
    for name, weight in weights._asdict().items():
        record[name] = weight
    numbers = row_states_for(variant).number
    ways = variant.sides - abs(numbers - variant.sides - 1)
    counts = ways.astype(np.float64) ** weights.likely
    cells = counts.shape[1]
    counts *= cells / counts.sum(1, keepdims=True)
    record["free"].reshape(ROWS, -1)[:, :cells] = counts[:, ::-1].cumsum(1)[:, ::-1]
    locking = sum(cell.locks for cell in variant.rows[0])
    for state in range(len(chart.crosses)):
        crosses = min(chart.crosses[state], variant.crosses_to_lock)
        reachable = cells - locking - chart.last[state]
        if crosses + reachable >= variant.crosses_to_lock and not chart.locked[state]:
            record["ready"][state] = (
                crosses / variant.crosses_to_lock * chart.last[state] / (cells - locking)
            )
    return formula


@lru_cache(maxsize=64)
def plain_formula_for(variant: Variant, weights: Weights | None = None) -> SimpleNamespace:
    """The formula as plain Python reads it fastest."""
    return plain(formula_for(variant, weights))
