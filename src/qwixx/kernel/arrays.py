"""Types of arrays, by their numbers."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.float64]
Floats: TypeAlias = NDArray[np.float32]
