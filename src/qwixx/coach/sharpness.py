"""The sharpness of winning chances: one fitted number for each sheet and number of players.

From three players on, the leader wins a little more often than the net says, and the others a
little less often. `python -m research.fit_coach` finds the number that corrects this. At tables of
two the net is right as it is.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

from qwixx.batch.net import Reals
from qwixx.kernel.weights_file import BadWeights
from qwixx.rules import MOST_PLAYERS, Variant

FILE: Final = Path(__file__).parent / "totals" / "sharpness.json"
FEWEST: Final = 3
"""The least number of players whose chances are sharpened."""


def sharpened(shares: Reals, sharpness: float) -> Reals:
    """Returns [table, seat]: the shares to that power, scaled to the sum 1.

    The shares of finished games do not change.
    """
    if sharpness == 1:
        return shares
    powers = shares**sharpness
    sharp: Reals = powers / powers.sum(1, keepdims=True)
    return sharp


@lru_cache(maxsize=8)
def shipped_sharpness(variant: Variant) -> dict[int, float]:
    """Returns the numbers that come with the package. Raises BadWeights if they cannot be used."""
    try:
        known = json.loads(FILE.read_text(encoding="utf-8"))[variant.name]
        return {players: float(known[str(players)]) for players in range(FEWEST, MOST_PLAYERS + 1)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"no sharpness for the {variant.name} game: {error}") from None
