"""The nets that come with the package, for many positions at once.

Each process chooses once for each variant what plays its turns: NumPy, or compiled code. So a
position always has the same value.
"""

from typing import Final

from qwixx.batch.net import arrays_of
from qwixx.batch.policy import BatchPolicy
from qwixx.bots.registry import ends_path, weights_path
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import Variant

_engines: Final[dict[Variant, type[BatchPolicy]]] = {}
_policies: Final[dict[tuple[Variant, type[BatchPolicy]], BatchPolicy]] = {}


def engine_of(variant: Variant, wanted: type[BatchPolicy] = BatchPolicy) -> type[BatchPolicy]:
    """Returns what plays turns in this process. The first call for a variant decides it."""
    return _engines.setdefault(variant, wanted)


def shipped_policy(variant: Variant, engine: type[BatchPolicy] | None = None) -> BatchPolicy:
    """Returns `strong` for many positions, in that engine or by default in that of the process.
    Raises BadWeights if weights are missing or damaged."""
    key = variant, engine or engine_of(variant)
    if key not in _policies:
        paths = [weights_path(variant)]
        if ends_path(variant).exists():
            paths.append(ends_path(variant))
        nets = [arrays_of(load_weights(path, variant)[0]) for path in paths]
        _policies[key] = key[1](variant, *nets)
    return _policies[key]
