"""Expected final totals, read from the net's first layer by a small extra head.

The net's second output is the lead over the best rival, not a total. The layer before it knows too
little about the length of the rest of the game, so the head reads the first layer. `python -m
research.fit_coach` makes the heads.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from qwixx.batch.net import Floats, Reals
from qwixx.kernel.weights_file import BadWeights
from qwixx.rules import MOST_PLAYERS, Variant

FOLDER: Final = Path(__file__).parent / "totals"


@dataclass(frozen=True)
class Totals:
    """The heads for points still to come, for each number of players."""

    heads: dict[int, Reals]
    """[unit + 1] by the number of players: the last number is added. The units are those of the net
    for turn ends at these tables. Solo games use the net's own second output."""

    def head(self, players: int) -> Reals:
        """Returns the head for a number of players; empty for solo games."""
        return self.heads.get(players, np.zeros(0))

    def gains(self, first: Floats) -> Reals:
        """Returns [table, seat]: points still to come, from the first layer [table, seat, unit]."""
        head = self.heads[first.shape[1]]
        gains: Reals = first @ head[:-1] + head[-1]
        return gains


def totals_path(variant: Variant) -> Path:
    return FOLDER / f"{variant.name}.npz"


@lru_cache(maxsize=8)
def shipped_totals(variant: Variant) -> Totals:
    """Returns the heads that come with the package. Raises BadWeights if they cannot be used."""
    path = totals_path(variant)
    try:
        with np.load(path, allow_pickle=False) as archive:
            heads = {
                players: archive[str(players)].astype(np.float64)
                for players in range(2, MOST_PLAYERS + 1)
            }
    except (OSError, ValueError, KeyError) as error:
        raise BadWeights(f"no expected totals for the {variant.name} game: {error}") from None
    if not all(head.ndim == 1 and np.isfinite(head).all() for head in heads.values()):
        raise BadWeights(f"the expected totals at {path} are damaged")
    return Totals(heads)
