"""The PettingZoo environments: one seat after another, or all at once.

Both are written here: the conversions of PettingZoo support only games in which all agents act in
each cycle, or exactly one does. Here all seats answer the white dice, and then one seat acts.
"""

from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from qwixx.env.play import Play
from qwixx.rules import Variant

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]

Observation: TypeAlias = dict[str, Any]  # `observation` and `action_mask`
Infos: TypeAlias = dict[str, dict[str, Any]]  # By agent


class _Seats:
    """The names, spaces, seeds and pictures of both kinds of environment."""

    def __init__(
        self,
        variant: str | Variant = "classic",
        players: int = 2,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"no render mode {render_mode!r}: there are {', '.join(RENDER_MODES)}")
        self.play = Play(variant, players)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        size, actions = self.play.layout.size, len(self.play.actions)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeded = False

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Returns the observation and the mask of a seat."""
        observation, mask = self.play.look(self._seat[agent])
        return {"observation": observation, "action_mask": mask}

    def render(self) -> Any:
        """Returns the table as text (`ansi`) or an image (`rgb_array`), or prints it (`human`)."""
        return self.play.render(self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Does nothing: nothing is open."""

    def _add_scores(self, infos: Infos) -> None:
        """Puts the total of each seat into its info, at the end of a game."""
        for agent, score in zip(self.possible_agents, self.play.scores, strict=True):
            infos[agent]["score"] = score

    def _begin(self, seed: int | None) -> None:
        if seed is None and not self._seeded:
            seed = Random().randrange(1 << 62)
        self._seeded = True
        self.play.begin(seed)
        self.agents = self.possible_agents[:]


class QwixxAEC(_Seats, AECEnv):
    """The environment in which one seat acts after another.

    White answers are sealed: no observation shows an earlier one.
    """

    metadata: Final = {"name": "qwixx_v0", "render_modes": RENDER_MODES, "render_fps": 2}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._begin(seed)
        agents = self.agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: Infos = {agent: {} for agent in agents}
        self._acted = [0] * len(agents)
        self.agent_selection = self.possible_agents[self.play.seat]
        self._show()

    def step(self, action: int | None) -> None:
        """Lets the selected agent act. An illegal action counts as a pass, and its info says so."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: only an agent that is done has None to do")
        play = self.play
        seat = play.seat
        legal = play.play(action)
        if not legal:
            self.infos[agent] = {"illegal": True}
        elif self.infos[agent]:
            self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        if play.over or play.players == 1:
            self.rewards = dict(zip(self.agents, play.rewards, strict=True))
            self._accumulate_rewards()
        if play.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._add_scores(self.infos)
        elif self.max_cycles is not None:
            self._acted[seat] += 1
            if min(self._acted) >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[play.seat]
        self._show()


class QwixxParallel(_Seats, ParallelEnv):
    """The environment in which all seats act at once, phase by phase.

    A seat that has nothing to decide can only pass.
    """

    metadata: Final = {"name": "qwixx_v0", "render_modes": RENDER_MODES, "render_fps": 2}

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], Infos]:
        self._begin(seed)
        self._cycles = 0
        self._show()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Plays one phase. Illegal actions count as passes, and the infos say so."""
        play = self.play
        agents = self.agents
        infos: Infos = {}
        for agent in agents:
            seat, action = self._seat[agent], actions[agent]
            legal = play.play(action) if seat == play.seat else action == play.actions.passing
            infos[agent] = {} if legal else {"illegal": True}
        if play.over:
            self._add_scores(infos)
        self._cycles += 1
        cut_off = not play.over and self.max_cycles is not None and self._cycles >= self.max_cycles
        observations = self._observations()
        rewards = dict(zip(agents, play.rewards, strict=True))
        terminations = dict.fromkeys(agents, play.over)
        truncations = dict.fromkeys(agents, cut_off)
        if play.over or cut_off:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}
