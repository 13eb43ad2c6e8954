"""A small net that learns to play from observations and masks, in plain numpy.

Actor and critic share one hidden layer. After every few steps of all games, the policy moves
towards actions that went better than the critic expected.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from qwixx.env import VectorEnv

Floats = NDArray[np.float32]
Bits = NDArray[np.int8]


class Learner:
    """Chooses actions, and gets better at it."""

    def __init__(self, entries: int, actions: int, hidden: int = 128, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        shapes = [(entries, hidden), (hidden,), (hidden, actions + 1), (actions + 1,)]
        scale = [entries**-0.5, 0.0, 0.1 * hidden**-0.5, 0.0]
        self.weights: list[Floats] = [
            (self.rng.standard_normal(shape) * size).astype(np.float32)
            for shape, size in zip(shapes, scale, strict=True)
        ]
        self.means = [np.zeros_like(weights) for weights in self.weights]
        self.squares = [np.zeros_like(weights) for weights in self.weights]
        self.updates = 0

    def look(self, seen: Bits, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Returns the hidden layer, the chances of all actions, and the expected sum of rewards."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(seen.astype(np.float32) @ first + first_bias, 0)
        out = hidden @ second + second_bias
        logits = np.where(masks, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def choose(self, env: VectorEnv) -> NDArray[np.int64]:
        """Draws an action for each game."""
        _, chances, _ = self.look(env.observations, env.masks)
        return self.draw(chances)

    def draw(self, chances: Floats) -> NDArray[np.int64]:
        drawn = self.rng.random((len(chances), 1), np.float32)
        sums = np.cumsum(chances, axis=1)
        chosen: NDArray[np.int64] = np.argmax(sums > drawn * sums[:, -1:], axis=1)
        return chosen

    def best(self, env: VectorEnv) -> NDArray[np.int64]:
        """The likeliest action for each game."""
        _, chances, _ = self.look(env.observations, env.masks)
        chosen: NDArray[np.int64] = np.argmax(chances, axis=1)
        return chosen

    def improve(
        self,
        seen: Bits,
        masks: Bits,
        actions: NDArray[np.int64],
        returns: Floats,
        rate: float,
        entropy: float,
    ) -> None:
        """One step towards actions that brought more than expected."""
        hidden, chances, values = self.look(seen, masks)
        count = len(seen)
        gain = returns - values
        advantage = (gain - gain.mean()) / (gain.std() + 1e-6)
        out = np.zeros((count, chances.shape[1] + 1), np.float32)
        out[:, :-1] = chances * advantage[:, None]
        out[np.arange(count), actions] -= advantage
        logs = np.log(np.maximum(chances, 1e-8))
        out[:, :-1] += entropy * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        out[:, -1] = -0.5 * gain
        out /= count
        back = (out @ self.weights[2].T) * (hidden > 0)
        self._descend(
            [seen.astype(np.float32).T @ back, back.sum(0), hidden.T @ out, out.sum(0)], rate
        )

    def _descend(self, slopes: list[Floats], rate: float) -> None:
        """Adam."""
        self.updates += 1
        fair = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for place, slope in enumerate(slopes):
            mean, square = self.means[place], self.squares[place]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            self.weights[place] -= rate * fair * mean / (np.sqrt(square) + 1e-8)


def train(
    learner: Learner,
    env: VectorEnv,
    updates: int,
    *,
    steps: int = 16,
    win: float,
    points: float,
    rate: float = 0.002,
    entropy: float = 0.01,
    trace: float = 0.95,
    tell: Callable[[int], None] = lambda _update: None,
) -> None:
    """Plays on and on, and improves after every few steps.

    A win counts `win`, and every point of the learner's score `points`. The win alone teaches a
    beginner too little.
    """
    games = np.arange(env.games)
    for update in range(updates):
        seen, masks, actions, rewards, values, dones = [], [], [], [], [], []
        for _ in range(steps):
            _, chances, value = learner.look(env.observations, env.masks)
            action = learner.draw(chances)
            seen.append(env.observations.copy())
            masks.append(env.masks.copy())
            dones.append(env.dones.copy())
            values.append(value)
            actions.append(action)
            seats, before = env.seats.copy(), env.scores[games, env.seats]
            env.step(action)
            gained = env.scores[games, seats] - before
            rewards.append(win * env.rewards[games, seats] + points * gained)
        value = learner.look(env.observations, env.masks)[2]
        value = np.where(env.dones, 0, value)
        returns = value
        gathered = []
        # A game that was done has no action of its own: the step only began a new one.
        over = env.dones
        for step in reversed(range(steps)):
            later = np.where(over, 0, (1 - trace) * value + trace * returns)
            returns = rewards[step] + later
            gathered.append(returns)
            value, over = values[step], dones[step]
        real = ~np.concatenate(dones)
        learner.improve(
            np.concatenate(seen)[real],
            np.concatenate(masks)[real],
            np.concatenate(actions)[real],
            np.concatenate(gathered[::-1])[real].astype(np.float32),
            rate * (1 - update / updates),
            entropy * (1 - update / updates),
        )
        tell(update + 1)


def results(
    env: VectorEnv, choose: Callable[[VectorEnv], NDArray[np.int64]], games: int
) -> tuple[float, float]:
    """Returns the mean score and the share of wins of the acting seat, over `games` games."""
    everywhere = np.arange(env.games)
    score = share = 0.0
    played = np.zeros(env.games, np.int64)
    each = -(-games // env.games)
    # Count the same number of games in every place: otherwise short games would count more often.
    while played.min() < each:
        env.step(choose(env))
        counted = env.dones & (played < each)
        score += float(env.scores[everywhere, env.seats][counted].sum())
        share += float(env.rewards[everywhere, env.seats][counted].sum())
        played += env.dones
    return score / (each * env.games), share / (each * env.games)
