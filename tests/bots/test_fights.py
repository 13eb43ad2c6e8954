"""Fights for a lock are solved as the small games they are."""

from random import Random

import numpy as np
import pytest

from qwixx.bots.decisions import Phases
from qwixx.bots.fights import _solve
from qwixx.bots.master import Chooser, MasterBot
from qwixx.bots.policy import shipped_policy
from qwixx.bots.tables import dice_of, tables_of
from qwixx.coach import advise
from qwixx.notation import read_position
from qwixx.rules import CLASSIC, Game

BOTH_CAN_LOCK = read_position(
    "classic 0.21 66/2345=.,. 2,3,4,5,6,7,8/2,3,4,5,6,7/12/11/1 2,3,4,5,6,7/2,3,4,5,6,7,8/12/12/1"
)
"""Both can lock red or yellow: if they lock different rows, the game ends at once."""


def phases(game: Game) -> Phases:
    tables, dice = tables_of([game]), np.array([dice_of(game)])
    return Phases(Chooser(shipped_policy(CLASSIC)), tables, dice)


def test_a_game_without_a_pure_answer_is_mixed() -> None:
    pennies = np.array([[1.0, 0.0], [0.0, 1.0]])
    one, other = _solve([pennies, 1 - pennies])
    assert one == pytest.approx([0.5, 0.5], abs=0.03)
    assert other == pytest.approx([0.5, 0.5], abs=0.03)
    # The first loses half of what the second can spoil more often.
    uneven = np.array([[2.0, 0.0], [0.0, 1.0]])
    one, other = _solve([uneven, 2 - uneven])
    assert one == pytest.approx([1 / 3, 2 / 3], abs=0.03)
    assert other == pytest.approx([1 / 3, 2 / 3], abs=0.03)


def test_what_is_always_worse_is_never_chosen() -> None:
    payoff = np.array([[0.2, 0.3, 0.1], [0.6, 0.7, 0.5]])
    one, other = _solve([payoff, 1 - payoff])
    assert one.tolist() == [0, 1]
    assert other.tolist() == [0, 0, 1]


def test_nobody_can_gain_by_another_answer() -> None:
    fight = phases(BOTH_CAN_LOCK).fight(0, 0)
    assert fight
    assert fight.seats == (0, 1)
    for number, seat in enumerate(fight.seats):
        values = fight.values(seat)
        assert values.max() - values @ fight.mixes[number] < 0.01
    assert fight.expected().sum() == pytest.approx(1)


def test_where_only_one_can_lock_there_is_no_fight() -> None:
    game = read_position(
        "classic 0.21 66/2345=.,. 2,3,4,5,6,7,8/2,3/12,11/11/1 2,3,4/2,3/12,11,10/12/3"
    )
    assert phases(game).fight(0, 0) is None
    assert all(advice.mix is None for advice in advise(game, 0))


@pytest.mark.parametrize("seat", [0, 1])
def test_master_draws_from_the_solution_and_the_coach_tells_it(seat: int) -> None:
    told = {advice.move: advice.mix for advice in advise(BOTH_CAN_LOCK, seat)}
    assert sum(mix or 0 for mix in told.values()) == pytest.approx(1)
    bot = MasterBot(rounds=1)
    drawn = [bot.choose(BOTH_CAN_LOCK, seat, Random(seed)) for seed in range(40)]
    for move, mix in told.items():
        assert mix is not None
        assert abs(drawn.count(move) / 40 - mix) < 0.3
    assert all(told[move] for move in drawn)
