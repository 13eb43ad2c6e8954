"""The numbers of the heuristic's formula for a variant, as its functions read them."""

from functools import lru_cache
from typing import Any, Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import ROWS, Reals, chart_for, plain
from qwixx.kernel.row_states import row_states_for
from qwixx.kernel.tuned import TUNED, Weights
from qwixx.rules import CannotPlay, Variant

WEIGHTS: Final = np.dtype(
    [*((name, np.float64) for name in Weights._fields), ("free", "f8", 128), ("ready", "f8", 128)],
)


class Formula(Protocol):
    """A record of WEIGHTS, or an object with the same fields: the `Weights`, and two tables."""

    free: Reals
    """[row << 5 | used]: the free cells of a row with `used` cells used up, weighted by chance."""
    ready: Reals
    """[state]: how near to a lock the row is, from 0 to 1."""
    crosses_left: float
    crosses_left_ready: float
    crosses_left_closed: float
    crosses_left_misthrows: float
    crosses_left_players: float
    curve: float
    lock: float
    deny: float
    misthrow: float
    misthrow_more: float
    least_gain: float
    end_lead: float
    end_margin: float


def formula_for(variant: Variant, weights: Weights | None = None) -> NDArray[np.void]:
    """Returns the formula for a variant, as an array of one record.

    Raises CannotPlay if the formula does not fit the variant.
    """
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
def plain_formula_for(variant: Variant, weights: Weights | None = None) -> Formula:
    """Returns the formula in the form that plain Python reads fastest."""
    return cast("Formula", plain(formula_for(variant, weights)))
