"""Winning chances are as sharp as they come true."""

import numpy as np
import pytest

from qwixx.batch.positions import positions_of
from qwixx.coach.evaluator import evaluator_for, sharpened
from qwixx.rules import MOST_PLAYERS, SHEETS, find_variant
from tests.coach.games import play

SEED = 7


@pytest.mark.parametrize("name", SHEETS)
def test_the_leader_of_a_larger_table_has_more_than_the_net_says(name: str) -> None:
    evaluator = evaluator_for(find_variant(name))
    for players in range(2, MOST_PLAYERS + 1):
        bots = ",".join(("strong", "random", "beginner", "strong", "casual")[:players])
        tables = positions_of(list(play(name, bots, SEED).games())).last_turn()
        told, net = (
            evaluator.leaves(tables).shares,
            evaluator.policy.at_ends(players).leaves(tables).shares,
        )
        assert tables.over.any()
        assert (told[tables.over] == net[tables.over]).all()
        if players == 2:
            assert (told == net).all()
            continue
        assert np.allclose(told.sum(1), 1, atol=1e-12)
        assert (told.argsort(1) == net.argsort(1)).all()
        going = ~tables.over
        assert (told[going].max(1) > net[going].max(1)).all()
        assert (told[going].min(1) < net[going].min(1)).all()


def test_shared_wins_stay_as_they_are() -> None:
    results = np.array([[1, 0, 0, 0], [0.5, 0, 0.5, 0], [1 / 3, 1 / 3, 0, 1 / 3], [0.25] * 4])
    assert np.allclose(sharpened(results, 1.07), results, atol=1e-15, rtol=0)
