"""Reads the fitted numbers of the coach; `python -m research.fit_coach` fits them.

Heads read expected totals from the net's first layer. The net's second output is the lead over the
best rival. The layer before it knows too little about the length of the rest of the game.

The sharpness is one number for each sheet and number of players. From three players on, the leader
wins a little more often than the net says, and the others a little less often.

Openings are the values of first positions over all possible rolls.
"""

import json
import math
import pkgutil
import zipfile
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from qwixx.kernel.weights_file import DAMAGE, BadWeights, read_arrays
from qwixx.rules import MOST_PLAYERS, Variant

FOLDER: Final = Path(__file__).parent / "totals"
SHARPNESS: Final = FOLDER / "sharpness.json"
OPENINGS: Final = FOLDER / "openings.json"
FEWEST: Final = 3  # The least number of players whose chances are sharpened


def totals_path(variant: Variant) -> Path:
    return FOLDER / f"{variant.name}.npz"


@lru_cache(maxsize=8)
def shipped_heads(variant: Variant) -> dict[int, list[float]]:
    """Returns [unit + 1] the head for points still to come, by the number of players; the last
    number is added. Solo games need none. Raises BadWeights if the heads cannot be used."""
    path = totals_path(variant)
    names = map(str, range(2, MOST_PLAYERS + 1))
    try:
        with zipfile.ZipFile(BytesIO(_content(path))) as archive:
            arrays = read_arrays(archive, names)
        heads = {int(players): [float(unit) for unit in head] for players, head in arrays.items()}
        if not all(map(math.isfinite, (number for head in heads.values() for number in head))):
            raise ValueError("not all numbers are finite")
    except FileNotFoundError:
        raise BadWeights(f"no expected totals for the {variant.name} game at {path}") from None
    except DAMAGE as error:
        raise BadWeights(f"the expected totals at {path} are damaged: {error}") from None
    return heads


@lru_cache(maxsize=8)
def shipped_sharpness(variant: Variant) -> dict[int, float]:
    """Returns the sharpness by the number of players. Raises BadWeights if it cannot be used."""
    try:
        known = numbers_in(SHARPNESS)[variant.name]
        return {players: float(known[str(players)]) for players in range(FEWEST, MOST_PLAYERS + 1)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"no sharpness for the {variant.name} game: {error}") from None


def numbers_in(file: Path) -> dict[str, Any]:
    """Returns the numbers in one of these files, by sheet and number of players."""
    known: dict[str, Any] = json.loads(_content(file))
    return known


def _content(file: Path) -> bytes:
    """Returns the content of one of these files, also if the package is in an archive."""
    return pkgutil.get_data("qwixx.coach", f"{FOLDER.name}/{file.name}") or b""
