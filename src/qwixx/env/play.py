"""One compiled game, for the environments of single games."""

import sys

import numpy as np
from numpy.typing import NDArray

from qwixx.env.observation import Bits
from qwixx.env.picture import draw_picture
from qwixx.env.vector import VectorEnv
from qwixx.kernel.streams import deal_lucky, roll_dice
from qwixx.kernel.translate import roll_of
from qwixx.notation.drawing import draw_game
from qwixx.rules import Game, Phase, Variant


class Play:
    """A game that rolls its own dice. Seats that decide at the same time act one by one."""

    seat: int  # The seat that is to act, or that acted last
    over: bool  # Whether the game is over

    def __init__(self, variant: str | Variant, players: int) -> None:
        self._env = VectorEnv(variant, players, games=1, seed=0)
        self.variant = self._env.variant
        self.players = players
        self.actions = self._env.actions
        self.layout = self._env.layout
        self._action = np.zeros(1, np.int64)
        self._seed = self._number = 0
        self.begin(0)

    def begin(self, seed: int | None = None) -> None:
        """Starts a new game: the first one of that seed, or the one that follows."""
        self._env.reset(seed)
        if seed is None:
            self._number += 1
        else:
            self._seed, self._number = seed, 0
        self._played: list[int] = []
        self.seat = int(self._env.seats[0])
        self.over = False

    def play(self, action: int) -> bool:
        """Lets the seat act. Returns False if that was not allowed: then it counts as a pass."""
        env = self._env
        self._action[0] = action
        env.step(self._action)
        legal = not env.illegal[0]
        self._played.append(int(action) if legal else self.actions.passing)
        self.seat = int(env.seats[0])
        self.over = bool(env.dones[0])
        return legal

    def look(self, seat: int) -> tuple[Bits, Bits]:
        """Returns the observation and the mask of a seat; with nothing to decide, it may pass."""
        if seat == self.seat:
            return self._env.observations[0].copy(), self._env.masks[0].copy()
        return self._env.look(0, seat)

    @property
    def scores(self) -> list[int]:
        """The totals now."""
        return [int(score) for score in self._env.scores[0]]

    @property
    def rewards(self) -> list[float]:
        """The rewards of the last action, by seat."""
        return [float(reward) for reward in self._env.rewards[0]]

    @property
    def position(self) -> Game:
        """The game now; earlier crosses may be in other cells, which does not matter."""
        return self._env.game(0)

    @property
    def game(self) -> Game:
        """The game, played again by the rules from its start, with every cross in its place."""
        lucky = None
        if self.variant.lucky_count:
            lucky = deal_lucky(self.variant, self._seed, self._number, self.players)
        game = Game.new(self.variant, self.players, lucky=lucky)
        for action in [*self._played, None]:
            if game.phase is Phase.ROLL:
                dice = roll_dice(self.variant, self._seed, self._number, game.turn - 1)
                game = game.roll(roll_of(game, dice))
            if action is not None:
                game = game.play(game.awaited[0], self.actions.moves[action])
        return game

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Returns the table as text (`ansi`) or an image (`rgb_array`), or prints it (`human`)."""
        if mode == "rgb_array":
            return draw_picture(self.game)
        if mode == "human":
            sys.stdout.write(f"{self._text()}\n")
        return self._text() if mode == "ansi" else None

    def _text(self) -> str:
        game = self.game
        dice = f", {game.dice}" if game.dice else ""
        now = f"turn {game.turn}, seat {game.active} is active{dice}, phase: {game.phase}"
        return f"{now}\n\n{draw_game(game)}\n"
