"""Compiled turns have the same results as those in NumPy, and a process uses one of both."""

import numpy as np
import pytest

from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import positions_of
from qwixx.bots.compiled import CompiledPolicy, use_compiled_turns
from qwixx.bots.shipped import engine_of, shipped_policy
from qwixx.coach.evaluator import Evaluator, sampled_rolls, seeds_of
from qwixx.rules import CLASSIC, VARIANTS, Phase
from qwixx.rules.variant import make_variant
from tests.coach.games import play


@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "casual"),
        ("classic", "strong,random"),
        ("classic", "strong,beginner,random,strong,casual"),
        ("longo", "strong,random"),
        ("longo", "beginner,random,strong"),
        ("mixx-a", "strong,random"),
        ("mixx-b", "strong,beginner,random"),
    ],
)
def test_compiled_turns_are_the_same(variant: str, bots: str) -> None:
    sheet = VARIANTS[variant]
    games = [game for game in play(variant, bots, 1).games() if game.phase is Phase.ROLL]
    tables = positions_of(games)
    rolls = sampled_rolls(sheet, seeds_of(tables), times=1)
    many = tables.select(np.arange(len(tables)).repeat(rolls.shape[1]))
    dice = rolls.reshape(len(many), -1)
    plain, compiled = (
        Evaluator(shipped_policy(sheet, engine)).after_roll(many, dice)
        for engine in (BatchPolicy, CompiledPolicy)
    )
    # The two may choose differently between moves that are equal except for rounding.
    same = np.isclose(plain.shares, compiled.shares, atol=1e-5, rtol=1e-5).all(1)
    assert same.mean() > 0.998
    assert np.allclose(plain.points[same], compiled.points[same], atol=1e-3)


def test_a_process_keeps_to_the_engine_of_its_first_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.bots.shipped._engines", {})
    first = shipped_policy(CLASSIC)
    assert not use_compiled_turns(CLASSIC)
    assert shipped_policy(CLASSIC) is first
    monkeypatch.setattr("qwixx.bots.shipped._engines", {})
    assert use_compiled_turns(CLASSIC)
    assert isinstance(shipped_policy(CLASSIC), CompiledPolicy)
    assert engine_of(CLASSIC) is CompiledPolicy


def test_a_larger_net_judges_the_ends_of_turns_at_tables_of_two() -> None:
    policy = shipped_policy(CLASSIC, CompiledPolicy)
    for bots, larger in (("strong,random", True), ("strong,random,casual", False)):
        games = [game for game in play("classic", bots, 2).games() if game.phase is Phase.ROLL]
        tables = positions_of(games)
        rolls = sampled_rolls(CLASSIC, seeds_of(tables), times=1)[:, :5]
        many = tables.select(np.arange(len(tables)).repeat(5))
        dice = rolls.reshape(len(many), -1)
        after, worth = policy.after_turn(many, dice)
        leaves = policy.at_ends(tables.players).leaves(after)
        plain = leaves.shares
        assert np.allclose(worth.shares, plain, atol=1e-5)
        assert np.allclose(worth.points, leaves.leads, atol=1e-3)
        assert np.allclose(plain, policy.net.leaves(after).shares, atol=1e-5) is not larger


@pytest.mark.parametrize("sides", [3, 6, 7, 8])
def test_a_position_is_averaged_over_every_face_equally_often(sides: int) -> None:
    sheet = make_variant("any dice", sides=sides, locking_cells=1, crosses_to_lock=1)
    rolls = sampled_rolls(sheet, np.arange(2, dtype=np.uint64))
    _, pairs = np.unique(rolls[0, :, :2], axis=0, return_counts=True)
    assert (len(pairs), len(set(pairs.tolist()))) == (sides**2, 1)
    for die in range(2, 6):
        faces, often = np.unique(rolls[1, :, die], return_counts=True)
        assert (len(faces), len(set(often.tolist()))) == (sides, 1)
