"""Environments for programs that learn: compiled games side by side, PettingZoo and Gymnasium.

The environments only encode games. The rules and the kernel decide what is legal, and play moves.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from qwixx.env.actions import Actions, actions_of
from qwixx.extras import extra_named
from qwixx.rules import Variant

with extra_named():
    from qwixx.env.observation import Layout, layout_of
    from qwixx.env.vector import VectorEnv

if TYPE_CHECKING:
    from qwixx.env.zoo import QwixxAEC, QwixxParallel

__all__ = ["Actions", "Layout", "VectorEnv", "actions_of", "aec_env", "layout_of", "parallel_env"]


def aec_env(
    variant: str | Variant = "classic",
    players: int = 2,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> "QwixxAEC":
    """Returns the PettingZoo environment in which one seat acts after another.

    A game is cut off once every seat has acted `max_cycles` times.

    Examples:
        >>> from qwixx.env import aec_env
        >>> env = aec_env("classic", players=2)
        >>> env.reset(seed=1)
        >>> seen, reward, done, cut, info = env.last()
        >>> env.step(int(seen["action_mask"].argmax()))
        >>> env.agent_selection
        'player_1'
    """
    with extra_named():
        from qwixx.env.zoo import QwixxAEC  # noqa: PLC0415

    return QwixxAEC(variant, players, max_cycles=max_cycles, render_mode=render_mode)


def parallel_env(
    variant: str | Variant = "classic",
    players: int = 2,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> "QwixxParallel":
    """Returns the PettingZoo environment in which all seats act at once, phase by phase.

    Examples:
        >>> from qwixx.env import parallel_env
        >>> env = parallel_env("classic", players=2)
        >>> seen, infos = env.reset(seed=1)
        >>> acts = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        >>> seen, rewards, dones, cuts, infos = env.step(acts)
        >>> sorted(seen)
        ['player_0', 'player_1']
    """
    with extra_named():
        from qwixx.env.zoo import QwixxParallel  # noqa: PLC0415

    return QwixxParallel(variant, players, max_cycles=max_cycles, render_mode=render_mode)


with suppress(ImportError):
    from gymnasium.envs.registration import register

    register("qwixx/Solo-v0", entry_point="qwixx.env.solo:SoloEnv")
