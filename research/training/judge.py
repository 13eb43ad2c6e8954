"""What a position is worth to each player: the value net in torch, and a plain yardstick."""

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from qwixx.kernel.encoding import MARGIN, SCALE, Encoding
from research.training.table import Cards, Rules


@dataclass
class Candidates:
    """Cards that some of the players might have after this turn, K for each."""

    free: Tensor
    """[G, P', K, R]"""
    crosses: Tensor
    misthrows: Tensor
    """[G, P', K]"""
    closed: Tensor
    """[G, P', K, R]"""
    legal: Tensor
    """[G, P', K]: the others need no value."""


class Judge(Protocol):
    """Values cards after a turn, for any of the players."""

    def look(self, cards: Cards) -> Tensor:
        """What the others' cards mean to each player: done once for many candidates."""

    def value(
        self, seen: Tensor, players: slice, cards: Candidates, margin: Tensor
    ) -> tuple[Tensor, Tensor]:
        """[G, P', K]: win share and score difference (in units of SCALE); `margin` is how many
        points they have more than their best opponent."""


class ValueNet(nn.Module):
    """Sums of embedding rows, a small tower for each opponent, two small layers, two heads."""

    def __init__(self, encoding: Encoding, width: int, tower: int, hidden: int) -> None:
        super().__init__()
        self.mine = nn.Parameter(torch.randn(encoding.own_rows, width) * 0.1)
        self.other = nn.Parameter(torch.randn(encoding.others_rows, tower) * 0.1)
        self.mix = nn.Parameter(torch.randn(tower, width) * (0.5 / tower**0.5))
        self.inner = nn.Parameter(torch.randn(width, hidden) * (1.4 / width**0.5))
        self.inner_bias = nn.Parameter(torch.zeros(hidden))
        self.head = nn.Parameter(torch.randn(hidden, 2) * (0.3 / hidden**0.5))
        self.head_bias = nn.Parameter(torch.zeros(2))

    def top(self, first: Tensor) -> Tensor:
        """[..., 2]: win logit and score difference, from the sums of the first layer."""
        second = torch.relu(torch.relu(first) @ self.inner + self.inner_bias)
        return second @ self.head + self.head_bias


class NetJudge:
    """A value net that plays: embedding rows are looked up, and nothing is learnt.

    `room` is the part of the pairs of white and colour moves that is expected to be legal: only
    so many are valued. Below 1 it saves time in long training, where games are at all stages;
    were there ever more, the last ones would be misjudged.
    """

    def __init__(self, rules: Rules, net: ValueNet, room: float = 1.0) -> None:
        self.rules = rules
        self.net = net
        self.room = room

    def look(self, cards: Cards) -> Tensor:
        """[G, P, 1 + R, H]: the first layer but for the own cards, by which row is closed."""
        rules, net = self.rules, self.net
        shape = (*cards.misthrows.shape, 1 + rules.rows, rules.rows)
        rows = rules.row_embeddings(
            cards.free[:, :, None].expand(shape),
            cards.crosses[:, :, None].expand(shape),
            rules.closings.expand(shape),
        )
        sums = functional.embedding_bag(rows.flatten(0, -2), net.other, mode="sum")
        seats = rules.seat_embeddings(cards.players)
        rest = net.other[rules.encoding.misthrows + cards.misthrows.clamp(max=3)] + net.other[seats]
        own = net.mine[seats].expand(*cards.misthrows.shape, -1)
        if rules.has_lucky:
            rest = rest + net.other[rules.encoding.lucky + cards.lucky].sum(-2)
            own = own + net.mine[rules.encoding.lucky + cards.lucky].sum(-2)
        towers = torch.relu(sums.view(*shape[:-1], -1) + rest[:, :, None])
        return (towers.sum(1, keepdim=True) - towers) @ net.mix + own[:, :, None]

    def value(
        self, seen: Tensor, players: slice, cards: Candidates, margin: Tensor
    ) -> tuple[Tensor, Tensor]:
        rules, net = self.rules, self.net
        encoding = rules.encoding
        rows = torch.cat(
            [
                rules.row_embeddings(cards.free, cards.crosses, cards.closed),
                (encoding.margin + margin.clamp(-MARGIN, MARGIN))[..., None],
                (encoding.misthrows + cards.misthrows.clamp(max=3))[..., None],
            ],
            -1,
        ).flatten(0, -2)
        mine = seen[:, players].flatten(0, 1)
        entries = torch.arange(len(mine), device=rules.device).view(*margin.shape[:2], 1)
        others = (entries * (1 + rules.rows) + rules.closing(cards.closed)).flatten()
        place = None
        if self.room < 1 and margin.shape[2] > 1 + 2 * rules.rows:
            place, wanted = _squeeze(cards.legal.flatten(), self.room)
            rows, others = rows[wanted], others[wanted]
        first = functional.embedding_bag(rows, net.mine, mode="sum")
        first += mine.flatten(0, 1).index_select(0, others)
        out = net.top(first)
        if place is not None:
            out = out[place]
        out = out.view(*margin.shape, 2)
        return torch.sigmoid(out[..., 0]), out[..., 1]


def _squeeze(legal: Tensor, room: float) -> tuple[Tensor, Tensor]:
    """Where each candidate goes when only the legal ones are kept, and which ones are kept."""
    kept = max(1, round(room * len(legal)))
    place = (legal.cumsum(0) - 1).clamp(0, kept - 1)
    wanted = torch.zeros(kept + 1, dtype=torch.long, device=legal.device)
    numbers = torch.arange(len(legal), device=legal.device)
    wanted.scatter_(0, torch.where(legal, place, kept), numbers)
    return place, wanted[:kept]


class CarefulJudge:
    """A yardstick that learns nothing: many crosses, few cells skipped, no misthrows."""

    def look(self, cards: Cards) -> Tensor:
        return cards.misthrows

    def value(
        self, seen: Tensor, players: slice, cards: Candidates, margin: Tensor
    ) -> tuple[Tensor, Tensor]:
        del seen, players
        skipped = 0.4 * cards.free.where(~cards.closed, cards.crosses)
        worth = (cards.crosses - skipped).sum(-1) - cards.misthrows
        return torch.sigmoid(worth / 10 - 1), margin / SCALE
