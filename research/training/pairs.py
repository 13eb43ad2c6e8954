"""Measures how well nets compare two moves, with full playouts.

The decisions come from games of a frozen player at tables of two: the two best moves, if they are
close. That player plays both on to the end, with the same dice, in two independent halves. Each
half estimates a net's error; the product of the two has no noise in its mean. Choices of one half
are judged by the other.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from qwixx.arena.report import SURE
from qwixx.batch.expected import ILLEGAL
from qwixx.batch.net import BatchNet
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import Active, Positions, Previous, Values
from qwixx.kernel.arrays import Bools, Ints, Reals
from research.positions import deal, join, roll
from research.training.games import begin_again, finish

KINDS: Final = ("white, active", "white, waiting", "colour")
CLOSE: Final = 0.03
"""Two moves are close if their values differ by less than this. `master` looks at them again."""
_PLAYERS: Final = 2
_TABLES: Final = 8192
_SETTLED: Final = 60
"""After this many turns the tables are at all stages of a game."""
_EVERY: Final = 7
"""The number of turns between the drawn decisions."""
_AT_ONCE: Final = 1 << 14
_LONGER: Final = 7
"""The look two turns ahead has this many times as many throws, as that of `master` has."""


@dataclass
class Pairs:
    """Close decisions: the ends of the turn after the best and the second-best move."""

    ends: tuple[Positions[Previous], Positions[Previous]]
    seat: Ints
    """The seat that decides."""
    kind: Ints
    a_game: tuple[float, ...]
    """By kind: how many a seat has in a game."""


@dataclass
class _Close:
    """Decisions of one kind at some tables, of which some are close."""

    kind: int
    is_close: Bools
    good: Positions[Previous]
    other: Positions[Previous]


def close_pairs(policy: BatchPolicy, count: int, chance: np.random.Generator) -> Pairs:
    """Returns close decisions from a dozen moments at many tables."""
    tables = min(_TABLES, 8 * count)
    positions = deal(policy.variant, tables, _PLAYERS, chance)
    found: list[tuple[int, Positions[Previous], Positions[Previous]]] = []
    close = [0.0] * len(KINDS)
    moments = turn = games = 0
    while sum(len(good) for _, good, _ in found) < count:
        dice = roll(policy.variant, tables, chance)
        if turn >= _SETTLED and turn % _EVERY == 0:
            moments += 1
            for each in _decisions(policy, positions, dice):
                close[each.kind] += float(each.is_close.mean())
                drawn = each.is_close & (chance.random(tables) < count / tables / 12)
                found.append((each.kind, each.good.select(drawn), each.other.select(drawn)))
        after = policy.turn(positions, dice)
        games += int(after.over.sum())
        positions = begin_again(policy.variant, after.next_turn(), chance)
        turn += 1
    kinds = np.concatenate([np.full(len(good), kind) for kind, good, _ in found])
    order = chance.permutation(len(kinds))[:count]
    own_turns = turn * tables / max(games, 1) / _PLAYERS
    return Pairs(
        (join([good for _, good, _ in found]).select(order),
         join([other for _, _, other in found]).select(order)),
        (kinds[order] == 1).astype(np.int64),
        kinds[order],
        tuple(own_turns * part / moments for part in close),
    )  # fmt: skip


def _decisions(policy: BatchPolicy, positions: Positions[Active], dice: Ints) -> Iterator[_Close]:
    """Yields the decisions of one turn at all tables, with the ends after the two best moves."""
    rules = policy.rules
    white = rules.white(positions, dice)
    values = policy.white_values(positions, white, dice)
    best = values.argmax(-1)

    def end(answers: Ints) -> Positions[Previous]:
        after = rules.after_white(positions, white, answers)
        return finish(rules, policy, after, dice, answers[:, 0] > 0)

    good = end(best)
    for seat in range(_PLAYERS):
        gap, _, second = _two_best(values[:, seat])
        answers = best.copy()
        answers[:, seat] = second
        yield _Close(seat, gap < CLOSE, good, end(answers))
    after, crossed = rules.after_white(positions, white, best), best[:, 0] > 0
    colour = rules.colour(after.rows[:, 0], after.closed, dice)
    gap, first, second = _two_best(policy.colour_values(after, colour, dice, crossed))
    good, other = (rules.after_colour(after, colour, move, crossed) for move in (first, second))
    yield _Close(2, (gap < CLOSE) & ~after.over, good, other)


def played_out(
    policy: BatchPolicy, pairs: Pairs, playouts: int, chance: np.random.Generator
) -> tuple[Reals, Reals]:
    """Returns [half, pair] by how much the first move wins more often, in two halves of the
    playouts; and [pair] the variance of one playout."""
    halves = [_played_on(policy, pairs, playouts // 2, None, chance) for _ in range(2)]
    means = np.stack([mean for mean, _ in halves])
    squares = (halves[0][1] + halves[1][1]) / 2
    return means, squares - means.mean(0) ** 2


@dataclass
class _Stop:
    """The number of turns after which playouts stop, and the net that values their ends."""

    judge: BatchNet
    turns: int


def _played_on(
    policy: BatchPolicy, pairs: Pairs, times: int, stop: _Stop | None, chance: np.random.Generator
) -> tuple[Reals, Reals]:
    """Returns [pair] the gain of the first move with the same dice: its mean, and that of its
    square."""
    count = len(pairs.seat)
    batch = max(1, min(times, _AT_ONCE // (2 * count)))
    steps = -(-times // batch)
    mean, square = np.zeros(count), np.zeros(count)
    which = np.arange(count).repeat(batch)
    for _ in range(steps):
        ends = join([each.select(which) for each in pairs.ends])
        shares = _results(policy, ends, stop, chance).shares.reshape(2, len(which), _PLAYERS)
        own = shares[:, np.arange(len(which)), pairs.seat[which]]
        gained = (own[0] - own[1]).reshape(count, batch)
        mean += gained.sum(1) / (steps * batch)
        square += (gained**2).sum(1) / (steps * batch)
    return mean, square


def _results(
    policy: BatchPolicy, ends: Positions[Previous], stop: _Stop | None, chance: np.random.Generator
) -> Values[Previous]:
    """Returns the results of games that go on from these ends of turns.

    The first half of the games gets the same dice as the second.
    """
    half = len(ends) // 2

    def play(ends: Positions[Previous], numbers: Ints, turns: int) -> Values[Previous]:
        worth: Values[Previous] = Values(*np.zeros((2, *ends.misthrows.shape)))
        settled = ends.over | (stop is not None and turns == stop.turns)
        judge = stop.judge if stop else policy.net
        shares, _, leads = judge.leaves(ends.select(settled))
        worth.replace(np.flatnonzero(settled), Values(shares, leads))
        going = np.flatnonzero(~settled)
        if len(going):
            dice = roll(policy.variant, half, chance)[numbers[going] % half]
            after = policy.turn(ends.select(going).next_turn(), dice)
            later = play(after, numbers[going], turns + 1)
            worth.replace(going, later.in_that_turn().last_turn())
        return worth

    return play(ends, np.arange(len(ends)), 0)


def report(
    policy: BatchPolicy,
    nets: Mapping[str, BatchNet],
    pairs: Pairs,
    playouts: int,
    throws: int,
    chance: np.random.Generator,
) -> Iterator[str]:
    """Yields what the nets see of these decisions, and what is left, in points of the win."""
    means, variance = played_out(policy, pairs, playouts, chance)
    a_game = sum(pairs.a_game)
    parts = (f"{kind} {much:.1f}" for kind, much in zip(KINDS, pairs.a_game, strict=True))
    yield f"{len(pairs.seat)} close decisions; a seat and game has {', '.join(parts)}"
    best, least = np.zeros(len(pairs.seat)), math.inf
    for name, judge in nets.items():
        for turns, many in ((0, 1), (1, throws), (2, _LONGER * throws)):
            told, _ = _played_on(policy, pairs, many, _Stop(judge, turns), chance)
            error = (means[0] - told) * (means[1] - told)
            square = max(float(error.mean()), 1e-9)
            what = _gain(np.where(told < 0, -means.mean(0), 0.0), a_game)
            yield f"{name}, {turns} more turns: error {100 * math.sqrt(square):.2f}, gains {what}"
            if square < least:
                best, least = told, square
    noise = (variance / (playouts / 2)).clip(min=1e-9)
    mixed = [(best / least + half / noise) / (1 / least + 1 / noise) for half in means]
    chosen = np.mean([np.where(mixed[half] < 0, -means[1 - half], 0.0) for half in (0, 1)], axis=0)
    yield f"the best of these and half of the playouts together: gains {_gain(chosen, a_game)}"


def _gain(gained: Reals, a_game: float) -> str:
    mean, error = float(gained.mean()), float(gained.std(ddof=1)) / math.sqrt(len(gained))
    return f"{100 * a_game * mean:.2f} ± {100 * SURE * a_game * error:.2f} a game"


def _two_best(values: Reals) -> tuple[Reals, Ints, Ints]:
    """Returns [position] the lead of the best option, and the two best options. A single option
    counts as far better than itself."""
    two = np.argsort(-values, -1, kind="stable")[:, :2]
    best = np.take_along_axis(values, two, 1)
    second = np.where(best[:, 1] > ILLEGAL, two[:, 1], two[:, 0])
    return best[:, 0] - best[:, 1], two[:, 0], second
