"""Measures the speed of the environments as ratios in one run: `python -m benchmarks.env`.

It measures processor time, in turns, so that other work on the machine affects both sides. Actions
are random legal ones, chosen outside of the measured time. For PettingZoo the measured time is that
of its whole loop.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np

from qwixx.arena import Match, play_rounds
from qwixx.env import VectorEnv, aec_env
from qwixx.kernel.jit import jit

GAMES = 4096
PLAYERS = 2
TURNS = 15


@jit
def choose(masks: Any, seed: int, actions: Any) -> None:
    """A random legal action for every game."""
    np.random.seed(seed)  # noqa: NPY002  (what compiled code has)
    for game in range(len(masks)):
        left = np.random.randint(masks[game].sum())  # noqa: NPY002
        for action in range(masks.shape[1]):
            if masks[game, action]:
                if left == 0:
                    actions[game] = action
                left -= 1


def vector_steps(env: VectorEnv, seed: int) -> float:
    """Agent steps a second in `step` alone."""
    actions = np.zeros(GAMES, np.int64)
    steps, seconds = 0, 0.0
    for number in range(100):
        choose(env.masks, seed * 100 + number, actions)
        steps += GAMES - int(env.dones.sum())
        began = process_time()
        env.step(actions)
        seconds += process_time() - began
    return steps / seconds


def bare_steps(seed: int) -> float:
    """Decisions a second of a loop that does nothing but play random games."""
    match = Match.new(["random"] * PLAYERS, 10_000, seed=seed)
    began = process_time()
    tally = play_rounds(match, range(match.rounds)).tally
    seconds = process_time() - began
    turns = int(tally.turns @ np.arange(len(tally.turns)))
    # Each turn counts one colour phase. The few games that end in a white phase change little.
    return turns * (PLAYERS + 1) / seconds


def zoo_steps(env: Any, steps: int) -> float:
    """Steps a second of the loop that PettingZoo's documentation shows, with random actions."""
    rng = np.random.default_rng(1)
    done = 0
    began = process_time()
    while done < steps:
        env.reset(seed=done)
        for _agent in env.agent_iter():
            observation, _, over, cut_off, _ = env.last()
            if over or cut_off:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            done += 1
    return done / (process_time() - began)


def in_turns(*measures: Callable[[int], float]) -> list[float]:
    """Returns the median of each measurement; the measurements take turns."""
    for measure in measures:
        measure(0)  # compiles and warms up
    rounds = [[measure(turn) for measure in measures] for turn in range(TURNS)]
    return [median(column) for column in zip(*rounds, strict=True)]


def main() -> None:
    env = VectorEnv(players=PLAYERS, games=GAMES, seed=1)
    vector, bare = in_turns(lambda turn: vector_steps(env, turn), bare_steps)
    print(f"{GAMES} games side by side, {PLAYERS} players: {vector / 1e6:.1f} million steps/s,")
    print(f"  {vector / bare:.2f} times the bare random games of the kernel ({bare / 1e6:.1f})")
    # Only drawn with pygame, which nothing here needs.
    sys.modules.setdefault("pygame", ModuleType("pygame"))
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415

    theirs, ours = connect_four_v3.raw_env(), aec_env()
    wrapped = connect_four_v3.env()
    raw, own, usual = in_turns(
        lambda _: zoo_steps(theirs, 700),
        lambda _: zoo_steps(ours, 1400),
        lambda _: zoo_steps(wrapped, 300),
    )
    print(f"PettingZoo, one after another: {own:,.0f} steps/s, {own / raw:.2f} times connect_four")
    print(f"  ({raw:,.0f}) as it is, {own / usual:.2f} times as `env()` wraps it ({usual:,.0f})")


if __name__ == "__main__":
    main()
