"""The rolls over which a position is averaged.

Every pair of white dice occurs equally often, and every face of each coloured die. A seed from the
position itself decides which of them come together. So the sample knows nothing of the real roll,
and the same position always has the same value.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from qwixx.batch.positions import Ints, Positions
from qwixx.kernel.chart import ROWS
from qwixx.rules import Variant

Bits = npt.NDArray[np.uint64]

# splitmix64
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FACTORS: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))


def seeds_of(tables: Positions, salt: int = 0) -> Bits:
    """Returns [table]: a seed for each position before a roll."""
    fields = [tables.closed[:, None], tables.misthrows, tables.lucky]
    fields.append(tables.rows.reshape(len(tables), -1))
    seeds = np.full(len(tables), np.uint64(salt % (1 << 64)))
    for column in np.concatenate(fields, 1).astype(np.uint64).T:
        seeds = _mixed(seeds * _STEP + column + _STEP)
    return seeds


def sampled_rolls(variant: Variant, seeds: Bits, times: int | None = None) -> Ints:
    """Returns [seed, roll, die]: both white dice and all four coloured ones.

    Each pair of white dice is rolled `times` times.
    """
    white = np.repeat(white_pairs(variant.sides), times or _times(variant.sides), 0)
    count = len(white)
    faces = np.arange(count) % variant.sides + 1
    numbers = np.arange(1, ROWS * count + 1, dtype=np.uint64).reshape(ROWS, count)
    order = _mixed(seeds[:, None, None] + numbers * _STEP).argsort(-1)
    rolls = np.empty((len(seeds), count, 2 + ROWS), np.int64)
    rolls[..., :2] = white
    rolls[..., 2:] = faces[order].transpose(0, 2, 1)
    return rolls


def _times(sides: int) -> int:
    """Returns how often each pair of white dice is rolled for a position: with six sides that is
    144 rolls, with eight 64. The larger net of Longo is slower, and a review should not be."""
    return 4 if sides <= 6 else 1


@lru_cache(maxsize=8)
def white_pairs(sides: int) -> Ints:
    """Returns [pair, 2]: all rolls of two dice."""
    faces = np.arange(1, sides + 1)
    return np.stack(np.meshgrid(faces, faces), -1).reshape(-1, 2)


def _mixed(bits: Bits) -> Bits:
    bits = (bits ^ (bits >> _SHIFTS[0])) * _FACTORS[0]
    bits = (bits ^ (bits >> _SHIFTS[1])) * _FACTORS[1]
    return bits ^ (bits >> _SHIFTS[2])
