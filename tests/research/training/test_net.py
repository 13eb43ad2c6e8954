"""The gradient of the net, and the ways in which a position is the same game."""

import numpy as np
import pytest

from qwixx.batch.net import NetArrays
from qwixx.batch.positions import Active, Values
from qwixx.batch.rules import rules_for
from qwixx.rules import SHEETS, Variant
from research.positions import roll
from research.training.games import fresh_games
from research.training.net import Learner, Lesson, new_net, seen_otherwise
from research.training.opponents import CarefulPlayer


def lesson(variant: Variant, players: int, chance: np.random.Generator) -> Lesson:
    """Some positions in the middle of games, with any values."""
    positions = fresh_games(variant, 6, players, chance)
    careful = CarefulPlayer(variant)
    for _ in range(8):
        positions = careful.turn(positions, roll(variant, 6, chance)).next_turn()
    shape = positions.misthrows.shape
    worth: Values[Active] = Values(chance.random(shape), chance.random(shape) - 0.5)
    return Lesson(positions, worth, chance.random(shape))


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("variant", SHEETS.values(), ids=lambda variant: variant.name)
def test_a_small_step_changes_the_loss_as_the_gradient_says(
    variant: Variant, players: int, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    small = new_net(variant, 12, 6, 5, chance)
    exact = NetArrays(**{name: part.astype(np.float64) for name, part in vars(small).items()})
    learner = Learner(variant, exact, 0.5)
    taught = lesson(variant, players, chance)

    def loss() -> float:
        win, lead = learner.add(taught, np.random.default_rng(seed))
        return (win if players > 1 else 0.0) + 0.5 * lead

    loss()
    gradient = learner.gradient.copy()
    direction = chance.standard_normal(len(gradient)) * (gradient != 0)
    size = 1e-5 / np.linalg.norm(direction)
    start = learner.weights.copy()
    learner.weights[:] = start + size * direction
    more = loss()
    learner.weights[:] = start - size * direction
    less = loss()
    assert (more - less) / (2 * size) == pytest.approx(gradient @ direction, rel=1e-3), seed


@pytest.mark.parametrize("variant", SHEETS.values(), ids=lambda variant: variant.name)
def test_mirrored_positions_are_the_same_game(variant: Variant, seed: int) -> None:
    chance = np.random.default_rng(seed)
    positions = lesson(variant, 3, chance).positions
    other = seen_otherwise(variant, positions, chance)
    scores = rules_for(variant).scores
    nothing = np.zeros_like(positions.misthrows)
    assert (scores(positions.rows, nothing) == scores(other.rows, nothing)).all(), seed
    assert (np.sort(positions.rows, -1) == np.sort(other.rows, -1)).all(), seed
    for before, after in zip(positions.lucky.ravel(), other.lucky.ravel(), strict=True):
        assert int(before).bit_count() == int(after).bit_count() == variant.lucky_count, seed
