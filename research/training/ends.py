"""Policy evaluation: a larger net learns the values of ends of turns when a frozen net plays.

`strong` must be fast, so a small net chooses its moves. A bot that looks a turn ahead evaluates
only the end of that turn, and can afford a larger net there. Now and then a game takes another good
move, to reach positions that `strong` avoids. Earlier positions of the game are then valued by the
turn as `strong` would have played it.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from qwixx.batch.net import BatchNet, NetArrays
from qwixx.batch.positions import Active, Positions, Previous, Values
from qwixx.batch.rules import Options, rules_for
from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.kernel.encoding import SCALE
from qwixx.rules import Variant
from research.positions import roll
from research.training.games import Chooser, begin_again, fresh_games
from research.training.net import Learner, Lesson
from research.training.train import net_of, part_of, returns


@dataclass(frozen=True)
class EndsSetting:
    """How to train."""

    windows: int
    players: int = 2
    tables: int = 32768
    turns: int = 16
    """Turns in a window."""
    slices: int = 4
    """Into how many steps of the optimizer the states of a turn are divided."""
    rate: float = 1.5e-3
    """The learning rate at the beginning; it falls to nearly nothing along a cosine."""
    trace: float = 0.6
    """λ: how much later values count in the return."""
    astray: float = 0.25
    """In how many turns a seat goes astray,"""
    temperature: float = 0.015
    """and how far: a move that is worse by this much is chosen e times less often."""


class Evaluation:
    """Lets a player play all seats, and trains a net on the results."""

    def __init__(
        self,
        variant: Variant,
        player: Chooser,
        net: NetArrays,
        setting: EndsSetting,
        chance: np.random.Generator,
    ) -> None:
        self.variant = variant
        self.rules = rules_for(variant)
        self.player = player
        self.setting = setting
        self.finished = 0
        """Games played to their end."""
        self._learner = Learner(variant, net, lead_counts=0.25)
        self._mean = Learner(variant, net_of(self._learner), lead_counts=0.25)
        self._judge = BatchNet(variant, self._mean.net)
        self._chance = chance
        self._positions = fresh_games(variant, setting.tables, setting.players, chance)

    @property
    def mean(self) -> NetArrays:
        """The average of the net over its last steps, which is the one to keep."""
        return self._mean.net

    def run(self, report: Callable[[int], None]) -> float:
        """Trains for all windows; returns the seconds. It calls `report` with each window."""
        setting = self.setting
        started = time.perf_counter()
        for number in range(setting.windows):
            progress = number / setting.windows
            rate = setting.rate * (0.003 + 0.997 * (1 + math.cos(math.pi * progress)) / 2)
            # The further it is, the more of the past is worth remembering.
            decay = 0.99 if progress < 0.5 else 0.999 if progress < 0.85 else 0.9997
            self._learn(self._play(), rate, decay)
            report(number + 1)
        return time.perf_counter() - started

    def _play(self) -> list[Lesson]:
        """Plays a window and works out what its states were worth."""
        states, ends = [], []
        for _ in range(self.setting.turns):
            before = self._positions
            good, real = self._turn(before)
            shares, _, leads = self._judge.leaves(good)
            strayed = (good.rows != real.rows).any((1, 2)) | (good.misthrows != real.misthrows).any(
                1
            )
            worth: Values[Previous] = Values(shares, leads / SCALE)
            ends.append((strayed | good.over, worth))
            states.append(before)
            self.finished += int(real.over.sum())
            self._positions = begin_again(self.variant, real.next_turn(), self._chance)
        return [
            Lesson(state, worth, np.ones_like(worth.shares))
            for state, worth in zip(states, returns(ends, self.setting.trace), strict=True)
        ]

    def _turn(self, before: Positions[Active]) -> tuple[Positions[Previous], Positions[Previous]]:
        """Returns the end of a turn as the player would play it, and as it was played.

        In the second at most one answer of a turn is another good move.
        """
        rules, chance, players = self.rules, self._chance, before.players
        dice = roll(self.variant, len(before), chance)
        white = rules.white(before, dice)
        values = self.player.white_values(before, white, dice)
        best: Ints = values.argmax(-1)
        who = chance.integers(players + 1, size=len(before))
        who = np.where(chance.random(len(before)) < self.setting.astray, who, -1)
        good = self._finish(before, white, best, dice)
        answers = np.where(np.arange(players) == who[:, None], self._any_good(values), best)
        return good, self._finish(before, white, answers, dice, strays=who == players)

    def _any_good(self, values: Reals) -> Ints:
        """Returns one of the better options, drawn from a softmax."""
        luck = self._chance.gumbel(size=values.shape)
        chosen: Ints = (values / self.setting.temperature + luck).argmax(-1)
        return chosen

    def _finish(
        self,
        before: Positions[Active],
        white: Options,
        answers: Ints,
        dice: Ints,
        strays: Bools | None = None,
    ) -> Positions[Previous]:
        """Returns the end of the turn after these answers."""
        middle = self.rules.after_white(before, white, answers)
        crossed = answers[:, 0] > 0
        colour = self.rules.colour(middle.rows[:, 0], middle.closed, dice)
        values = self.player.colour_values(middle, colour, dice, crossed)
        moves: Ints = values.argmax(-1)
        if strays is not None:
            moves = np.where(strays, self._any_good(values), moves)
        return self.rules.after_colour(middle, colour, moves, crossed)

    def _learn(self, lessons: list[Lesson], rate: float, decay: float) -> None:
        for lesson in lessons:
            for number in range(self.setting.slices):
                self._learner.add(part_of(lesson, number, self.setting.slices), self._chance)
                self._learner.step(rate)
                self._mean.weights[:] = (
                    decay * self._mean.weights + (1 - decay) * self._learner.weights
                )
