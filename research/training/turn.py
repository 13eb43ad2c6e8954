"""One turn at many tables: everybody answers, the active player makes a colour move, finished
games begin anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from research.training.play import ILLEGAL, rivals, win_share
from research.training.table import Cards, Options, Rules


class Chooser(Protocol):
    """Values options for every seat; the one with the highest value is chosen."""

    def white(self, cards: Cards, white: Options, dice: Tensor) -> Tensor:
        """[G, P, W]: everybody's answers to the white dice."""

    def colour(self, cards: Cards, colour: Options, crossed: Tensor) -> Tensor:
        """[G, C]: the active player's colour moves; `crossed` says who has crossed already."""


@dataclass
class Result:
    """How a turn ended, for the seats in the order of the turn after it: index 0 rolls next."""

    over: Tensor
    """[G]: whether the game ended. The rest is about those games."""
    share: Tensor
    """[G, P]: the share of the win."""
    margin: Tensor
    """[G, P]: points more than the best opponent; alone, points."""
    scores: Tensor
    """[G, P]"""
    owners: Tensor
    """[G, P]: which player sits there."""
    first: Tensor
    """[G, P]: how many seats after the first player."""


class Tables:
    """G tables of P players. Owner i of a seat plays with `players[i]`."""

    def __init__(self, rules: Rules, players: Sequence[Chooser], games: int, seats: int) -> None:
        self.rules = rules
        self.players = players
        self.games = games
        self.cards = rules.empty(games, seats)
        owners = torch.zeros(games, seats, dtype=torch.long, device=rules.device)
        if len(players) > 1:
            # One seat of each table, drawn by lot, is the first player's; the others have the rest.
            lot = torch.rand(games, seats, device=rules.device)
            owners = 1 - torch.zeros_like(owners).scatter(1, lot.argmax(1, keepdim=True), 1)
        self.owners = owners
        self.first = torch.arange(seats, device=rules.device).repeat(games, 1)
        self.epsilon = torch.zeros((), device=rules.device)
        """How often a seat answers at random, to see more of the game."""

    def turn(self) -> Result:
        rules, cards = self.rules, self.cards
        dice = rules.roll(self.games)
        white = rules.white_options(cards, dice)
        values = [player.white(cards, white, dice) for player in self.players]
        answers = self._choose(self._by_owner(values, self.owners), white.legal)
        cards = after_white(cards, white, answers)
        ended = cards.closed.sum(-1) >= rules.most_closed

        colour = rules.colour_options(cards.free[:, 0], cards.crosses[:, 0], cards.closed, dice)
        crossed = answers[:, 0] > 0
        moves = [player.colour(cards, colour, crossed) for player in self.players]
        move = self._choose(self._by_owner(moves, self.owners[:, 0]), colour.legal)
        move = torch.where(ended, 0, move)
        cards = after_colour(cards, colour, move, crossed | ended)
        return self._finish(cards)

    def _by_owner(self, values: list[Tensor], owners: Tensor) -> Tensor:
        if len(values) == 1:
            return values[0]
        return torch.where(owners[..., None] == 0, values[0], values[1])

    def _choose(self, values: Tensor, legal: Tensor) -> Tensor:
        anything = torch.rand_like(values).masked_fill(~legal, ILLEGAL)
        astray = torch.rand_like(values[..., 0]) < self.epsilon
        return torch.where(astray, anything.argmax(-1), values.argmax(-1))

    def _finish(self, cards: Cards) -> Result:
        """Rolls the seats on and begins anew where the game is over."""
        rules = self.rules
        over = is_over(rules, cards)
        scores = rules.scores(cards)
        best, ties = rivals(scores)
        margin = scores - best
        onwards = (win_share(margin, ties), margin, scores, self.owners, self.first)
        result = Result(over, *(part.roll(-1, 1) for part in onwards))
        fresh = rules.empty(self.games, cards.players)
        again = over[:, None]
        # In place, because a captured turn finds its tables where the last one left them.
        mine = self.cards
        mine.free.copy_(torch.where(again[..., None], fresh.free, cards.free.roll(-1, 1)))
        mine.crosses.copy_(torch.where(again[..., None], fresh.crosses, cards.crosses.roll(-1, 1)))
        mine.misthrows.copy_(torch.where(again, fresh.misthrows, cards.misthrows.roll(-1, 1)))
        mine.closed.copy_(torch.where(again, fresh.closed, cards.closed))
        mine.lucky.copy_(torch.where(again[..., None], fresh.lucky, cards.lucky.roll(-1, 1)))
        # A new game begins with whoever would have rolled next, so everybody begins now and then.
        self.owners.copy_(result.owners)
        seats = torch.arange(cards.players, device=rules.device)
        self.first.copy_(torch.where(again, seats, result.first))
        return result


def is_over(rules: Rules, cards: Cards) -> Tensor:
    """[G]: whether the game has ended."""
    thrown = (cards.misthrows >= rules.most_misthrows).any(-1)
    return (cards.closed.sum(-1) >= rules.most_closed) | thrown


def after_white(cards: Cards, white: Options, answers: Tensor) -> Cards:
    """Everybody's crosses are made at once; then rows close."""
    after = white.pick(answers)
    closed = cards.closed | after.locks.any(1)
    return Cards(after.free, after.crosses, cards.misthrows, closed, cards.lucky)


def after_colour(cards: Cards, colour: Options, move: Tensor, crossed: Tensor) -> Cards:
    """The active player's colour move [G], or a misthrow where nothing was `crossed`."""
    after = colour.pick(move)
    free, crosses, misthrows = cards.free.clone(), cards.crosses.clone(), cards.misthrows.clone()
    free[:, 0], crosses[:, 0] = after.free, after.crosses
    misthrows[:, 0] += (~crossed & (move == 0)).long()
    return Cards(free, crosses, misthrows, cards.closed | after.locks, cards.lucky)
