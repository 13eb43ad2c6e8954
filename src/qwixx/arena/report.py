"""The report on a match."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from qwixx import __version__
from qwixx.arena.match import Match
from qwixx.kernel.games import BINS, LOWEST, SHARE, Tally, empty_tally

_SCORES = np.arange(BINS) + LOWEST
SURE: Final = 1.959964
"""The standard deviations around the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, eq=False)
class SeatReport:
    """The results of one bot of the list.

    Examples:
        >>> from qwixx.arena import Match, play_match
        >>> alone = play_match(Match.new(["greedy"], 100, seed=1)).seats[0]
        >>> alone.bot, alone.share, alone.quantile(0.05) < alone.mean < alone.quantile(0.95)
        ('greedy', 1.0, True)
    """

    bot: str
    """Its name."""
    mean: float
    """The mean of its scores."""
    sd: float
    """Their standard deviation."""
    share: float
    """Wins for each game; a shared win counts 1/k."""
    ci95: tuple[float, float]
    """The 95 % confidence interval of the share."""
    scores: NDArray[np.int64] = field(repr=False)
    """[score - LOWEST]: the number of its games with that score."""

    def quantile(self, part: float) -> int:
        """Returns the score that the bot did not exceed in that part of its games, such as 0.5."""
        return int(_SCORES[np.searchsorted(self.scores.cumsum(), part * self.scores.sum())])


@dataclass(frozen=True, eq=False)
class Report:
    """The results of a match.

    Examples:
        >>> from qwixx.arena import Match, play_match
        >>> report = play_match(Match.new(["heuristic", "greedy"], 1_000, seed=1))
        >>> report.seats[0].share > 0.8, report.to_dict()["seed"]
        (True, 1)
    """

    match: Match
    """The match."""
    games: int
    """The number of games played."""
    seconds: float
    """Their duration, without compiling and loading."""
    turns: float
    """The mean length of a game."""
    by_misthrows: float
    """The part of the games that the last misthrow ended; closed rows ended the others."""
    seats: tuple[SeatReport, ...]
    """The results of each bot, in the order of the match."""
    interrupted: bool = False
    """Whether the match was interrupted before all its games were played."""

    @property
    def games_per_second(self) -> float:
        """The speed; 0 if no time was measured."""
        return self.games / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, object]:
        """Returns plain values for JSON or a data frame: the fields of `qwixx simulate --json`."""
        match = self.match
        return {
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "turns": self.turns,
            "seats": [
                {name: getattr(seat, name) for name in ("bot", "mean", "sd", "share")}
                | {"ci95": list(seat.ci95)}
                for seat in self.seats
            ],
            "seed": match.seed,
            "variant": match.variant.name,
            "lucky": match.lucky and [list(pair) for pair in match.lucky],
            "version": __version__,
            "interrupted": self.interrupted,
        }


def share_interval(
    share: float, games: int, rounds: int, wins: float, squares: float, *, players: int
) -> tuple[float, float]:
    """Returns the 95 % confidence interval of a share of wins.

    The games of a round share their dice, so only the rounds are independent. The spread of their
    wins (`squares` is the sum of the squares) gives the error of the share. One imagined round of
    pure chance is added: otherwise a few equal rounds would give an error of 0. The form is
    Wilson's, for the number of independent games with the same error.
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
    doubt = SURE**2 / alike
    centre = (share + doubt / 2) / (1 + doubt)
    width = sqrt(doubt * chance + doubt**2 / 4) / (1 + doubt)
    # At 0 and 1 the interval ends exactly there, but for rounding.
    return max(min(centre - width, share), 0.0), min(max(centre + width, share), 1.0)


class Count:
    """Adds up the tallies of pieces of a match, in any order.

    Examples:
        >>> from qwixx.arena import Count, Match, play_rounds
        >>> match = Match.new(["random", "greedy"], 100, seed=1)
        >>> count = Count(match)
        >>> for part in (range(20, match.rounds), range(20)):
        ...     count.add(play_rounds(match, part).tally)
        >>> count.report(seconds=1.0).games
        100
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._total = empty_tally(match.players)
        self._whole_rounds = empty_tally(match.players)

    @property
    def games(self) -> int:
        """The number of games counted so far."""
        return int(self._total.games[0])

    def add(self, tally: Tally) -> None:
        """Adds one piece. If its last round is cut short, that round must be a piece by itself."""
        add_tally(self._total, tally)
        if tally.games[0] % self._match.players == 0:
            add_tally(self._whole_rounds, tally)

    def report(self, seconds: float, *, interrupted: bool = False) -> Report:
        """Returns the report on the games counted so far; `seconds` is the time they took."""
        match, total, whole = self._match, self._total, self._whole_rounds
        games, by_misthrows = total.games.tolist()
        rounds = int(whole.games[0]) // match.players
        seats = []
        for number, bot in enumerate(match.bots):
            scores = total.scores[number]
            mean = float(scores @ _SCORES) / games
            variance = float(scores @ (_SCORES - mean) ** 2) / max(games - 1, 1)
            share = int(total.shares[number]) / SHARE / games
            # Whole rounds alone show how sure that is.
            wins, squares = int(whole.shares[number]) / SHARE, int(whole.squares[number]) / SHARE**2
            interval = share_interval(share, games, rounds, wins, squares, players=match.players)
            seats.append(SeatReport(bot, mean, sqrt(variance), share, interval, scores))
        turns = float(total.turns @ np.arange(len(total.turns))) / games
        by_misthrows /= games
        return Report(match, games, seconds, turns, by_misthrows, tuple(seats), interrupted)


def wins_of(scores: Sequence[int]) -> list[int]:
    """Returns the share of the win of each seat, in parts of SHARE."""
    best = max(scores)
    return [SHARE // scores.count(best) if score == best else 0 for score in scores]


def add_tally(total: Tally, tally: Tally) -> None:
    for counts, more in zip(total, tally, strict=True):
        np.add(counts, more, out=counts)
