"""Values for several players who all play for points alone, and never end each other's game."""

from typing import Any

import numpy as np

from qwixx.rules import Variant
from qwixx.solver.layout import canonical_lucky, layout_for
from qwixx.solver.store import Stored
from qwixx.solver.table import Warn, stored_or_made


def friendly_values(
    variant: Variant,
    players: int,
    lucky: tuple[int, ...],
    *,
    warn: Warn,
    fresh: bool,
    **options: Any,
) -> tuple[float, ...]:
    """Returns the best expected score of each seat, in the order in which they roll."""
    layout = layout_for(variant, canonical_lucky(variant, lucky)[0])

    def solved() -> Stored:
        from qwixx.solver.solve import solve  # noqa: PLC0415  (loads Numba: only if it is needed)

        found = solve(layout, players=players, **options)
        return Stored({"seconds": found.seconds}, np.array(found.values))

    name = "-".join([f"friendly{players}", variant.name, *map(str, layout.lucky)])
    return tuple(stored_or_made(name, layout, solved, warn=warn, fresh=fresh).numbers.tolist())
