"""Self-play: one net learns to value the ends of turns at tables of one to five players."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from qwixx.batch.net import BatchNet, NetArrays
from qwixx.batch.positions import Active, Previous, Values
from qwixx.kernel.arrays import Bools
from qwixx.kernel.encoding import SCALE
from qwixx.rules import Variant
from research.training.games import Chooser, Games
from research.training.net import Learner, Lesson


@dataclass(frozen=True)
class Setting:
    """How to train. On the same kind of machine, one setting and seed give the same net."""

    windows: int
    """How often a window of turns is played and learnt from."""
    turns: int = 16
    """Turns in a window."""
    tables: dict[int, int] = field(
        default_factory=lambda: {1: 2048, 2: 16384, 3: 8192, 4: 6144, 5: 6144}
    )
    """The number of tables by the number of players."""
    slices: int = 4
    """Into how many steps of the optimizer the states of a turn are divided."""
    rate: float = 1.5e-3
    """The learning rate at the beginning; it falls to a hundredth along a cosine."""
    trace: float = 0.6
    """λ: how much later values count in the return."""
    astray: float = 0.02
    """How many answers go astray at the beginning; none in the last third."""
    lead_counts: float = 0.5
    """The weight of the second head in the loss."""


class Trainer:
    """Improves the net that plays with the first of the players. With a second player, who keeps
    the other seats and never learns, the net becomes a best response."""

    def __init__(
        self,
        variant: Variant,
        learner: Learner,
        setting: Setting,
        players: Sequence[Chooser],
        chance: np.random.Generator,
    ) -> None:
        self.learner = learner
        self.setting = setting
        self.finished = 0
        """Games played to their end."""
        self.losses = np.zeros((len(setting.tables), 2))
        """The last losses of both heads, by table size."""
        self._net = BatchNet(variant, learner.net)
        self._chance = chance
        self._games = [
            Games(variant, players, count, seats, chance) for seats, count in setting.tables.items()
        ]

    def run(self, report: Callable[[int], None]) -> float:
        """Trains for all windows; returns the seconds. It calls `report` with each window."""
        setting = self.setting
        started = time.perf_counter()
        for number in range(setting.windows):
            progress = number / setting.windows
            rate = setting.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)
            for games in self._games:
                games.astray = setting.astray * max(0.0, 1 - 1.5 * progress)
            self._learn([self._play(games) for games in self._games], rate)
            report(number + 1)
        return time.perf_counter() - started

    def _play(self, games: Games) -> list[Lesson]:
        """Plays a window at the tables of one size and works out what its states were worth."""
        states, ends = [], []
        for _ in range(self.setting.turns):
            played = games.turn()
            shares, _, leads = self._net.leaves(played.after)
            worth: Values[Previous] = Values(shares, leads / SCALE)
            ends.append((played.after.over, worth))
            states.append((played.before, (played.owners == 0).astype(np.float64)))
            self.finished += int(played.after.over.sum())
        return [
            Lesson(before, worth, learners)
            for (before, learners), worth in zip(
                states, returns(ends, self.setting.trace), strict=True
            )
        ]

    def _learn(self, windows: Sequence[Sequence[Lesson]], rate: float) -> None:
        slices = self.setting.slices
        for lessons in zip(*windows, strict=True):
            for number in range(slices):
                for size, lesson in enumerate(lessons):
                    part = part_of(lesson, number, slices)
                    self.losses[size] = self.learner.add(part, self._chance)
                self.learner.step(rate)


def returns(ends: Sequence[tuple[Bools, Values[Previous]]], trace: float) -> list[Values[Active]]:
    """Returns the values of the states before successive turns, as mixtures of later values.

    `ends` says of each turn whether it ended the game, and the values at its end. Turns after one
    that ended the game do not count.
    """
    found: list[Values[Active]] = []
    _, later = ends[-1]
    for cut, now in reversed(ends):
        both = zip((later.shares, later.points), (now.shares, now.points), strict=True)
        before: Values[Active] = Values(
            *(np.where(cut[:, None], end, trace * on + (1 - trace) * end) for on, end in both)
        )
        found.append(before)
        later = before.last_turn()
    return found[::-1]


def part_of(lesson: Lesson, number: int, slices: int) -> Lesson:
    """Returns a slice of a lesson; its weights sum to 1."""
    size = len(lesson.weight) // slices
    which = np.arange(number * size, (number + 1) * size)
    weight = lesson.weight[which]
    return Lesson(lesson.positions.select(which), lesson.worth.select(which), weight / weight.sum())


def net_of(learner: Learner) -> NetArrays:
    """Returns a copy of the latest weights."""
    return NetArrays(**{name: part.copy() for name, part in vars(learner.net).items()})
