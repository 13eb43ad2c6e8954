"""Policy evaluation: a larger net learns what the ends of turns are worth when a frozen one plays.

`strong` must be fast and chooses by a small net. Whoever looks a turn further asks at its end, and
there a larger net may answer: it never plays, so it costs little while it learns. Now and then a
game goes astray among the better moves, to see what `strong` would not do; what was worth before is
then read from the turn as it should have been played.
"""

import math
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor
from torch.nn import functional

from qwixx.kernel.encoding import SCALE
from research.training.device import captured
from research.training.judge import Candidates, NetJudge, ValueNet
from research.training.play import Player, rivals, win_share
from research.training.table import Cards, Options, Rules
from research.training.train import copy_of, forward, overwrite
from research.training.turn import after_colour, after_white, is_over

Values: TypeAlias = tuple[Tensor, Tensor]
"""[G, P]: share of the win and score difference."""


@dataclass(frozen=True)
class EndsSetting:
    """How to train. The shipped net had 1,143 windows: six minutes on an H200."""

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
    """In how many turns somebody goes astray,"""
    temperature: float = 0.015
    """and how far: moves that are worse by this much are chosen e times more seldom."""


class Evaluation:
    """Lets a player play all seats and teaches a net what comes of it. `mean` is the average of
    the net over its last steps, and what is kept in the end."""

    def __init__(self, rules: Rules, player: Player, net: ValueNet, setting: EndsSetting) -> None:
        self.rules = rules
        self.player = player
        self.net = net
        self.setting = setting
        self.mean = deepcopy(net)
        self.finished = torch.zeros((), dtype=torch.long, device=rules.device)
        """Games played to their end."""
        self._judge = NetJudge(rules, self.mean)
        self._cards = rules.empty(setting.tables, setting.players)
        self._states = [copy_of(self._cards) for _ in range(setting.turns + 1)]
        shape = (setting.turns, 2, setting.tables, setting.players)
        self._targets = torch.zeros(shape, device=rules.device)
        self._decay = torch.zeros((), device=rules.device)
        self._optimizer = torch.optim.Adam(
            net.parameters(),
            lr=torch.tensor(setting.rate, device=rules.device),
            capturable=rules.device.type == "cuda",
        )
        self._play_on = captured(self._play, rules.device)
        self._learn_from = captured(self._learn, rules.device)

    def run(self, report: Callable[[int], None]) -> float:
        """Trains to the end of the setting; returns the seconds. `report` is told the window."""
        setting = self.setting
        started = time.perf_counter()
        for number in range(setting.windows):
            progress = number / setting.windows
            rate = setting.rate * (0.003 + 0.997 * (1 + math.cos(math.pi * progress)) / 2)
            for group in self._optimizer.param_groups:
                group["lr"].fill_(rate)
            # The further it is, the more of the past is worth remembering.
            self._decay.fill_(0.99 if progress < 0.5 else 0.999 if progress < 0.85 else 0.9997)
            self._play_on()
            self._learn_from()
            report(number + 1)
        return time.perf_counter() - started

    @torch.no_grad()
    def _play(self) -> None:
        """Plays a window and works out what its states were worth."""
        rules, setting = self.rules, self.setting
        overwrite(self._states[0], self._states[-1])
        turns = []
        for turn in range(setting.turns):
            dice = rules.roll(setting.tables)
            white = rules.white_options(self._cards, dice)
            values = self.player.white(self._cards, white, dice)
            best = values.argmax(-1)
            good = self._finish(white, best, None, dice)
            real = self._finish(white, *self._astray(values, best), dice)
            strayed = (good.free != real.free).flatten(1).any(1)
            strayed |= (good.misthrows != real.misthrows).any(1)
            worth, over = self._worth(good)
            turns.append(((strayed | over)[:, None], worth))
            self._next(real)
            overwrite(self._states[turn + 1], self._cards)
        win, difference = turns[-1][1]
        trace = setting.trace
        for number, (cut, worth) in reversed(list(enumerate(turns))):
            win = torch.where(cut, worth[0], trace * win + (1 - trace) * worth[0])
            difference = torch.where(cut, worth[1], trace * difference + (1 - trace) * worth[1])
            # Who rolls next is index 0 here and was index 1 in the state before.
            win, difference = win.roll(1, 1), difference.roll(1, 1)
            self._targets[number, 0].copy_(win)
            self._targets[number, 1].copy_(difference)

    def _astray(self, values: Tensor, best: Tensor) -> tuple[Tensor, Tensor]:
        """The answers [G, P], and where the colour move goes astray [G]: of all who choose in a
        turn, at most one does."""
        games, players = best.shape
        who = torch.randint(players + 1, (games,), device=best.device)
        who = torch.where(torch.rand(games, device=best.device) < self.setting.astray, who, -1)
        mine = torch.arange(players, device=best.device) == who[:, None]
        return torch.where(mine, self._any_good(values), best), who == players

    def _any_good(self, values: Tensor) -> Tensor:
        """Rather one of the better ones (a draw from a softmax)."""
        luck = -torch.log(-torch.log(torch.rand_like(values).clamp(1e-9, 1 - 1e-7)))
        return (values / self.setting.temperature + luck).argmax(-1)

    def _finish(
        self, white: Options, answers: Tensor, strays: Tensor | None, dice: Tensor
    ) -> Cards:
        """The cards at the end of the turn; index 0 has rolled."""
        rules = self.rules
        cards = after_white(self._cards, white, answers)
        ended = cards.closed.sum(-1) >= rules.most_closed
        colour = rules.colour_options(cards.free[:, 0], cards.crosses[:, 0], cards.closed, dice)
        crossed = answers[:, 0] > 0
        values = self.player.colour(cards, colour, crossed)
        move = values.argmax(-1)
        if strays is not None:
            move = torch.where(strays, self._any_good(values), move)
        return after_colour(cards, colour, torch.where(ended, 0, move), crossed | ended)

    def _worth(self, cards: Cards) -> tuple[Values, Tensor]:
        """What these ends are worth, from who rolls next on, and whether the game is over [G]."""
        scores = self.rules.scores(cards)
        best, ties = rivals(scores)
        margin = scores - best
        win, difference = ends_of(self._judge, cards)
        over = is_over(self.rules, cards)
        win = torch.where(over[:, None], win_share(margin, ties), win)
        difference = torch.where(over[:, None], margin / SCALE, difference)
        return (win.roll(-1, 1), difference.roll(-1, 1)), over

    def _next(self, cards: Cards) -> None:
        """The next turn; finished games begin anew."""
        over = is_over(self.rules, cards)
        self.finished += over.sum()
        fresh = self.rules.empty(len(over), cards.players)
        for name, mine in vars(self._cards).items():
            part = getattr(cards, name)
            part = part if name == "closed" else part.roll(-1, 1)
            again = over.view(-1, *[1] * (part.dim() - 1))
            mine.copy_(torch.where(again, getattr(fresh, name), part))

    def _learn(self) -> None:
        setting = self.setting
        size = setting.tables // setting.slices
        for turn in range(setting.turns):
            for part in range(setting.slices):
                games = slice(part * size, (part + 1) * size)
                state = Cards(*(each[games] for each in vars(self._states[turn]).values()))
                logit, difference = forward(self.rules, self.net, state)
                win_target, difference_target = self._targets[turn, :, games]
                wrong = functional.binary_cross_entropy_with_logits(logit, win_target)
                off = functional.smooth_l1_loss(difference, difference_target)
                self._optimizer.zero_grad(set_to_none=False)
                (wrong + 0.25 * off).backward()
                self._optimizer.step()
                with torch.no_grad():
                    for mean, now in zip(
                        self.mean.parameters(), self.net.parameters(), strict=True
                    ):
                        mean.mul_(self._decay).add_(now * (1 - self._decay))


def ends_of(judge: NetJudge, cards: Cards) -> Values:
    """What a net says of ends of turns, where index 0 has rolled: shares that sum to 1."""
    scores = judge.rules.scores(cards)
    margin = (scores - rivals(scores)[0])[..., None]
    closed = cards.closed[:, None, None, :].expand(-1, cards.players, -1, -1)
    candidates = Candidates(
        cards.free[:, :, None],
        cards.crosses[:, :, None],
        cards.misthrows[:, :, None],
        closed,
        torch.ones_like(margin, dtype=torch.bool),
    )
    win, difference = judge.value(judge.look(cards), slice(None), candidates, margin)
    win = win[..., 0]
    return win / win.sum(1, keepdim=True), difference[..., 0]
