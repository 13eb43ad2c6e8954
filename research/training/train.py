"""Self-play: one net learns to value the ends of turns at tables of one to five players."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import torch
from torch import Tensor
from torch.nn import functional

from qwixx.kernel.encoding import MARGIN, SCALE
from research.training.device import captured, side_by_side
from research.training.judge import Candidates, NetJudge, ValueNet
from research.training.play import rivals
from research.training.table import Cards, Rules
from research.training.turn import Chooser, Tables


@dataclass(frozen=True)
class Setting:
    """How to train. On the same kind of CPU, one setting and seed give the same net bit by bit; on
    a GPU they give a net of the same strength."""

    windows: int
    """How often a window of turns is played and learnt from."""
    turns: int = 16
    """Turns in a window."""
    tables: dict[int, int] = field(
        default_factory=lambda: {1: 2048, 2: 16384, 3: 8192, 4: 6144, 5: 6144}
    )
    """How many tables of so many players."""
    slices: int = 4
    """Into how many steps of the optimizer the states of a turn are divided."""
    rate: float = 1.5e-3
    """The learning rate at the beginning; it falls to a hundredth along a cosine."""
    trace: float = 0.6
    """λ: how much later values count in the return."""
    epsilon: float = 0.02
    """How many answers go astray at the beginning; none in the last third."""
    difference_weight: float = 0.5
    """What the second head counts in the loss."""


@dataclass
class Window:
    """The turns played at the tables of one size, as the learner needs them."""

    states: list[Cards]
    """One more than there are turns: the first is where the last window ended."""
    targets: list[tuple[Tensor, Tensor]]
    """[G, P] for each turn: the returns of win share and score difference."""
    owners: list[Tensor]
    """[G, P] for each turn."""


class Trainer:
    """Plays with the net of the first player and improves it. With a second player, who keeps the
    other seats and never learns, the net becomes a best response."""

    def __init__(
        self,
        rules: Rules,
        net: ValueNet,
        setting: Setting,
        make_players: Callable[[], Sequence[Chooser]],
    ) -> None:
        self.rules = rules
        self.net = net
        self.setting = setting
        self.judge = NetJudge(rules, net)  # values every state, so it needs all the room
        device = rules.device
        self.rooms = [
            Tables(rules, make_players(), games, seats) for seats, games in setting.tables.items()
        ]
        self.optimizer = torch.optim.Adam(
            net.parameters(),
            lr=torch.tensor(setting.rate, device=device),
            capturable=device.type == "cuda",
        )
        self.finished = torch.zeros(len(self.rooms), dtype=torch.long, device=device)
        """Games played to their end, by table size."""
        self.losses = torch.zeros(len(self.rooms), 2, device=device)
        """The last losses of both heads, by table size."""
        self.windows = [self._empty_window(room) for room in self.rooms]
        self.play = captured(self._play, device)
        self.learn = captured(self._learn, device)

    def run(self, report: Callable[[int], None]) -> float:
        """Trains to the end of the setting; returns the seconds. `report` is told the window."""
        setting = self.setting
        started = time.perf_counter()
        for number in range(setting.windows):
            progress = number / setting.windows
            rate = setting.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)
            for group in self.optimizer.param_groups:
                group["lr"].fill_(rate)
            for room in self.rooms:
                room.epsilon.fill_(setting.epsilon * max(0.0, 1 - 1.5 * progress))
            self.play()
            self.learn()
            report(number + 1)
        return time.perf_counter() - started

    def _empty_window(self, room: Tables) -> Window:
        turns = self.setting.turns
        states = [copy_of(room.cards) for _ in range(turns + 1)]
        zeros = [
            torch.zeros_like(room.cards.misthrows, dtype=torch.float32) for _ in range(2 * turns)
        ]
        owners = [room.owners.clone() for _ in range(turns)]
        return Window(states, list(zip(zeros[::2], zeros[1::2], strict=True)), owners)

    def _play(self) -> None:
        side_by_side(
            [partial(self._play_room, number) for number in range(len(self.rooms))],
            self.rules.device,
        )

    @torch.no_grad()
    def _play_room(self, number: int) -> None:
        """Plays a window at the tables of one size and works out what its states were worth."""
        room, window = self.rooms[number], self.windows[number]
        turns = []
        overwrite(window.states[0], window.states[-1])
        for turn in range(self.setting.turns):
            window.owners[turn].copy_(room.owners)
            result = room.turn()
            overwrite(window.states[turn + 1], room.cards)
            turns.append((result, self._values(room.cards)))
            self.finished[number] += result.over.sum()
        trace = self.setting.trace
        win, difference = turns[-1][1]
        for (result, values), target in zip(reversed(turns), reversed(window.targets), strict=True):
            over = result.over[:, None]
            win = torch.where(over, result.share, trace * win + (1 - trace) * values[0])
            later = trace * difference + (1 - trace) * values[1]
            difference = torch.where(over, result.margin / SCALE, later)
            # Who rolls next is index 0 here and was index 1 in the state before.
            win, difference = win.roll(1, 1), difference.roll(1, 1)
            target[0].copy_(win)
            target[1].copy_(difference)

    def _values(self, cards: Cards) -> tuple[Tensor, Tensor]:
        """[G, P]: what the net says of all players, where index 0 rolls next."""
        shifted = Cards(
            cards.free.roll(1, 1),
            cards.crosses.roll(1, 1),
            cards.misthrows.roll(1, 1),
            cards.closed,
            cards.lucky.roll(1, 1),
        )
        scores = self.rules.scores(shifted)
        margin = (scores - rivals(scores)[0])[..., None]
        closed = cards.closed[:, None, None, :].expand(-1, cards.players, -1, -1)
        candidates = Candidates(
            shifted.free[:, :, None],
            shifted.crosses[:, :, None],
            shifted.misthrows[:, :, None],
            closed,
            torch.ones_like(margin, dtype=torch.bool),
        )
        seen = self.judge.look(shifted)
        win, difference = self.judge.value(seen, slice(None), candidates, margin)
        return win[..., 0].roll(-1, 1), difference[..., 0].roll(-1, 1)

    def _learn(self) -> None:
        for turn in range(self.setting.turns):
            for part in range(self.setting.slices):
                losses = [
                    self._loss(number, window, turn, part)
                    for number, window in enumerate(self.windows)
                ]
                self.optimizer.zero_grad(set_to_none=False)
                torch.stack(losses).sum().backward()
                self.optimizer.step()

    def _loss(self, number: int, window: Window, turn: int, part: int) -> Tensor:
        """How wrong the net is about a slice of the states of one turn at tables of one size."""
        size = len(window.owners[turn]) // self.setting.slices
        games = slice(part * size, (part + 1) * size)
        state = Cards(*(values[games] for values in vars(window.states[turn]).values()))
        learners = (window.owners[turn][games] == 0).float()
        weight = learners / learners.sum()
        win_target, difference_target = (target[games] for target in window.targets[turn])
        logit, difference = forward(self.rules, self.net, state)
        off = functional.smooth_l1_loss(difference, difference_target, reduction="none")
        off = (off * weight).sum()
        wrong = functional.binary_cross_entropy_with_logits(
            logit, win_target, weight, reduction="sum"
        )
        self.losses[number, 0] = wrong.detach()
        self.losses[number, 1] = off.detach()
        # Alone one cannot lose, so there is nothing to learn about winning.
        return (wrong if state.players > 1 else 0) + self.setting.difference_weight * off


def forward(rules: Rules, net: ValueNet, cards: Cards) -> tuple[Tensor, Tensor]:
    """Win logit and difference [G, P] with gradients, each table seen in one of the ways that are
    the same game. Embedding rows are summed by a product with ones and zeros, whose gradient is a
    product too, which is fast and on a CPU the same in every run."""
    encoding = rules.encoding
    view = torch.randint(len(rules.views), cards.misthrows.shape[:1], device=rules.device)
    order = rules.views[view]
    places = order[:, None, :].expand_as(cards.free)
    rows = [
        rules.row_embeddings(
            cards.free.gather(2, places),
            cards.crosses.gather(2, places),
            cards.closed.gather(1, order)[:, None, :].expand_as(cards.free),
        )
    ]
    scores = rules.scores(cards)
    margin = (scores - rivals(scores)[0]).clamp(-MARGIN, MARGIN)
    rows.append((encoding.margin + margin)[..., None])
    rows.append((encoding.misthrows + cards.misthrows)[..., None])
    seats = rules.seat_embeddings(cards.players).roll(-1)
    rows.append(seats[None, :, None].expand_as(rows[-1]))
    if rules.has_lucky:
        mirrored = rules.mirrored[view][:, None, None]
        lucky = torch.where(mirrored, 2 * rules.sides + 2 - cards.lucky, cards.lucky)
        rows.append(encoding.lucky + lucky)
    where = torch.cat(rows, -1)
    ones = torch.zeros(*where.shape[:-1], encoding.own_rows, device=rules.device)
    ones.scatter_(-1, where, 1.0)
    towers = torch.relu(ones[..., : encoding.others_rows] @ net.other)
    others = (towers.sum(1, keepdim=True) - towers) @ net.mix
    out = net.top(ones @ net.mine + others)
    return out[..., 0], out[..., 1]


def copy_of(cards: Cards) -> Cards:
    return Cards(*(part.clone() for part in vars(cards).values()))


def overwrite(target: Cards, source: Cards) -> None:
    for name, part in vars(target).items():
        part.copy_(getattr(source, name))
