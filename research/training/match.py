"""One player against another over many games, as shares with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import torch

from research.training.device import captured
from research.training.table import Rules
from research.training.turn import Chooser, Tables

_TURNS_AT_ONCE = 8


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


@torch.no_grad()
def compare(
    rules: Rules, players: Sequence[Chooser], seats: int, tables: int, rounds: int, *, capture: bool
) -> Score:
    """Every table plays so many games: a fixed number, so that short games do not count double."""
    room = Tables(rules, players, tables, seats)
    played = torch.zeros(tables, dtype=torch.long, device=rules.device)
    sums = torch.zeros(seats, 4, dtype=torch.float64, device=rules.device)

    def turns() -> None:
        for _ in range(_TURNS_AT_ONCE):
            result = room.turn()
            counts = (result.over & (played < rounds))[:, None] & (result.owners == 0)
            played.add_(result.over)
            share = result.share.double()
            columns = torch.stack([torch.ones_like(share), share, share**2, result.scores.double()])
            where = torch.nn.functional.one_hot(result.first, seats) * counts[..., None]
            sums.add_(torch.einsum("cgp,gps->sc", columns, where.double()))

    go_on = captured(turns, rules.device) if capture else turns
    while int(played.min()) < rounds:
        go_on()
    by_seat = (sums[:, 1] / sums[:, 0]).tolist()
    count, share, square, points = sums.sum(0).tolist()
    mean = share / count
    error = 1.96 * sqrt(max(square / count - mean**2, 0) / count)
    return Score(seats, int(count), mean, error, points / count, tuple(by_seat))
