"""Thousands of games side by side: one decision in each of them with every step."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwixx.bots import BOTS
from qwixx.bots.compiled import policies_for
from qwixx.env.actions import actions_of
from qwixx.env.compiled import ASKED, Setting, show_games, step_games
from qwixx.env.observation import Bits, layout_of
from qwixx.env.rebuild import game_of
from qwixx.env.writing import OVER, PROGRESS, WHITE, Outputs, writing_for
from qwixx.kernel.chart import POSITION, chart_for
from qwixx.kernel.jit import precompile
from qwixx.kernel.turn import Policies
from qwixx.rules import Game, Variant, find_variant


class VectorEnv:
    """Games of one kind, each of which waits for one seat's decision.

    The arrays are always the same ones, and every step overwrites them: copy the data you need.

    Examples:
        >>> import numpy as np
        >>> from qwixx.env import VectorEnv
        >>> env = VectorEnv("classic", players=2, games=8, seed=1)
        >>> env.step(np.full(8, env.actions.passing))  # all pass
        >>> env.observations.shape == (8, env.layout.size), env.masks.shape
        (True, (8, 45))
    """

    observations: NDArray[np.int8]
    """[game, entry]: the view of the seat that is to act; `layout.describe()` names the entries."""
    masks: NDArray[np.int8]
    """[game, action]: 1 for allowed actions; `actions.moves` has the moves."""
    seats: NDArray[np.int64]
    """[game]: the seat that is to act, or that acted last in a game that is done."""
    rewards: NDArray[np.float32]
    """[game, seat]: the share of the win once the game is done; in solo games, the points of each
    step."""
    dones: NDArray[np.bool_]
    """[game]: whether it is over. The next step ignores the action, and begins a new game."""
    scores: NDArray[np.int16]
    """[game, seat]: the totals now."""
    illegal: NDArray[np.bool_]
    """[game]: whether the last action was not allowed: then it counted as a pass."""

    def __init__(
        self,
        variant: str | Variant = "classic",
        players: int = 2,
        games: int = 1024,
        seed: int | None = None,
        opponents: Sequence[str] = (),
    ) -> None:
        """Begins `games` games. Each of the `opponents` plays one seat inside the step.

        All policies move on by one seat in each new game.
        """
        self.variant = variant if isinstance(variant, Variant) else find_variant(variant)
        """The variant of all games."""
        pairs = self.variant.lucky_pairs[:players] if self.variant.lucky_count else None
        Game.new(self.variant, players, lucky=pairs)  # This checks the number of players.
        if games < 1:
            raise ValueError(f"expected at least 1 game, found {games}")
        if len(opponents) >= players:
            raise ValueError(f"{len(opponents)} opponents leave no seat of {players} to be played")
        self.actions = actions_of(self.variant)
        """The moves of all actions."""
        self.layout = layout_of(self.variant, players)
        """The meaning of the entries of an observation."""
        writing = writing_for(self.layout, self.actions)
        self._setting = Setting(chart_for(self.variant), writing, 0)
        self._policies = _policies(self.variant, players, opponents)
        self._positions = np.zeros(games, POSITION)
        self._positions["players"] = players
        self._progress = np.zeros(games, PROGRESS)
        self._outputs = Outputs(
            observations=np.zeros((games, self.layout.size), np.int8),
            masks=np.zeros((games, len(self.actions)), np.int8),
            seats=np.zeros(games, np.int64),
            rewards=np.zeros((games, players), np.float32),
            dones=np.zeros(games, np.bool_),
            scores=np.zeros((games, players), np.int16),
            illegal=np.zeros(games, np.bool_),
        )
        for name, array in self._outputs._asdict().items():
            setattr(self, name, array)
        nothing: Any = Outputs._make(array[:0] for array in self._outputs)
        none = nothing, self._setting, self._policies, self._positions[:0], self._progress[:0]
        precompile(lambda: step_games(np.zeros(0, np.int64), *none))
        self.reset(Random().randrange(1 << 32) if seed is None else seed)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self._positions)

    @property
    def players(self) -> int:
        """The number of players in each game."""
        return self.layout.players

    def reset(self, seed: int | None = None) -> None:
        """Begins new games everywhere; the same seed always begins the same games."""
        if seed is not None:
            if not 0 <= seed < 1 << 63:
                raise ValueError(f"expected a seed from 0 to 2⁶³ − 1, found {seed}")
            self._setting = self._setting._replace(seed=seed)
            self._progress["number"] = np.arange(self.games)
        self._progress["phase"] = OVER
        self.step(np.zeros(self.games, np.int64))

    def step(self, actions: ArrayLike) -> None:
        """Takes one action in each game.

        An action that is not allowed now counts as a pass, and so does a number that is no action.
        In a game that is done the action is ignored.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"expected actions as whole numbers, found {given.dtype}")
        if given.shape != (self.games,):
            raise ValueError(f"expected actions of shape ({self.games},), found {given.shape}")
        chosen = np.ascontiguousarray(given, np.int64)
        step_games(
            chosen, self._outputs, self._setting, self._policies, self._positions, self._progress
        )

    def look(self, index: int, seat: int) -> tuple[Bits, Bits]:
        """Returns the observation and the mask of any seat in one of the games."""
        progress = self._progress[index : index + 1].copy()
        asked, progress["seat"] = int(progress["seat"][0]), seat
        one: Any = Outputs._make(np.zeros_like(array[:1]) for array in self._outputs)
        show_games(one, self._setting, self._positions[index : index + 1], progress)
        if seat != asked and (progress["phase"][0] != WHITE or seat < asked):
            one.masks[0, :-1] = 0  # The seat has answered, or has nothing to decide.
        return one.observations[0], one.masks[0]

    def game(self, index: int) -> Game:
        """Returns one of the games, as the seat that is to act may know it; bots can play it.

        The cells left of the last crosses may differ from the real ones, which changes no move.
        """
        return game_of(self.variant, self._positions[index], self._progress[index])


def _policies(variant: Variant, players: int, opponents: Sequence[str]) -> Policies | None:
    """Returns the policies of the opponents and the asked seats; None without opponents."""
    for name in opponents:
        if name not in BOTS or BOTS[name].kind is None:
            known = [info.name for info in BOTS.values() if info.kind is not None]
            raise ValueError(f"no opponent {name!r} can play in here: {', '.join(known)} can")
        if not BOTS[name].can_play(variant):
            raise ValueError(f"{name} cannot play {variant.name}: it lacks the {BOTS[name].need}")
    if not opponents:
        return None
    asked = players - len(opponents)
    # Every seat needs a policy, even an unused one.
    policies = policies_for(["random"] * asked + list(opponents), variant)
    assert policies is not None
    policies.players["kind"][:asked] = ASKED
    return policies
