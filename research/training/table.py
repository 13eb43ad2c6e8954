"""Many games side by side as tensors: the cards, what may be crossed, and what comes of it.

Seats are stored in turn order and *relative to the active player*, who is always index 0; when a
turn is over the seats are rolled on by one. All shapes are fixed and nothing is read back to the
host, so that a whole turn can be captured in a CUDA graph.

Shapes: G games, P players, R rows, W white options, C colour options.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from qwixx.kernel.encoding import Encoding
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import MOST_PLAYERS


@dataclass
class Cards:
    """The cards of G tables with P players, in turn order from the active player."""

    free: Tensor
    """[G, P, R]: the next free position of each row."""
    crosses: Tensor
    """[G, P, R]: the crosses of each row, the lock included."""
    misthrows: Tensor
    """[G, P]"""
    closed: Tensor
    """[G, R]: whether that row is closed for everybody."""
    lucky: Tensor
    """[G, P, 2] lucky numbers; [G, P, 0] where the variant has none."""

    @property
    def players(self) -> int:
        return self.misthrows.shape[1]


@dataclass
class Options:
    """Possible crosses as the rows they would leave behind: [..., options, R]; 0 is the pass."""

    legal: Tensor
    """[..., options]"""
    free: Tensor
    crosses: Tensor
    locks: Tensor
    """[..., options, R]: whether that option closes that row."""
    row: Tensor
    """[..., options]: the row that it touches; of the pass, nothing."""

    def pick(self, choice: Tensor) -> "Options":
        """The chosen option of each entry; `choice` has the shape of `legal` without its last."""
        rows = choice[..., None, None].expand(*choice.shape, 1, self.free.shape[-1])
        return Options(
            self.legal.gather(-1, choice[..., None]).squeeze(-1),
            self.free.gather(-2, rows).squeeze(-2),
            self.crosses.gather(-2, rows).squeeze(-2),
            self.locks.gather(-2, rows).squeeze(-2),
            self.row.gather(-1, choice[..., None]).squeeze(-1),
        )


class Rules:
    """The rules of a variant as tensor operations on one device."""

    def __init__(self, encoding: Encoding, device: torch.device) -> None:
        variant = encoding.variant
        self.encoding = encoding
        self.device = device
        self.rows = len(variant.rows)
        self.sides = variant.sides
        self.needed = variant.crosses_to_lock
        self.row_points = torch.tensor(variant.points, device=device)
        """[crosses]: what a row with so many is worth."""
        self.misthrow_points = variant.misthrow_points
        self.most_misthrows = variant.most_misthrows
        self.most_closed = variant.most_closed
        self.has_lucky = variant.lucky_count > 0
        self.lucky_pairs = torch.tensor(variant.lucky_pairs, device=device)
        self.positions = torch.from_numpy(row_states_for(variant).position.T.astype(np.int64)).to(
            device
        )
        self.row_of = torch.from_numpy(row_states_for(variant).row.astype(np.int64)).to(device)
        """[colour, number]: the row in which that cell stands."""
        eye = torch.eye(self.rows, dtype=torch.bool, device=device)
        none = torch.zeros(1, self.rows, dtype=torch.bool, device=device)
        self.closings = torch.cat([none, eye])
        """[1 + R, R]: the ways in which at most one row is closed."""
        # The same game seen differently: rows exchanged, dice and lucky numbers perhaps mirrored.
        self.views = torch.tensor([view.order for view in variant.symmetries], device=device)
        self.mirrored = torch.tensor([view.mirrored for view in variant.symmetries], device=device)
        self._row_index = torch.tensor(encoding.row_index).to(device)
        self._row_blocks = torch.arange(self.rows, device=device) * encoding.row_states
        self._row_numbers = torch.arange(1, self.rows + 1, device=device)
        self._each_row = torch.arange(self.rows, device=device)
        self._seats = {
            players: torch.tensor(
                [encoding.seat(players, (index - 1) % players) for index in range(players)],
                device=device,
            )
            for players in range(1, MOST_PLAYERS + 1)
        }

    def points(self, crosses: Tensor, misthrows: Tensor) -> Tensor:
        """What cards are worth whose rows are the last dimension of `crosses`."""
        return self.row_points[crosses].sum(-1) - self.misthrow_points * misthrows

    def scores(self, cards: Cards) -> Tensor:
        """[G, P]"""
        return self.points(cards.crosses, cards.misthrows)

    def row_embeddings(self, free: Tensor, crosses: Tensor, closed: Tensor) -> Tensor:
        """The embedding rows of card rows [..., R]."""
        return self._row_index[closed.long(), free, crosses] + self._row_blocks

    def seat_embeddings(self, players: int) -> Tensor:
        """[P]: the embedding rows of the seats once the turn is over: index 1 rolls next."""
        return self._seats[players]

    def closing(self, closed: Tensor) -> Tensor:
        """[...]: which of `closings` this is, for closed rows [..., R]; of no use beyond one."""
        return (closed * self._row_numbers).sum(-1).clamp(max=self.rows)

    def empty(self, games: int, players: int) -> Cards:
        zeros = torch.zeros(games, players, self.rows, dtype=torch.long, device=self.device)
        return Cards(
            zeros,
            zeros.clone(),
            zeros[..., 0].clone(),
            torch.zeros(games, self.rows, dtype=torch.bool, device=self.device),
            self.deal_lucky(games, players),
        )

    def deal_lucky(self, games: int, players: int) -> Tensor:
        """Lucky numbers: mostly the dealt pairs, a fifth of the tables any two numbers."""
        if not self.has_lucky:
            return torch.zeros(games, players, 0, dtype=torch.long, device=self.device)
        order = torch.rand(games, len(self.lucky_pairs), device=self.device).argsort(1)
        dealt = self.lucky_pairs[order[:, :players]]
        numbers = 2 * self.sides - 1
        first = torch.randint(numbers, (games, players), device=self.device)
        step = torch.randint(1, numbers, (games, players), device=self.device)
        anything = torch.stack([first, (first + step) % numbers], -1) + 2
        by_hand = torch.rand(games, 1, 1, device=self.device) < 0.2
        return torch.where(by_hand, anything, dealt)

    def roll(self, games: int) -> Tensor:
        """[G, 2 + R]: the white dice, then the coloured ones (those that have left too)."""
        return torch.randint(1, self.sides + 1, (games, 2 + self.rows), device=self.device)

    def white_options(self, cards: Cards, dice: Tensor) -> Options:
        """[G, P, W]: pass, the sum in each row and, in Longo, the lucky cross in each row."""
        total = dice[:, 0] + dice[:, 1]
        target = self.positions[total][:, None, :].expand_as(cards.free)
        is_open = ~cards.closed[:, None, :]
        legal = self._may_cross(cards.free, cards.crosses, target) & is_open
        row = self._each_row.expand_as(target)
        if self.has_lucky:
            lucky = (cards.lucky == total[:, None, None]).any(-1, keepdim=True)
            many = torch.full_like(cards.crosses, 99)
            fewest = torch.where(is_open, cards.crosses, many).amin(-1, keepdim=True)
            allowed = lucky & is_open & (cards.crosses == fewest)
            legal_lucky = self._may_cross(cards.free, cards.crosses, cards.free) & allowed
            target = torch.cat([target, cards.free], -1)
            legal = torch.cat([legal, legal_lucky], -1)
            row = torch.cat([row, row], -1)
        return self._options(cards.free, cards.crosses, row, legal, target)

    def colour_options(
        self, free: Tensor, crosses: Tensor, closed: Tensor, dice: Tensor
    ) -> Options:
        """[..., C] for rows [..., R] of the active player: each colour with either white die."""
        sums = (dice[:, :2, None] + dice[:, None, 2:]).flatten(1)
        row = self.row_of[self._each_row.repeat(2), sums]
        target = self.positions[sums, row]
        shape = (len(dice),) + (1,) * (free.dim() - 2) + (2 * self.rows,)
        row, target = (
            part.view(shape).expand(*free.shape[:-1], 2 * self.rows) for part in (row, target)
        )
        legal = self._may_cross(free.gather(-1, row), crosses.gather(-1, row), target)
        # A closed row has taken its die along, wherever else the cells of that colour stand.
        closed = closed.expand_as(free)
        shut = closed.gather(-1, row) | closed.repeat(*(1,) * (closed.dim() - 1), 2)
        return self._options(free, crosses, row, legal & ~shut, target)

    def _may_cross(self, free: Tensor, crosses: Tensor, target: Tensor) -> Tensor:
        enough = (target < self.encoding.first_lock) | (crosses >= self.needed)
        return (target >= free) & enough

    def _options(
        self, free: Tensor, crosses: Tensor, row: Tensor, legal: Tensor, target: Tensor
    ) -> Options:
        """The pass and one cross for each target in its row; an illegal one changes nothing."""
        passes = torch.zeros_like(target[..., :1])
        row = torch.cat([passes, row], -1)
        target = torch.cat([passes, target], -1)[..., None]
        crossing = torch.cat([torch.zeros_like(passes, dtype=torch.bool), legal], -1)
        legal = torch.cat([torch.ones_like(passes, dtype=torch.bool), legal], -1)
        touched = (row[..., None] == self._each_row) & crossing[..., None]
        locks = touched & (target >= self.encoding.first_lock)
        free = torch.where(touched, target + 1, free[..., None, :])
        crosses = crosses[..., None, :] + touched.long() + locks.long()
        return Options(legal, free, crosses, locks, row)
