"""Values for several players who all play for points alone, and never end each other's game."""

from typing import Any

import numpy as np

from qwixx.rules import Variant
from qwixx.solver.layout import canonical_lucky, layout_for
from qwixx.solver.table import Warn, load_or_warn, save_or_warn


def friendly_values(
    variant: Variant,
    players: int,
    lucky: tuple[int, ...] = (),
    *,
    warn: Warn,
    fresh: bool = False,
    **options: Any,
) -> tuple[float, ...]:
    """Returns the best expected score of each seat, in the order in which they roll."""
    layout = layout_for(variant, canonical_lucky(variant, lucky)[0])
    name = "-".join([f"friendly{players}", variant.name, *map(str, layout.lucky)])
    stored = None if fresh else load_or_warn(name, layout, warn)
    if stored:
        return tuple(float(value) for value in stored.numbers)
    from qwixx.solver.solve import solve  # noqa: PLC0415  (loads Numba: only where it is needed)

    solved = solve(layout, players=players, **options)
    save_or_warn(name, layout, {"seconds": solved.seconds}, np.array(solved.values), warn)
    return tuple(solved.values)
