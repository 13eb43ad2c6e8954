"""Numbers that make the values of the coach come true; `python -m research.fit_coach` makes them.

Heads read expected totals from the net's first layer. The net's second output is the lead over the
best rival, and the layer before it knows too little about the length of the rest of the game.

The sharpness is one number for each sheet and number of players. From three players on, the leader
wins a little more often than the net says, and the others a little less often.

Openings are the values of first positions over all possible rolls. In Longo these positions differ
by their lucky numbers, so a large sample takes their place.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from qwixx.batch.positions import Active, Ints, Positions, Reals, Values
from qwixx.kernel.weights_file import BadWeights
from qwixx.rules import MOST_PLAYERS, Variant

FOLDER: Final = Path(__file__).parent / "totals"
SHARPNESS: Final = FOLDER / "sharpness.json"
OPENINGS: Final = FOLDER / "openings.json"
FEWEST: Final = 3  # The least number of players whose chances are sharpened
SAMPLED: Final = 8  # How often each pair of white dice is rolled in the sample for a first position


def totals_path(variant: Variant) -> Path:
    return FOLDER / f"{variant.name}.npz"


@lru_cache(maxsize=8)
def shipped_heads(variant: Variant) -> dict[int, Reals]:
    """Returns [unit + 1] the head for points still to come, by the number of players; the last
    number is added. Solo games need none. Raises BadWeights if the heads cannot be used."""
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
    return heads


@lru_cache(maxsize=8)
def shipped_sharpness(variant: Variant) -> dict[int, float]:
    """Returns the sharpness by the number of players. Raises BadWeights if it cannot be used."""
    try:
        known = numbers_in(SHARPNESS)[variant.name]
        return {players: float(known[str(players)]) for players in range(FEWEST, MOST_PLAYERS + 1)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"no sharpness for the {variant.name} game: {error}") from None


def sharpened(shares: Reals, sharpness: float) -> Reals:
    """Returns [table, seat]: the shares to that power, scaled to the sum 1.

    The shares of finished games do not change.
    """
    if sharpness == 1:
        return shares
    powers = shares**sharpness
    sharp: Reals = powers / powers.sum(1, keepdims=True)
    return sharp


def are_first(tables: Positions[Active]) -> Ints:
    """Returns the positions before the first roll of a game."""
    marks = tables.rows.any((1, 2)) | tables.misthrows.any(1) | (tables.closed > 0)
    return np.flatnonzero(~marks)


@lru_cache(maxsize=32)
def stored_opening(variant: Variant, players: int) -> Values[Active] | None:
    """Returns the values of the first position."""
    known = numbers_in(OPENINGS).get(variant.name, {}).get(str(players))
    return Values(np.array([known["shares"]]), np.array([known["points"]])) if known else None


def numbers_in(file: Path) -> dict[str, Any]:
    """Returns the numbers in one of these files, by sheet and number of players."""
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return known
