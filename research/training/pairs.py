"""How well nets tell two moves apart, and how much is left to be seen: judged by full playouts.

Decisions are drawn from games of a frozen player at tables of two: the two best moves, where they
are close. Both are played on to the end by that player, with the same dice for both, in two
independent halves. The product of what the halves say of a net's error has no noise in its mean;
and whoever chooses by one half is judged by the other.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from research.training.ends import ends_of
from research.training.judge import NetJudge
from research.training.play import Player, rivals, win_share
from research.training.table import Cards, Options, Rules
from research.training.turn import after_colour, after_white, is_over

KINDS: Final = ("white, active", "white, waiting", "colour")
CLOSE: Final = 0.03
"""Moves are close that the player values so much alike: those that `master` looks at again."""
_PLAYERS: Final = 2
_TABLES: Final = 32768
_SETTLED: Final = 60
"""After so many turns the tables are at all stages of a game."""
_EVERY: Final = 7
"""Decisions are drawn every so many turns."""
_AT_ONCE: Final = 1 << 19
_LONGER: Final = 7
"""So many times as many throws has the look two turns ahead, as that of `master` has."""


@dataclass
class Pairs:
    """Close decisions: the ends of the turn after the best and the second-best move."""

    ends: tuple[Cards, Cards]
    """Index 0 has rolled."""
    seat: Tensor
    """Who decides, counted from there."""
    kind: Tensor
    a_game: tuple[float, ...]
    """By kind: how many a seat has in a game."""


class _Drawing:
    """Plays games and keeps close decisions."""

    def __init__(self, rules: Rules, player: Player, tables: int) -> None:
        self.rules = rules
        self.player = player
        self.cards = rules.empty(tables, _PLAYERS)
        self.games = 0
        self.turns = 0

    def step(self, draw: Callable[..., None] | None) -> None:
        """One turn at all tables."""
        rules, player, cards = self.rules, self.player, self.cards
        dice = rules.roll(len(cards.closed))
        white = rules.white_options(cards, dice)
        values = player.white(cards, white, dice)
        best = values.argmax(-1)
        after = after_white(cards, white, best)
        if draw:
            for seat in range(_PLAYERS):
                gap, (_, second) = _two_best(values[:, seat])
                answers = best.clone()
                answers[:, seat] = second
                other = finish(rules, player, after_white(cards, white, answers), answers, dice)
                good = finish(rules, player, after, best, dice)
                draw(seat, gap < CLOSE, good, other)
            colour, moves, crossed, ended = _colour(rules, player, after, best, dice)
            gap, (first, second) = _two_best(moves)
            good, other = (after_colour(after, colour, move, crossed) for move in (first, second))
            draw(2, (gap < CLOSE) & ~ended, good, other)
        end = finish(rules, player, after, best, dice)
        over = is_over(rules, end)
        self.games += int(over.sum())
        self.turns += len(over)
        fresh, onwards = rules.empty(len(over), _PLAYERS), next_turn(end)
        self.cards = Cards(
            *(
                torch.where(over.view(-1, *[1] * (part.dim() - 1)), new, part)
                for new, part in zip(vars(fresh).values(), vars(onwards).values(), strict=True)
            )
        )


@torch.no_grad()
def close_pairs(rules: Rules, player: Player, count: int) -> Pairs:
    """So many close decisions, from a dozen moments at many tables."""
    tables = min(_TABLES, 8 * count)
    drawing = _Drawing(rules, player, tables)
    found: list[tuple[int, Cards, Cards]] = []
    close = [0.0] * len(KINDS)

    def draw(kind: int, wanted: Tensor, first: Cards, second: Cards) -> None:
        close[kind] += float(wanted.double().mean())
        drawn = wanted & (torch.rand(len(wanted), device=rules.device) < count / tables / 12)
        some = drawn.nonzero()[:, 0]
        found.append((kind, select(first, some), select(second, some)))

    moments = turn = 0
    while sum(len(ends.closed) for _, ends, _ in found) < count:
        draws = turn >= _SETTLED and turn % _EVERY == 0
        moments += draws
        drawing.step(draw if draws else None)
        turn += 1
    kinds = torch.cat([torch.full((len(ends.closed),), kind) for kind, ends, _ in found])
    order = torch.randperm(len(kinds))[:count]
    firsts = _join([ends for _, ends, _ in found])
    seconds = _join([ends for _, _, ends in found])
    here = order.to(rules.device)
    kind = kinds[order].to(rules.device)
    own_turns = drawing.turns / max(drawing.games, 1) / _PLAYERS
    return Pairs(
        (select(firsts, here), select(seconds, here)),
        torch.where(kind == 1, 1, 0),
        kind,
        tuple(own_turns * part / moments for part in close),
    )


@torch.no_grad()
def played_out(rules: Rules, player: Player, pairs: Pairs, playouts: int) -> tuple[Tensor, Tensor]:
    """[half, pair]: by how much the first move wins more often, in two halves of the playouts; and
    the variance of one playout [pair]."""
    halves = [_played_on(rules, player, pairs, playouts // 2, None) for _ in range(2)]
    means = torch.stack([mean for mean, _ in halves])
    squares = sum(square for _, square in halves) / 2
    return means, squares - means.mean(0) ** 2


@torch.no_grad()
def looked_at(
    rules: Rules, player: Player, judge: NetJudge, pairs: Pairs, turns: int, throws: int
) -> Tensor:
    """[pair]: by how much a net finds the first move better after so many more turns."""
    return _played_on(rules, player, pairs, throws if turns else 1, _Stop(judge, turns))[0]


@dataclass
class _Stop:
    """Where games are not played to their end."""

    judge: NetJudge
    turns: int


def _played_on(
    rules: Rules, player: Player, pairs: Pairs, times: int, stop: _Stop | None
) -> tuple[Tensor, Tensor]:
    """[pair]: by how much the first move does better, with the same dice for both; the mean of so
    many times, and of the squares."""
    count = len(pairs.seat)
    batch = max(1, min(times, _AT_ONCE // (2 * count)))
    steps = -(-times // batch)
    mean = torch.zeros(count, dtype=torch.float64, device=rules.device)
    square = torch.zeros_like(mean)
    seat = pairs.seat.repeat_interleave(batch).view(1, -1, 1).expand(2, -1, 1)
    for _ in range(steps):
        cards = _join([_repeat(ends, batch) for ends in pairs.ends])
        shares = _shares(rules, player, cards, stop).view(2, count * batch, _PLAYERS)
        own = shares.gather(2, seat)[..., 0].double()
        gained = (own[0] - own[1]).view(count, batch)
        mean += gained.sum(1) / (steps * batch)
        square += (gained**2).sum(1) / (steps * batch)
    return mean, square


def _shares(rules: Rules, player: Player, cards: Cards, stop: _Stop | None) -> Tensor:
    """[G, P]: what comes of games that go on from these ends of turns; the dice of the first half
    of them are those of the second."""
    games = len(cards.closed)
    shares = torch.zeros(games, _PLAYERS, device=rules.device)
    playing = torch.arange(games, device=rules.device)
    turns = 0
    while True:
        over = is_over(rules, cards)
        ended = over.nonzero()[:, 0]
        shares[playing[ended]] = _result(rules, select(cards, ended)).roll(turns, 1)
        going = (~over).nonzero()[:, 0]
        playing, cards = playing[going], select(cards, going)
        if not len(playing):
            return shares
        if stop and turns == stop.turns:
            shares[playing] = ends_of(stop.judge, cards)[0].roll(turns, 1)
            return shares
        dice = rules.roll(games // 2)[playing % (games // 2)]
        cards = play_turn(rules, player, next_turn(cards), dice)
        turns += 1


def report(
    rules: Rules,
    player: Player,
    nets: dict[str, NetJudge],
    pairs: Pairs,
    playouts: int,
    throws: int,
) -> Iterator[str]:
    """What the nets see of these decisions, and what is left, in points of the win."""
    means, variance = played_out(rules, player, pairs, playouts)
    a_game = sum(pairs.a_game)
    parts = (f"{kind} {much:.1f}" for kind, much in zip(KINDS, pairs.a_game, strict=True))
    yield f"{len(pairs.seat)} close decisions; a seat and game has {', '.join(parts)}"
    best, least = None, math.inf
    for name, judge in nets.items():
        for turns, many in ((0, 1), (1, throws), (2, _LONGER * throws)):
            told = looked_at(rules, player, judge, pairs, turns, many)
            error = (means[0] - told) * (means[1] - told)
            square = max(float(error.mean()), 1e-9)
            what = _gain(torch.where(told < 0, -means.mean(0), 0.0), a_game)
            yield f"{name}, {turns} more turns: error {100 * math.sqrt(square):.2f}, gains {what}"
            if square < least:
                best, least = told, square
    assert best is not None
    noise = (variance / (playouts / 2)).clamp(min=1e-9)
    mixed = [(best / least + half / noise) / (1 / least + 1 / noise) for half in means]
    chosen = sum(torch.where(mixed[half] < 0, -means[1 - half], 0.0) for half in (0, 1)) / 2
    yield f"the best of these and half of the playouts together: gains {_gain(chosen, a_game)}"


def _gain(gained: Tensor, a_game: float) -> str:
    mean, error = float(gained.mean()), float(gained.std()) / math.sqrt(len(gained))
    return f"{100 * a_game * mean:.2f} ± {196 * a_game * error:.2f} a game"


def play_turn(rules: Rules, player: Player, cards: Cards, dice: Tensor) -> Cards:
    """The cards at the end of a turn with these dice."""
    white = rules.white_options(cards, dice)
    answers = player.white(cards, white, dice).argmax(-1)
    return finish(rules, player, after_white(cards, white, answers), answers, dice)


def finish(rules: Rules, player: Player, cards: Cards, answers: Tensor, dice: Tensor) -> Cards:
    """The cards after the colour move, which follows these answers."""
    colour, values, crossed, ended = _colour(rules, player, cards, answers, dice)
    move = torch.where(ended, 0, values.argmax(-1))
    return after_colour(cards, colour, move, crossed | ended)


def _colour(
    rules: Rules, player: Player, cards: Cards, answers: Tensor, dice: Tensor
) -> tuple[Options, Tensor, Tensor, Tensor]:
    """The colour moves, their values [G, C], who has crossed and whether the game has ended."""
    ended = cards.closed.sum(-1) >= rules.most_closed
    colour = rules.colour_options(cards.free[:, 0], cards.crosses[:, 0], cards.closed, dice)
    crossed = answers[:, 0] > 0
    return colour, player.colour(cards, colour, crossed), crossed, ended


def _two_best(values: Tensor) -> tuple[Tensor, Tensor]:
    """[G]: by how much the best option is better, and [2, G]: the two best."""
    two, which = values.topk(2, -1)
    return two[:, 0] - two[:, 1], which.T


def _result(rules: Rules, cards: Cards) -> Tensor:
    """[G, P]: the shares of the win as it stands."""
    scores = rules.scores(cards)
    best, ties = rivals(scores)
    return win_share(scores - best, ties)


def next_turn(cards: Cards) -> Cards:
    """The same cards from who rolls next on."""
    return Cards(
        cards.free.roll(-1, 1),
        cards.crosses.roll(-1, 1),
        cards.misthrows.roll(-1, 1),
        cards.closed,
        cards.lucky.roll(-1, 1),
    )


def select(cards: Cards, which: Tensor) -> Cards:
    return Cards(*(part[which] for part in vars(cards).values()))


def _repeat(cards: Cards, times: int) -> Cards:
    return Cards(*(part.repeat_interleave(times, 0) for part in vars(cards).values()))


def _join(parts: list[Cards]) -> Cards:
    fields = zip(*(vars(part).values() for part in parts), strict=True)
    return Cards(*(torch.cat(field) for field in fields))
