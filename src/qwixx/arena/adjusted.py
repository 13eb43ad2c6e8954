"""Judges a match by the luck-adjusted result: the wins of each bot without the luck of its dice.

With fair and independent dice, its mean is that of the result. Its spread is far smaller, so fewer
games are needed.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from qwixx.arena.match import Match, MatchGames
from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.coach.luck import luck_in

_SURE = 1.959964  # The standard deviations around the mean that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Adjusted:
    """The adjusted result of one bot of the list."""

    share: float
    ci95: tuple[float, float]
    """The 95 % confidence interval of the share."""


@dataclass(frozen=True)
class AdjustedReport:
    """The adjusted results of a match."""

    seats: tuple[Adjusted, ...]
    """By bot, in the order of the list."""
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
        self._results: list[NDArray[np.float64]] = []
        self._lucks: list[NDArray[np.float64]] = []
        if match.players > 1:
            use_compiled_turns(match.variant)

    def watch(self, games: MatchGames) -> None:
        lucks = luck_in(games.records)
        seats = np.arange(self._match.players)
        for number, (record, luck) in enumerate(
            zip(games.records, lucks, strict=True), games.first
        ):
            winners = record.game.winners
            result = np.zeros(len(seats))
            result[list(winners)] = 1 / len(winners)
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


def _interval(adjusted: NDArray[np.float64], rounds: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % confidence interval of the mean. The games of a round have their dice in common, so
    it is the rounds that are independent."""
    mean = float(adjusted.mean())
    if len(rounds) < 2:
        return min(mean, 0.0), max(mean, 1.0)
    freedom = len(rounds) - 1
    # Student's distribution, which few rounds need.
    sure = _SURE + (_SURE**3 + _SURE) / (4 * freedom)
    error = sure * float(rounds.std(ddof=1)) / sqrt(len(rounds))
    return mean - error, mean + error
