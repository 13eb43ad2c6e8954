"""The Gymnasium environment: the solo game, played for points."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from qwixx.env.observation import Bits
from qwixx.env.play import Play
from qwixx.rules import PASS, CannotPlay, Variant
from qwixx.solver.advice import choices
from qwixx.solver.table import NotSolved, SoloTable, read_table


class SoloEnv(gymnasium.Env[Bits, np.int64]):
    """The solo game with one agent; the reward of an action is the points that it adds.

    `info["action_mask"]` marks the allowed actions. `info["illegal"]` is set if the last action was
    not allowed and counted as a pass. If the exact table of the game is on disk (`qwixx solve`),
    `info["regret"]` is the expected number of points that the last action has given away. The
    solver knows no table for the house rule that all rows must close, so there is no regret there.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as the base class has it)
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(self, variant: str | Variant = "classic", render_mode: str | None = None) -> None:
        self.play = Play(variant, players=1)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.play.actions))
        self.observation_space = spaces.Box(0, 1, (self.play.layout.size,), np.int8)
        self._tables: dict[tuple[int, ...], SoloTable | None] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.play.begin(int(self.np_random.integers(1 << 62)))
        self._show()
        observation, mask = self.play.look(0)
        return observation, {"action_mask": mask}

    def step(self, action: np.int64 | int) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        play = self.play
        info: dict[str, Any] = {}
        game = play.position
        table = self._table(game.cards[0].lucky)
        if table:
            found, moves = choices(table, game, 0), play.actions.moves
            values = {choice.move: choice.value for choice in reversed(found)}
            move = moves[action] if 0 <= action < len(moves) else PASS
            info["regret"] = found[0].value - values.get(move, values[PASS])
        info["illegal"] = not play.play(int(action))
        observation, info["action_mask"] = play.look(0)
        self._show()
        return observation, play.rewards[0], play.over, False, info

    def action_masks(self) -> Bits:
        """Returns the mask of allowed actions, for libraries with masked policies."""
        return self.play.look(0)[1]

    def render(self) -> Any:
        """Returns the card as text (`ansi`) or an image (`rgb_array`), or prints it (`human`)."""
        return self.play.render(self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _table(self, lucky: tuple[int, ...]) -> SoloTable | None:
        if lucky not in self._tables:
            try:
                self._tables[lucky] = read_table(self.play.variant, lucky)
            except (CannotPlay, NotSolved):
                self._tables[lucky] = None
        return self._tables[lucky]
