"""The nets that come with the package, for many positions at once."""

from functools import lru_cache

from qwixx.batch.net import arrays_of
from qwixx.batch.policy import BatchPolicy
from qwixx.bots.registry import ends_path, weights_path
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import Variant


@lru_cache(maxsize=8)
def shipped_policy(variant: Variant) -> BatchPolicy:
    """Returns `strong` for many positions, with the larger net for turn ends if there is one.

    Raises BadWeights if weights are missing or damaged.
    """
    weights, _ = load_weights(weights_path(variant), variant)
    if not ends_path(variant).exists():
        return BatchPolicy(variant, arrays_of(weights))
    ends, _ = load_weights(ends_path(variant), variant)
    return BatchPolicy(variant, arrays_of(weights), arrays_of(ends))
