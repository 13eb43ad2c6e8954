"""Reads the file with the weights of a value net, and checks it.

The file is NumPy's `.npz`, a zip of arrays. Bots also play where NumPy is missing, so this module
does without it.
"""

import ast
import json
import math
import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar

from qwixx.kernel.encoding import encoding_of
from qwixx.rules import CannotPlay, Variant

Floats: TypeAlias = "memoryview[float]"
"""Single floats with a shape; `tolist` makes lists of it, and NumPy an array without a copy."""
Part = TypeVar("Part")  # The kind of array: `Floats`, or an array of NumPy

FORMAT: Final = 1
_MAGIC: Final = b"\x93NUMPY\x01\x00"


class BadWeights(CannotPlay):
    """Weights that are missing, damaged or for another game."""


@dataclass(frozen=True)
class Weights(Generic[Part]):
    """The arrays of a net, first layer first."""

    mine: Part  # [own embedding rows, width]
    other: Part  # [an opponent's embedding rows, tower]
    mix: Part  # [tower, width]: how the sum of the opponents' towers enters the first layer
    inner: Part  # [width, hidden]
    inner_bias: Part
    head: Part  # [hidden, 2]: win logit and score difference
    head_bias: Part


NAMES: Final = tuple(Weights.__dataclass_fields__)
DAMAGE: Final = (
    OSError, EOFError, ValueError, LookupError, TypeError, SyntaxError, struct.error,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""The exceptions that a damaged file may cause."""


def load_weights(path: Path, variant: Variant) -> tuple[Weights[Floats], dict[str, object]]:
    """Returns the weights and facts about their training. Raises BadWeights, with one line."""
    try:
        # From memory: a damaged file would stay open.
        with zipfile.ZipFile(BytesIO(path.read_bytes())) as archive:
            about = json.loads(_read_text(archive.read("about.npy")))
            weights = Weights(**read_arrays(archive, NAMES))
        named = about["format"], about["variant"]
    except FileNotFoundError:
        raise BadWeights(f"there are no weights for the {variant.name} game at {path}") from None
    except DAMAGE as error:
        raise BadWeights(f"the weights at {path} are damaged: {error}") from None
    if named != (FORMAT, variant.name):
        raise BadWeights(
            f"expected weights for {variant.name} in format {FORMAT}, "
            f"found {named[1]} in format {named[0]} at {path}"
        )
    finite = all(_are_finite(part) for part in vars(weights).values())
    shapes = {name: shape_of(part) for name, part in vars(weights).items()}
    if not finite or len(shapes["inner"]) != 2 or shapes != expected_shapes(weights, variant):
        raise BadWeights(f"the weights at {path} are damaged: their shapes or numbers make no net")
    return weights, about


def read_arrays(archive: zipfile.ZipFile, names: Iterable[str]) -> dict[str, Floats]:
    """Returns the arrays of single floats in an archive of NumPy."""
    return {name: _read_floats(archive.read(f"{name}.npy")) for name in names}


def expected_shapes(weights: Weights[Floats], variant: Variant) -> dict[str, tuple[int, ...]]:
    encoding = encoding_of(variant)
    (width, hidden), (tower, _) = shape_of(weights.inner), shape_of(weights.mix)
    return {
        "mine": (encoding.own_rows, width),
        "other": (encoding.others_rows, tower),
        "mix": (tower, width),
        "inner": (width, hidden),
        "inner_bias": (hidden,),
        "head": (hidden, 2),
        "head_bias": (2,),
    }


def shape_of(part: Floats) -> tuple[int, ...]:
    assert part.shape is not None
    return part.shape


def _are_finite(part: Floats) -> bool:
    return all(map(math.isfinite, part.cast("B").cast("f")))


def _read_floats(file: bytes) -> Floats:
    kind, shape, values = _split(file)
    if kind != "<f4":
        raise ValueError(f"expected numbers of type <f4, found {kind}")
    return memoryview(values).cast("f", shape)


def _read_text(file: bytes) -> str:
    kind, _, values = _split(file)
    if not kind.startswith("<U"):
        raise ValueError(f"expected a text, found {kind}")
    return values.decode("utf-32-le").rstrip("\0")


def _split(file: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """Returns the type of the elements, the shape and the bytes of an array."""
    (length,) = struct.unpack_from("<H", file, len(_MAGIC))
    start = len(_MAGIC) + 2
    header = ast.literal_eval(file[start : start + length].decode("latin-1"))
    if not file.startswith(_MAGIC) or header["fortran_order"]:
        raise ValueError("expected an array of NumPy in C order")
    return header["descr"], header["shape"], file[start + length :]
