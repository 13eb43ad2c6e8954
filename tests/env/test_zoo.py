"""PettingZoo's own tests decide whether its environments conform; the rules, what is right."""

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from qwixx.env import aec_env, parallel_env
from qwixx.rules import PASS, Phase

# PettingZoo warns about every environment with a mask in its observations, except some in a list.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

TABLES = pytest.mark.parametrize(
    "table", [{}, {"variant": "longo", "players": 5}, {"players": 1}], ids=str
)


@TABLES
def test_the_checks_of_pettingzoo_pass(table: dict[str, Any]) -> None:
    api_test(aec_env(**table), num_cycles=300)
    parallel_api_test(parallel_env(**table), num_cycles=300)
    seed_test(lambda: aec_env(**table), num_cycles=100)
    parallel_seed_test(lambda: parallel_env(**table), num_cycles=100)
    render_test(lambda **options: aec_env(**table, **options))


def test_max_cycles_ends_a_game() -> None:
    max_cycles_test(SimpleNamespace(env=aec_env, parallel_env=parallel_env))


@TABLES
def test_a_seat_does_not_see_earlier_answers_of_a_phase(table: dict[str, Any]) -> None:
    env = aec_env(**table)
    rng = Random(4)
    for seed in range(3):
        env.reset(seed=seed)
        brought = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            agent = env.agent_selection
            observation, reward, over, cut_off, info = env.last()
            brought[agent] += reward
            assert not cut_off
            if over:
                game = env.play.game
                seat = env.possible_agents.index(agent)
                assert info["score"] == game.scores[seat]
                share = (seat in game.winners) / len(game.winners)
                expected = game.scores[0] if game.players == 1 else share
                assert brought[agent] == pytest.approx(expected)
                env.step(None)
                continue
            game = env.play.game
            seat = game.awaited[0]
            assert env.possible_agents[seat] == agent
            moves = env.play.actions.moves
            allowed = {moves[number] for number in np.flatnonzero(observation["action_mask"])}
            assert allowed == set(game.legal_moves(seat))
            before = {other: env.observe(other)["observation"] for other in env.agents}
            env.step(env.play.actions.index[rng.choice(sorted(allowed, key=str))])
            after = env.play.game
            if after.phase is Phase.WHITE and after.turn == game.turn:
                for other in env.agents:
                    np.testing.assert_array_equal(before[other], env.observe(other)["observation"])


def test_an_illegal_action_is_a_pass_and_is_marked() -> None:
    env = aec_env()
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.infos == {"player_0": {"illegal": True}, "player_1": {}}
    env.step(env.play.actions.passing)
    assert env.play.game.answers == (PASS, PASS)
    env.step(env.play.actions.passing)
    assert env.infos == {"player_0": {}, "player_1": {}}
    with pytest.raises(ValueError, match="player_0 must act"):
        env.step(None)


def test_in_parallel_a_seat_without_a_decision_can_only_pass() -> None:
    env = parallel_env(players=3)
    env.reset(seed=2)
    passing = env.play.actions.passing
    observations, *_ = env.step(dict.fromkeys(env.agents, passing))
    assert env.play.game.phase is Phase.COLOUR
    assert env.play.game.active == 0
    only_pass = np.arange(passing + 1) == passing
    for agent in ("player_1", "player_2"):
        np.testing.assert_array_equal(observations[agent]["action_mask"], only_pass)
    actions = {"player_0": passing, "player_1": 3, "player_2": passing}
    *_, infos = env.step(actions)
    assert infos == {"player_0": {}, "player_1": {"illegal": True}, "player_2": {}}
    assert [card.misthrows for card in env.play.game.cards] == [1, 0, 0]
    assert env.play.game.active == 1


def test_parallel_and_sequential_games_are_the_same() -> None:
    """With the same seed and the same choices."""
    turns, phases = aec_env("longo", 3), parallel_env("longo", 3)
    turns.reset(seed=9)
    observations, _ = phases.reset(seed=9)
    rng = Random(9)
    rewards: dict[str, float] = {}
    while phases.agents:
        actions = {
            agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"])))
            for agent in phases.agents
        }
        for agent in turns.play.game.awaited:
            turns.step(actions[f"player_{agent}"])
        observations, rewards, *_ = phases.step(actions)
        assert turns.play.game == phases.play.game
    assert rewards == turns.rewards


def test_pictures_show_crosses_and_whose_turn_it_is() -> None:
    env = aec_env(render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    while env.play.game.turn == 1:
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    later = env.render()
    assert empty.shape == later.shape
    height = later.shape[0]
    changed = (empty != later).any(axis=(1, 2))
    assert changed[: height // 2].any()
    assert changed[height // 2 :].any()
    assert "seat 1 is active" in aec_text(env)


def aec_text(env: Any) -> str:
    env.render_mode = "ansi"
    return str(env.render())


def test_bad_arguments_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="expected 1 to 5 players"):
        aec_env(players=0)
    with pytest.raises(ValueError, match="no render mode 'film'"):
        parallel_env(render_mode="film")
