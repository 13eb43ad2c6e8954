"""The solo game for Gymnasium: its own checker, and what an action gives away."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import qwixx.env  # noqa: F401  (registers the environment)
from qwixx.rules import CLASSIC
from qwixx.solver.table import solo_table


@pytest.mark.parametrize("variant", ["classic", "longo", "classic-all"])
def test_the_checks_of_gymnasium_pass(variant: str) -> None:
    check_env(gymnasium.make("qwixx/Solo-v0", variant=variant).unwrapped)


def test_rewards_are_points_and_an_illegal_action_is_a_pass() -> None:
    env: Any = gymnasium.make("qwixx/Solo-v0", render_mode="ansi")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over, total, told = False, 0.0, 0
        while not over:
            action = env.action_space.sample()
            allowed = info["action_mask"][action]
            _, reward, over, cut_off, info = env.step(action)
            assert info["illegal"] == (not allowed)
            told += info["illegal"]
            assert not cut_off
            total += reward
        assert total == env.unwrapped.play.game.scores[0]
        assert told
        assert f"total {total:.0f}" in env.render()


def test_regret_is_the_loss_of_an_action() -> None:
    """With the exact table: none for the best play, and in sum what the play is worth less."""
    table = solo_table(CLASSIC)
    env: Any = gymnasium.make("qwixx/Solo-v0").unwrapped
    rng = np.random.default_rng(1)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        over, regrets = False, []
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, _, over, _, info = env.step(action)
            regrets.append(info["regret"])
        assert min(regrets) >= 0
        assert 5 < sum(regrets) < 2 * table.value


def test_without_a_table_there_is_no_regret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    env: Any = gymnasium.make("qwixx/Solo-v0")
    env.reset(seed=1)
    assert "regret" not in env.step(44)[4]
