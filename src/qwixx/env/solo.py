"""The Gymnasium environment: the solo game, played for points."""

import sys
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
        best_and_made = self._values(int(action))
        legal = play.play(int(action))
        observation, mask = play.look(0)
        info: dict[str, Any] = {"action_mask": mask, "illegal": not legal}
        if best_and_made:
            best, made = best_and_made
            info["regret"] = best - made
        self._show()
        return observation, play.rewards[0], play.over, False, info

    def action_masks(self) -> Bits:
        """Returns the mask of allowed actions, for libraries with masked policies."""
        return self.play.look(0)[1]

    def render(self) -> Any:
        """Returns the card as text (`ansi`) or an image (`rgb_array`), or prints it (`human`)."""
        if self.render_mode == "rgb_array":
            return self.play.picture()
        return self.play.text() if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            sys.stdout.write(f"{self.play.text()}\n")

    def _values(self, action: int) -> tuple[float, float] | None:
        """Returns the values of the best action and of this one, if the exact table is on disk."""
        game = self.play.position
        table = self._table(game.cards[0].lucky)
        if table is None:
            return None
        moves = self.play.actions.moves
        legal = 0 <= action < len(moves) and moves[action] in game.legal_moves(0)
        move = moves[action] if legal else PASS
        found = choices(table, game, 0)
        return found[0].value, next(choice.value for choice in found if choice.move == move)

    def _table(self, lucky: tuple[int, ...]) -> SoloTable | None:
        if lucky not in self._tables:
            try:
                self._tables[lucky] = read_table(self.play.variant, lucky)
            except (CannotPlay, NotSolved):
                self._tables[lucky] = None
        return self._tables[lucky]
