"""Expected totals agree with what `strong` makes in games with itself."""

import numpy as np
import pytest

from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.evaluator import Evaluator
from qwixx.rules import MOST_PLAYERS, SHEETS, find_variant
from research.positions import deal
from research.self_play import play_games

SEED = 5


@pytest.mark.parametrize("name", SHEETS)
def test_the_totals_of_the_first_position_agree_with_games(name: str, games: int) -> None:
    games = 3 * games // 10
    variant = find_variant(name)
    policy = shipped_policy(variant, CompiledPolicy)
    evaluator = Evaluator(policy)
    for players in range(1, MOST_PLAYERS + 1):
        tables = deal(variant, 4, players, np.random.default_rng(SEED))
        promised = evaluator.before_roll(tables).points.mean()
        brought = np.concatenate(
            [
                policy.rules.scores(turn.after.rows, turn.after.misthrows)[turn.after.over]
                for turn in play_games(policy, players, games, SEED)
            ]
        )
        error = brought.std() / games**0.5
        assert abs(promised - brought.mean()) < 3 * error, (players, promised, brought.mean())
