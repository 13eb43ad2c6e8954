"""One player against another over many games, as shares with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from qwixx.arena.report import SURE
from qwixx.batch.rules import rules_for, shared_wins
from qwixx.rules import Variant
from research.training.games import Chooser, Games


@dataclass(frozen=True)
class Score:
    """How the first player fared, alone at tables of the second."""

    seats: int
    games: int
    share: float
    error: float
    """Half the width of the 95 % interval of the share."""
    mean: float
    """Points a game."""
    by_seat: tuple[float, ...]
    """The share from each seat, beginning with the one that rolls first."""

    def __str__(self) -> str:
        share = f"{100 * self.share:.2f} ± {100 * self.error:.2f} %"
        return f"{self.seats} players: {share}, {self.mean:.1f} points"


def compare(
    variant: Variant,
    players: Sequence[Chooser],
    seats: int,
    tables: int,
    rounds: int,
    chance: np.random.Generator,
) -> Score:
    """Every table plays that many games: a fixed number, so that short games do not count
    double."""
    games = Games(variant, players, tables, seats, chance)
    rules = rules_for(variant)
    played = np.zeros(tables, np.int64)
    sums = np.zeros((seats, 4))
    while played.min() < rounds:
        turn = games.turn()
        counts = turn.after.over & (played < rounds)
        played += turn.after.over
        position, seat = np.nonzero(counts[:, None] & (turn.owners == 0))
        scores = rules.scores(turn.after.rows, turn.after.misthrows)
        share = shared_wins(scores)[position, seat]
        columns = np.stack([np.ones_like(share), share, share**2, scores[position, seat]], 1)
        np.add.at(sums, turn.first[position, seat], columns)
    by_seat = tuple((sums[:, 1] / sums[:, 0]).tolist())
    count, share_sum, square, points = sums.sum(0).tolist()
    mean = share_sum / count
    error = SURE * sqrt(max(square / count - mean**2, 0) / count)
    return Score(seats, int(count), mean, error, points / count, by_seat)
