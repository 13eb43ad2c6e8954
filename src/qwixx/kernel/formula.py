"""The formula of the `heuristic` bot: its weights, and its numbers for a variant."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import ROWS, chart_for
from qwixx.kernel.records import Real, Reals, plain, record_type
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import CannotPlay, Variant


class Weights(NamedTuple):
    """The numbers that tuning may change."""

    crosses_left: Real  # crosses a row may still get at the start; a logarithm, like the next four
    crosses_left_ready: Real  # added when a player is ready to end the game by a lock
    crosses_left_closed: Real  # added when a row is closed
    crosses_left_misthrows: Real  # added when a player is one misthrow away from the end
    crosses_left_players: Real  # added for each player after the second
    likely: Real  # how much more a cell counts whose number comes up often
    curve: Real  # how much more a cross counts in a row that has many
    lock: Real  # points for being ready to lock a row
    deny: Real  # points for each expected point that a lock takes from the best opponent
    misthrow: Real  # points that a misthrow costs
    misthrow_more: Real  # points that each further misthrow costs more than the one before
    least_gain: Real  # the least gain for which a player who is not active crosses
    end_lead: Real  # points for each point of lead when a move ends the game
    end_margin: Real  # the lead from which on ending the game counts as a gain


class Formula(Weights):
    """The fields of FORMULA: the weights, and two tables that follow from them."""

    # [row << 5 | used]: the free cells of a row with `used` cells used up, weighted by chance.
    free: Annotated[Reals, np.float64, 128]
    # [state]: how near to a lock the row is, from 0 to 1.
    ready: Annotated[Reals, np.float64, 128]


FORMULA: Final = record_type(Formula)
TUNED: Final = {
    variant: Weights(**weights)
    for variant, weights in json.loads(Path(__file__).with_name("tuned.json").read_text()).items()
}
"""The weights of each sheet, found by `python -m research.tune`."""


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
    formula = np.zeros(1, FORMULA)
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
