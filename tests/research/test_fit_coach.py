"""The data of the coach can be fitted again."""

import numpy as np
import pytest

from qwixx.coach.evaluator import sharpened
from research.fit_coach import likeliest_sharpness

SEED = 7


@pytest.mark.parametrize("true", [0.8, 1.0, 1.3])
def test_the_sharpness_follows_from_results(true: float) -> None:
    chance = np.random.default_rng(SEED)
    shares = chance.dirichlet([1.0] * 4, 20000)
    drawn = sharpened(shares, true).cumsum(1) > chance.random((len(shares), 1))
    results = np.eye(4)[drawn.argmax(1)]
    weights = chance.random(len(shares))
    assert likeliest_sharpness(shares, results, weights) == pytest.approx(true, abs=0.03)
