"""Games of `strong` against itself, many at once, as positions for fitting and measuring."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from qwixx.bots.look import Reals
from qwixx.bots.policy import Policy
from qwixx.bots.tables import Ints, Tables
from qwixx.kernel.chart import ROWS
from qwixx.rules import Variant


@dataclass
class Turn:
    """One turn of those games that still go on."""

    games: Ints
    """Which they are."""
    before: Tables
    """Before the roll."""
    after: Tables
    """At the end of the turn, counted from the same seat."""
    shares: Reals
    """[game, seat]: what the net says of that, or the result."""


def play_games(policy: Policy, players: int, games: int, seed: int) -> Iterator[Turn]:
    """Plays games to their ends, all of them turn by turn."""
    chance = np.random.default_rng(seed)
    tables = first_tables(policy.variant, players, games, chance)
    playing = np.arange(games)
    while len(playing):
        dice = chance.integers(1, policy.variant.sides + 1, (len(playing), 2 + ROWS))
        after, shares = policy.play(tables, dice)
        yield Turn(playing, tables, after, shares)
        playing, tables = playing[~after.over], after.select(~after.over).next_turn()


def first_tables(variant: Variant, players: int, games: int, chance: np.random.Generator) -> Tables:
    """Tables before the first roll, with lucky numbers dealt."""
    lucky = np.zeros((games, players), np.int64)
    if variant.lucky_count:
        pairs = np.array([sum(1 << number for number in pair) for pair in variant.lucky_pairs])
        lucky = pairs[chance.random((games, len(pairs))).argsort(1)[:, :players]]
    return Tables(
        np.zeros((games, players, ROWS), np.int64),
        np.zeros((games, players), np.int64),
        np.zeros(games, np.int64),
        lucky,
        np.zeros(games, bool),
    )
