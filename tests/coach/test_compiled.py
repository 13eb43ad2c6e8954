"""The compiled turns say what the plain ones say."""

import numpy as np
import pytest

from qwixx.bots.compiled import shipped_net_tables
from qwixx.bots.compiled_turns import Turns
from qwixx.bots.tables import tables_of
from qwixx.coach.judge import judge_for
from qwixx.coach.rolls import sampled_rolls, seeds_of
from qwixx.rules import VARIANTS, Phase
from tests.coach.games import play


@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "casual"),
        ("classic", "strong,random"),
        ("classic", "strong,beginner,random,strong,casual"),
        ("longo", "strong,random"),
        ("longo", "beginner,random,strong"),
        ("mixx-a", "strong,random"),
        ("mixx-b", "strong,beginner,random"),
    ],
)
def test_compiled_turns_are_the_same(variant: str, bots: str) -> None:
    sheet = VARIANTS[variant]
    judge = judge_for(sheet)
    games = [game for game in play(variant, bots, 1).games() if game.phase is Phase.ROLL]
    tables = tables_of(games)
    rolls = sampled_rolls(sheet, seeds_of(tables), times=1)
    many = tables.select(np.arange(len(tables)).repeat(rolls.shape[1]))
    dice = rolls.reshape(len(many), -1)
    plain = judge.leaves(judge.policy.turn(many, dice))
    head = judge.totals.heads[tables.players]
    compiled = Turns(sheet, shipped_net_tables(sheet))(many, dice, head)
    # Where two moves are equal but for rounding, one may be chosen here and the other there.
    same = np.isclose(plain.shares, compiled.shares, atol=1e-5, rtol=1e-5).all(1)
    assert same.mean() > 0.998
    assert np.allclose(plain.points[same], compiled.points[same], atol=1e-3)
