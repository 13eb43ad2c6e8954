"""How sharp winning chances are: one fitted number for each sheet and number of players.

From three players on whoever leads wins a little more often than the net says, and whoever is
behind a little less often. `python -m qwixx.coach.fit` finds the number that mends it. At tables of
two the net is right, and is taken at its word.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from qwixx.bots.look import Reals
from qwixx.bots.weights_file import BadWeights
from qwixx.rules import MOST_PLAYERS, Variant

FILE: Final = Path(__file__).parent / "totals" / "sharpness.json"
FEWEST: Final = 3
"""So many players at least has a table whose chances are sharpened."""
_CLOSE_ENOUGH: Final = 1e-6


def sharpened(shares: Reals, sharpness: float) -> Reals:
    """[table, seat]: the shares to that power, so that they still sum to 1. Who has won a finished
    game, alone or with others, keeps just that share."""
    if sharpness == 1:
        return shares
    powers = shares**sharpness
    sharp: Reals = powers / powers.sum(1, keepdims=True)
    return sharp


def likeliest_sharpness(shares: Reals, results: Reals, weights: Reals) -> float:
    """The number that makes what happened [table, seat] likeliest, by Newton's method: the
    likelihood has one top."""
    logs = np.log(shares)
    happened = weights @ (results * logs).sum(1)
    sharpness, step = 1.0, 1.0
    while abs(step) > _CLOSE_ENOUGH:
        sharp = sharpened(shares, sharpness)
        means = (sharp * logs).sum(1)
        spread = (sharp * (logs - means[:, None]) ** 2).sum(1)
        step = float((happened - weights @ means) / (weights @ spread))
        sharpness += step
    return sharpness


def save_sharpness(variant: Variant, numbers: dict[int, float]) -> None:
    """Keeps the numbers of a sheet, by the number of players, beside those of the others."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[variant.name] = {str(players): round(number, 4) for players, number in numbers.items()}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


@lru_cache(maxsize=8)
def shipped_sharpness(variant: Variant) -> dict[int, float]:
    """The numbers that come with the package; BadWeights if they are missing or damaged."""
    try:
        known = json.loads(FILE.read_text(encoding="utf-8"))[variant.name]
        return {players: float(known[str(players)]) for players in range(FEWEST, MOST_PLAYERS + 1)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"no sharpness for the {variant.name} game: {error}") from None
