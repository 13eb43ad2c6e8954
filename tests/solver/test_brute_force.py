"""The solver against trying everything, on shrunken games."""

import os
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from qwixx.rules import Card, Game, Roll, Variant
from qwixx.solver.advice import choices
from qwixx.solver.distribution import find_distribution
from qwixx.solver.layout import layout_for
from qwixx.solver.solve import solve
from qwixx.solver.table import SoloTable
from tests.solver.brute_force import BruteForce
from tests.solver.shrunken import (
    LONGER,
    LONGER_LUCKY,
    LONGER_MIXED,
    LUCKY,
    MIXED,
    PLAIN,
    SHUFFLED,
    TWO_LOCKS,
    position,
    random_position,
    solve_now,
)

EXACT = 1e-9


def assert_same(table: SoloTable, start: Game) -> None:
    brute_force = BruteForce()
    brute_force.value(start)
    for game, value in brute_force.values.items():
        card = game.cards[0]
        assert card.score + table.gain(card, game.closed) == pytest.approx(value, abs=EXACT), game


@pytest.mark.parametrize(
    ("variant", "lucky"),
    [
        (PLAIN, ()),
        (LUCKY, (2, 3)),
        (LUCKY, (3, 4)),
        (TWO_LOCKS, (2, 4)),
        (MIXED, ()),
        (SHUFFLED, ()),
    ],
)
def test_all_states_of_a_tiny_game_agree_with_brute_force(
    variant: Variant, lucky: tuple[int, ...]
) -> None:
    start = replace(Card.empty(variant, lucky), misthrows=3)
    for row in (0, 2) if variant is not TWO_LOCKS else ():
        start = start.with_cross(variant.rows[row][0])
    assert_same(solve_now(variant, lucky), position(start))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("misthrows", range(4))
@pytest.mark.parametrize(
    ("variant", "lucky"), [(LONGER, ()), (LONGER_LUCKY, (3, 4)), (LONGER_MIXED, ())]
)
def test_late_positions_of_a_small_game_agree_with_brute_force(
    variant: Variant, lucky: tuple[int, ...], misthrows: int, seed: int
) -> None:
    crosses = 6 if variant is LONGER_LUCKY else 9  # two locking cells leave less to cross
    start = random_position(variant, lucky, crosses, misthrows, Random(seed))
    assert_same(solve_now(variant, lucky), start)


@pytest.mark.parametrize("seed", range(5))
def test_a_roll_is_worth_its_best_move(seed: int) -> None:
    """The mean of `choices` over all rolls must be the value of the position in the table."""
    table = solve_now(LUCKY, (2, 3))
    game = random_position(LUCKY, (2, 3), 2, 1, Random(seed))
    dice = [[None] if colour in game.closed else [1, 2] for colour in "rygb"]
    rolls = [
        choices(table, game.roll(Roll(whites, coloured)), 0)[0].value
        for whites, coloured in product(product([1, 2], [1, 2]), product(*dice))
    ]
    card = game.cards[0]
    value = card.score + table.gain(card, game.closed)
    assert sum(rolls) / len(rolls) == pytest.approx(value, abs=EXACT)


@pytest.mark.parametrize(
    ("variant", "lucky"),
    [
        (PLAIN, ()),
        (LUCKY, (2, 3)),
        (LONGER, ()),
        (LONGER_LUCKY, (3, 4)),
        (MIXED, ()),
        (SHUFFLED, ()),
        (LONGER_MIXED, ()),
    ],
)
def test_the_chances_of_all_scores_agree_with_the_value(
    variant: Variant, lucky: tuple[int, ...]
) -> None:
    table = solve_now(variant, lucky)
    found = find_distribution(table.layout, table.gains)
    assert found.chances.sum() == pytest.approx(1, abs=EXACT)
    assert found.mean == pytest.approx(table.value, abs=EXACT)
    assert found.at_least(found.lowest) == pytest.approx(1, abs=EXACT)


def test_the_solver_works_on_systems_that_hide_usable_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    layout = layout_for(PLAIN)
    assert np.array_equal(solve(layout).gains, solve(layout, threads=1).gains)
