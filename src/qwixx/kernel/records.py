"""Records: named fields in one block of memory, so compiled code passes a single pointer.

A class lists the fields of a record once. mypy reads the types, and `record_type` makes NumPy's
type of them. Arrays have fixed strides, so an index costs no multiplication. Plain Python reads the
same fields as lists.
"""

from types import SimpleNamespace
from typing import Annotated, Any, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = Any  # A list or an array of integers
Reals: TypeAlias = Any  # A list or an array of floating-point numbers
Integer: TypeAlias = Annotated[int, np.int64]
Real: TypeAlias = Annotated[float, np.float64]


def record_type(fields: type, **lengths: int) -> np.dtype[np.void]:
    """Returns the type of records with the fields of a class.

    An annotation ends in the type of one entry, and for arrays in their length. `lengths` replaces
    the lengths of some arrays.
    """
    described: list[tuple[str, type, tuple[int, ...]]] = []
    for name, kind in get_type_hints(fields, include_extras=True).items():
        entry, *shape = kind.__metadata__
        described.append((name, entry, (lengths[name],) if name in lengths else tuple(shape)))
    return np.dtype(described, align=True)


def plain(record: NDArray[np.void]) -> SimpleNamespace:
    """Returns the first record of an array, with its fields as lists and numbers."""
    return SimpleNamespace(**{name: record[0][name].tolist() for name in record.dtype.names or ()})
