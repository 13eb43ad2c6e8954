"""What a judge chooses at many tables at once.

The white phase is simultaneous, so a choice is valued against what the others will probably do at
the same time: a first look predicts everybody's answer as if the others passed, a second look
values the own candidates with the predicted answers made. `Foresight` says when.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import torch
from torch import Tensor

from qwixx.kernel.encoding import SCALE, TIE_BREAK
from research.training.judge import Candidates, Judge
from research.training.table import Cards, Options, Rules

ILLEGAL: Final = -9.0
"""A value below every other."""
_ACTIVE: Final = slice(0, 1)
_EVERYBODY: Final = slice(None)


class Foresight(StrEnum):
    """When the others' simultaneous answers are predicted."""

    NEVER = "never"
    LOCKS = "locks"
    """Where anybody might close a row in this white phase."""
    ALWAYS = "always"


@dataclass
class Imagined:
    """The turn as the players imagine it; each leaves out what they would do themselves."""

    white_scores: Tensor
    """[G, P]: the totals if the game ends in the white phase."""
    white_locks: Tensor
    """[G, P, R]: the rows each closes in the white phase."""
    cards: Cards
    """The cards after the turn."""
    colour_locks: Tensor
    """[G, R]: the row that the active player closes in the colour phase."""


def rivals(scores: Tensor) -> tuple[Tensor, Tensor]:
    """The best total among the others of each player [G, P], and how many have it."""
    count = scores.shape[1]
    if count == 1:
        return torch.zeros_like(scores), torch.ones_like(scores)
    own = torch.eye(count, dtype=torch.bool, device=scores.device)
    others = scores[:, None, :].masked_fill(own, -999)
    best = others.amax(-1)
    return best, (others == best[..., None]).sum(-1)


def win_share(margin: Tensor, ties: Tensor) -> Tensor:
    """What a finished game counts: a win 1, a shared win its part."""
    shared = torch.where(margin == 0, 1.0 / (1 + ties), 0.0)
    return torch.where(margin > 0, 1.0, shared)


class Player:
    """Chooses for every seat with one judge."""

    def __init__(self, rules: Rules, judge: Judge, foresight: Foresight) -> None:
        self.rules = rules
        self.judge = judge
        self.foresight = foresight

    def white(self, cards: Cards, white: Options, dice: Tensor) -> Tensor:
        """[G, P, W]: the values of everybody's answers to the white dice."""
        passing = Imagined(
            self.rules.scores(cards),
            torch.zeros_like(cards.free, dtype=torch.bool),
            cards,
            torch.zeros_like(cards.closed),
        )
        values, colour_moves = self._white(cards, white, dice, passing)
        if self.foresight is Foresight.NEVER:
            return values
        imagined = self._imagine(cards, white, dice, values.argmax(-1), colour_moves)
        foreseen, _ = self._white(cards, white, dice, imagined)
        if self.foresight is Foresight.ALWAYS:
            return foreseen
        locks = white.locks.flatten(1).any(-1)
        return torch.where(locks[:, None, None], foreseen, values)

    def colour(self, cards: Cards, colour: Options, crossed: Tensor) -> Tensor:
        """[G, C]: the values of the active player's colour moves [G, C, R]; `crossed` says who
        has crossed in the white phase."""
        options = Options(*(part[:, None] for part in vars(colour).values()))
        candidates, over = self._after_colour(
            cards, options, options.legal, cards.closed[:, None], crossed[:, None]
        )
        best, ties = rivals(self.rules.scores(cards))
        seen = self.judge.look(cards)
        return self._worth(seen, _ACTIVE, candidates, over, best[:, :1, None], ties[:, :1, None])[
            :, 0
        ].masked_fill(~colour.legal, ILLEGAL)

    def _white(
        self, cards: Cards, white: Options, dice: Tensor, imagined: Imagined
    ) -> tuple[Tensor, Tensor]:
        """The values of all answers [G, P, W]; the best colour move after each [G, W]."""
        most_closed = self.rules.most_closed
        seen = self.judge.look(imagined.cards)
        locks = imagined.white_locks.long()
        by_others = locks.sum(1, keepdim=True) > locks
        closed = (cards.closed[:, None, :] | by_others)[:, :, None, :] | white.locks
        ended = closed.sum(-1) >= most_closed

        # Those who wait: their own answer, then the active player's colour move.
        misthrows = cards.misthrows[..., None].expand_as(ended)
        finally_closed = closed | (imagined.colour_locks[:, None, None, :] & ~ended[..., None])
        thrown = imagined.cards.misthrows[:, :1, None] >= self.rules.most_misthrows
        over = ended | thrown | (finally_closed.sum(-1) >= most_closed)
        white_best, white_ties = rivals(imagined.white_scores)
        best, ties = rivals(self.rules.scores(imagined.cards))
        waiting = self._worth(
            seen,
            _EVERYBODY,
            Candidates(white.free, white.crosses, misthrows, finally_closed, white.legal),
            over,
            torch.where(ended, white_best[..., None], best[..., None]),
            torch.where(ended, white_ties[..., None], ties[..., None]),
        )

        # The active player: every answer with every colour move after it.
        closed, ended = closed[:, 0], ended[:, 0]
        colour = self.rules.colour_options(white.free[:, 0], white.crosses[:, 0], closed, dice)
        crossed = torch.ones_like(ended)
        crossed[:, 0] = False
        legal = colour.legal & white.legal[:, 0, :, None]
        legal[..., 1:] &= ~ended[..., None]
        candidates, over = self._after_colour(cards, colour, legal, closed, crossed | ended)
        joint = self._worth(
            seen, _ACTIVE, candidates, over, best[:, :1, None], ties[:, :1, None]
        ).view(legal.shape)
        rolling, colour_moves = joint.masked_fill(~legal, ILLEGAL).max(-1)
        values = torch.cat([rolling[:, None], waiting[:, 1:]], 1)
        return values.masked_fill(~white.legal, ILLEGAL), colour_moves

    def _after_colour(
        self, cards: Cards, colour: Options, legal: Tensor, closed: Tensor, crossed: Tensor
    ) -> tuple[Candidates, Tensor]:
        """The active player's cards after colour moves [G, W, C, R], where `closed` [G, W, R] and
        `crossed` [G, W] (or no more needed) tell how the white phase went; and if that is all."""
        closed = closed[:, :, None, :] | colour.locks
        misthrows = cards.misthrows[:, 0, None, None].repeat(1, *colour.legal.shape[1:])
        misthrows[..., 0] += (~crossed).long()
        over = (closed.sum(-1) >= self.rules.most_closed) | (misthrows >= self.rules.most_misthrows)
        candidates = Candidates(
            colour.free.flatten(1, 2)[:, None],
            colour.crosses.flatten(1, 2)[:, None],
            misthrows.flatten(1, 2)[:, None],
            closed.flatten(1, 2)[:, None],
            legal.flatten(1, 2)[:, None],
        )
        return candidates, over.flatten(1, 2)[:, None]

    def _worth(
        self,
        seen: Tensor,
        players: slice,
        cards: Candidates,
        over: Tensor,
        best: Tensor,
        ties: Tensor,
    ) -> Tensor:
        """[G, P', K]: what these cards are worth when the best of the others has `best`."""
        margin = self.rules.points(cards.crosses, cards.misthrows) - best
        win, difference = self.judge.value(seen, players, cards, margin)
        difference = torch.where(over, margin / SCALE, difference)
        if seen.shape[1] == 1:  # alone one cannot lose, so points are all there is
            return difference
        return torch.where(over, win_share(margin, ties), win) + TIE_BREAK * difference

    def _imagine(
        self, cards: Cards, white: Options, dice: Tensor, answers: Tensor, colour_moves: Tensor
    ) -> Imagined:
        """Everybody answers so, and the active player makes the best colour move of that."""
        after = white.pick(answers)
        closed = cards.closed | after.locks[:, 0]
        colour = self.rules.colour_options(after.free[:, 0], after.crosses[:, 0], closed, dice)
        move = colour_moves.gather(1, answers[:, :1]).squeeze(1)
        colour_after = colour.pick(move)
        free, crosses = after.free.clone(), after.crosses.clone()
        free[:, 0], crosses[:, 0] = colour_after.free, colour_after.crosses
        misthrows = cards.misthrows.clone()
        ended = closed.sum(-1) >= self.rules.most_closed
        misthrows[:, 0] += (~ended & (answers[:, 0] == 0) & (move == 0)).long()
        return Imagined(
            self.rules.points(after.crosses, cards.misthrows),
            after.locks,
            Cards(free, crosses, misthrows, cards.closed, cards.lucky),
            colour_after.locks,
        )
