"""Judges a match by the luck-adjusted result: the wins of each bot without the luck of its dice.

With fair and independent dice, its mean is that of the result. Its spread is far smaller, so fewer
games are needed.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from qwixx.arena.match import Match, MatchGames
from qwixx.arena.report import SURE, wins_of
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.advice import luck_in
from qwixx.coach.evaluator import Evaluator
from qwixx.kernel.arrays import Reals
from qwixx.kernel.games import SHARE


@dataclass(frozen=True)
class Adjusted:
    """The adjusted result of one bot of the list."""

    share: float
    ci95: tuple[float, float]  # The 95 % confidence interval of the share


@dataclass(frozen=True)
class AdjustedReport:
    """The adjusted results of a match."""

    seats: tuple[Adjusted, ...]  # By bot, in the order of the list
    variance_ratio: float | None
    """The variance of the first bot's result over that of its adjusted result, by single games.

    Without the adjustment, the match would need that many times more games.
    """


class Adjuster:
    """Computes the luck while the games are played."""

    wants_results = False
    wants_records = True

    def __init__(self, match: Match) -> None:
        self._match = match
        self._results: list[Reals] = []
        self._lucks: list[Reals] = []
        self._evaluator = None
        if match.players > 1:
            self._evaluator = Evaluator(shipped_policy(match.variant, CompiledPolicy))

    def watch(self, games: MatchGames) -> None:
        lucks = luck_in(games.records, self._evaluator)
        seats = np.arange(self._match.players)
        for number, (record, luck) in enumerate(
            zip(games.records, lucks, strict=True), games.first
        ):
            result = np.array(wins_of(record.game.scores)) / SHARE
            # By bot and not by seat: the bots move on from game to game.
            places = (seats - number) % len(seats)
            self._results.append(result[places])
            self._lucks.append(luck[places])

    def report(self) -> AdjustedReport:
        players = self._match.players
        results, adjusted = np.array(self._results), np.array(self._results) - self._lucks
        rounds = len(adjusted) // players
        by_round = adjusted[: rounds * players].reshape(rounds, players, players).mean(1)
        seats = tuple(
            Adjusted(float(adjusted[:, bot].mean()), _interval(adjusted[:, bot], by_round[:, bot]))
            for bot in range(players)
        )
        plain, without_luck = float(results[:, 0].var()), float(adjusted[:, 0].var())
        return AdjustedReport(seats, plain / without_luck if without_luck else None)


def _interval(adjusted: Reals, rounds: Reals) -> tuple[float, float]:
    """The 95 % confidence interval of the mean. The games of a round have their dice in common, so
    it is the rounds that are independent."""
    mean = float(adjusted.mean())
    if len(rounds) < 2:
        return min(mean, 0.0), max(mean, 1.0)
    freedom = len(rounds) - 1
    # Student's distribution, which few rounds need.
    sure = SURE + (SURE**3 + SURE) / (4 * freedom)
    error = sure * float(rounds.std(ddof=1)) / sqrt(len(rounds))
    return mean - error, mean + error
