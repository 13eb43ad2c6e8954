"""Looking ahead: turns follow one another, and what has ended stays as it is."""

from random import Random

import numpy as np
import pytest

from qwixx.batch.policy import with_tie_break
from qwixx.batch.positions import positions_of
from qwixx.bots.master import MasterBot, values_after
from qwixx.bots.shipped import shipped_policy
from qwixx.notation import read_position
from qwixx.rules import VARIANTS, Phase
from tests.coach.games import play

EVERYTHING_ENDS_IT = read_position(
    "classic 0.28 55/32.2=.,. 2,4,6,7,8,10/2,5,7,8,9/12,9,8,7,6,2/10,9,8,7,6,4,3/3 "
    "2,5,7,9,10/3,4,6,7,8,9/8,7,5/11,10,8,7,6,5,4/3"
)
"""Both have three misthrows and hardly anything to cross: the next turn ends many games."""


@pytest.mark.parametrize(
    ("variant", "bots"), [("classic", "strong,random"), ("longo", "strong,random,beginner")]
)
def test_turns_follow_one_another(variant: str, bots: str) -> None:
    sheet = VARIANTS[variant]
    policy = shipped_policy(sheet)
    games = [game for game in play(variant, bots, 3).games() if game.phase is Phase.ROLL]
    chance = np.random.default_rng(3)
    throws = [chance.integers(1, sheet.sides + 1, (len(games), 6)) for _ in range(2)]
    values = values_after(policy, positions_of(games), throws).shares
    for number, game in enumerate(games):
        table = policy.turn(positions_of([game]), throws[0][[number]])
        rolled = 0
        if not table.over[0]:
            table = policy.turn(table.next_turn(), throws[1][[number]])
            rolled = 1
        expected = with_tie_break(policy.value_ends(table)).by_seat([rolled])[0].shares
        assert values[number] == pytest.approx(expected, abs=1e-5), f"turn {number}"


def test_games_that_end_at_once_are_not_played_on() -> None:
    move = MasterBot(rounds=6).choose(EVERYTHING_ENDS_IT, 0, Random(1))
    assert str(move) == "y10"
