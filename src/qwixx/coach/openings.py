"""The value of the first position of a game, over all possible rolls.

`python -m research.fit_coach` computes the stored numbers. In Longo the cards differ from the start
by their lucky numbers, so a large sample takes their place.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.positions import Ints, Positions
from qwixx.rules import Variant

FILE: Final = Path(__file__).parent / "totals" / "openings.json"
SAMPLED: Final = 8
"""How often each pair of white dice is rolled in a sample."""


def are_first(tables: Positions) -> Ints:
    """Returns the positions before the first roll of a game."""
    marks = tables.rows.any((1, 2)) | tables.misthrows.any(1) | (tables.closed > 0)
    return np.flatnonzero(~marks)


@lru_cache(maxsize=32)
def stored_opening(variant: Variant, players: int) -> tuple[Reals, Reals] | None:
    """Returns shares and points by seat, from the one that rolls first."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    found = known.get(variant.name, {}).get(str(players))
    return None if found is None else (np.array(found["shares"]), np.array(found["points"]))
