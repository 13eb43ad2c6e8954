"""The weights of a value net as a file: what is in it, and what can be wrong with it."""

import json
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from qwixx.kernel.encoding import encoding_of
from qwixx.rules import CannotPlay, Variant

Floats = npt.NDArray[np.float32]

FORMAT: Final = 1


class BadWeights(CannotPlay):
    """Weights that are missing, damaged or for another game."""


@dataclass(frozen=True)
class Weights:
    """The arrays of a net, first layer first."""

    mine: Floats
    """[own embedding rows, width]"""
    other: Floats
    """[an opponent's embedding rows, tower]"""
    mix: Floats
    """[tower, width]: how the sum of the opponents' towers enters the first layer."""
    inner: Floats
    """[width, hidden]"""
    inner_bias: Floats
    head: Floats
    """[hidden, 2]: win logit and score difference."""
    head_bias: Floats

    def expected_shapes(self, variant: Variant) -> dict[str, tuple[int, ...]]:
        encoding = encoding_of(variant)
        width, hidden = self.inner.shape
        tower = self.mix.shape[0]
        return {
            "mine": (encoding.own_rows, width),
            "other": (encoding.others_rows, tower),
            "mix": (tower, width),
            "inner": (width, hidden),
            "inner_bias": (hidden,),
            "head": (hidden, 2),
            "head_bias": (2,),
        }


_NAMES: Final = tuple(Weights.__dataclass_fields__)
_DAMAGE: Final = (OSError, EOFError, ValueError, LookupError, TypeError, zipfile.BadZipFile)
"""What reading a damaged file may raise."""


def save_weights(path: Path, variant: Variant, weights: Weights, story: dict[str, object]) -> None:
    """Writes the file; `story` says how the weights were made."""
    about = json.dumps({"format": FORMAT, "variant": variant.name, **story})
    np.savez_compressed(path, about=np.array(about), **vars(weights))


def load_weights(path: Path, variant: Variant) -> tuple[Weights, dict[str, object]]:
    """The weights and their story; BadWeights says in one line what is wrong."""
    try:
        # From memory: a damaged file would stay open.
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            about = json.loads(str(archive["about"]))
            weights = Weights(**{name: archive[name].astype(np.float32) for name in _NAMES})
            named = about["format"], about["variant"]
            right = {name: part.shape for name, part in vars(weights).items()}
    except FileNotFoundError:
        raise BadWeights(f"there are no weights for the {variant.name} game at {path}") from None
    except _DAMAGE as error:
        raise BadWeights(f"the weights at {path} are damaged: {error}") from None
    if named != (FORMAT, variant.name):
        raise BadWeights(
            f"the weights at {path} are for the {named[1]} game (format {named[0]}), "
            f"not for {variant.name} (format {FORMAT})"
        )
    finite = all(np.isfinite(part).all() for part in vars(weights).values())
    if not finite or weights.inner.ndim != 2 or right != weights.expected_shapes(variant):
        raise BadWeights(f"the weights at {path} are damaged: their shapes or numbers make no net")
    return weights, about
