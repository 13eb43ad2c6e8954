"""What a match has shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.games import BINS, LOWEST, SHARE, Tally, empty_tally

_SCORES = np.arange(BINS) + LOWEST
_SURE = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, eq=False)
class SeatReport:
    """How one bot of the list has done."""

    bot: str
    mean: float
    sd: float
    share: float
    """Wins for each game; a shared win counts 1/k."""
    ci95: tuple[float, float]
    """Where the true share lies, with 95 % confidence."""
    scores: NDArray[np.int64]
    """[score - LOWEST]: how many games it ended with that score."""

    def quantile(self, part: float) -> int:
        """The score that this part of its games did not surpass."""
        return int(_SCORES[np.searchsorted(self.scores.cumsum(), part * self.scores.sum())])


@dataclass(frozen=True, eq=False)
class Report:
    """How a match went."""

    games: int
    seconds: float
    turns: float
    """The mean length of a game."""
    by_misthrows: float
    """The part of the games that a fourth misthrow ended; closed rows ended the others."""
    seats: tuple[SeatReport, ...]
    interrupted: bool = False

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @classmethod
    def of(
        cls,
        bots: Sequence[str],
        total: Tally,
        whole_rounds: Tally,
        seconds: float,
        *,
        interrupted: bool = False,
    ) -> "Report":
        """The report on a match. How sure it is can be seen from whole rounds only."""
        games, by_misthrows = total.games.tolist()
        rounds = int(whole_rounds.games[0]) // len(bots)
        seats = []
        for number, bot in enumerate(bots):
            scores = total.scores[number]
            mean = float(scores @ _SCORES) / games
            variance = float(scores @ (_SCORES - mean) ** 2) / max(games - 1, 1)
            share = int(total.shares[number]) / SHARE / games
            interval = share_interval(
                share,
                games,
                rounds,
                int(whole_rounds.shares[number]) / SHARE,
                int(whole_rounds.squares[number]) / SHARE**2,
                players=len(bots),
            )
            seats.append(SeatReport(bot, mean, sqrt(variance), share, interval, scores))
        turns = float(total.turns @ np.arange(len(total.turns))) / games
        return cls(games, seconds, turns, by_misthrows / games, tuple(seats), interrupted)

    def as_json(self) -> dict[str, object]:
        """The fields of `qwixx simulate --json`."""
        return {
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "turns": self.turns,
            "seats": [
                {
                    "bot": seat.bot,
                    "mean": seat.mean,
                    "sd": seat.sd,
                    "share": seat.share,
                    "ci95": list(seat.ci95),
                }
                for seat in self.seats
            ],
        }


def share_interval(
    share: float, games: int, rounds: int, wins: float, squares: float, *, players: int
) -> tuple[float, float]:
    """The 95 % confidence interval of a share of wins.

    The games of a round have their dice in common, so it is the rounds that are independent: their
    wins (`squares` is the sum of the squares) tell how far the share may be off. One imagined round
    of pure chance is added, so that a few rounds that happen to be alike do not feign certainty.
    The form is Wilson's, for as many independent games as would leave the same doubt.
    """
    if players == 1:
        return 1.0, 1.0
    if rounds < 2:
        return 0.0, 1.0
    chance = share * (1 - share)
    if chance == 0:
        alike = float(rounds)
    else:
        spread = max(squares - wins**2 / rounds, 0.0) * rounds / (rounds - 1)
        alike = chance * games**2 / (spread + players * chance)
    doubt = _SURE**2 / alike
    centre = (share + doubt / 2) / (1 + doubt)
    width = sqrt(doubt * chance + doubt**2 / 4) / (1 + doubt)
    # At 0 and 1 the interval ends exactly there, but for rounding.
    return max(min(centre - width, share), 0.0), min(max(centre + width, share), 1.0)


class Count:
    """Adds up the tallies of pieces of a match, in any order."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._bots = bots
        self._total = empty_tally(len(bots))
        self._whole_rounds = empty_tally(len(bots))

    @property
    def games(self) -> int:
        return int(self._total.games[0])

    def add(self, tally: Tally) -> None:
        """One piece. Only its last round may be cut short, and then it must be a piece alone."""
        add_tally(self._total, tally)
        if tally.games[0] % len(self._bots) == 0:
            add_tally(self._whole_rounds, tally)

    def report(self, seconds: float, *, interrupted: bool = False) -> Report:
        return Report.of(
            self._bots, self._total, self._whole_rounds, seconds, interrupted=interrupted
        )


def add_tally(total: Tally, tally: Tally) -> None:
    for counts, more in zip(total, tally, strict=True):
        np.add(counts, more, out=counts)
