"""Fights for a lock are solved as the small games they are."""

from random import Random

import numpy as np
import pytest

from qwixx.batch.positions import ACTIVE, Place, dice_in, positions_of
from qwixx.batch.rules import move_of_option
from qwixx.bots.fights import Fight, NormalFormGame
from qwixx.bots.master import MasterBot
from qwixx.bots.option_values import WhitePhases
from qwixx.bots.shipped import shipped_policy
from qwixx.coach import advise
from qwixx.kernel.arrays import Reals
from qwixx.notation import read_position
from qwixx.rules import CLASSIC, Game
from tests.bots.positions import BOTH_CAN_LOCK

COLOUR_MATTERS = (
    "classic 0.16 66/1332=.,. 2,3,6,7,8,10/3,4,6,7/11,9,7,5,4,3/7,6,5/1"
    " 4,5,7,8/2,3,6,7,8/-/12,11,10/1"
)
"""Both can lock, and seat 1 has a better colour move after g12 than `strong` would make."""


def phases(game: Game) -> WhitePhases:
    policy = shipped_policy(CLASSIC)
    return WhitePhases(policy, policy.value_ends, positions_of([game]), dice_in([game]))


def test_a_game_without_a_pure_answer_is_mixed() -> None:
    pennies = np.array([[1.0, 0.0], [0.0, 1.0]])
    one, other = NormalFormGame([pennies, 1 - pennies]).solve((0, 0))
    assert one == pytest.approx([0.5, 0.5], abs=0.03)
    assert other == pytest.approx([0.5, 0.5], abs=0.03)
    # The first loses half of the share that the second can take more often.
    uneven = np.array([[2.0, 0.0], [0.0, 1.0]])
    one, other = NormalFormGame([uneven, 2 - uneven]).solve((0, 0))
    assert one == pytest.approx([1 / 3, 2 / 3], abs=0.03)
    assert other == pytest.approx([1 / 3, 2 / 3], abs=0.03)


def test_a_move_that_is_always_worse_is_never_chosen() -> None:
    payoff = np.array([[0.2, 0.3, 0.1], [0.6, 0.7, 0.5]])
    one, other = NormalFormGame([payoff, 1 - payoff]).solve((0, 0))
    assert one.tolist() == [0, 1]
    assert other.tolist() == [0, 0, 1]


def test_a_seat_with_nothing_to_gain_plays_as_expected() -> None:
    """Seat 0 stays far behind with every answer. If it chose at random, seat 1 would seem to have a
    choice that matters."""
    game = read_position(
        "mixx-a 2.27 11/2212=.,.,. "
        "4,5,6,7,8,9,11/5,6,7,8/11,10,8,6,5,4,3/12,10,9,8,7,6/0 "
        "4,5,6,7,8,9/3,6,7,9,10,11/10,9,7,6,5,4,3/11,10,8,7,5,4,3/0 "
        "4,5,6,7,8,9,10,11/5,6,7,9/9,7,6,4,3/11,10,8,7,6,5,4,3/0"
    )
    assert sorted(advice.mix or 0 for advice in advise(game, 0)) == [0, 0, 1]
    assert all(advice.cost == 0 for advice in advise(game, 1))


def test_no_seat_gains_by_another_answer() -> None:
    fight = phases(BOTH_CAN_LOCK).fight(0, ACTIVE)
    assert fight
    assert fight.places == (0, 1)
    payoffs = [fight.payoffs[..., place] for place in fight.places]
    assert NormalFormGame(payoffs).regret(fight.mixes) < 0.01


@pytest.mark.parametrize(
    "position",
    [
        COLOUR_MATTERS,
        # Three can lock: regret matching by itself finds nothing that holds.
        (
            "classic 0.27 66/4244=.,.,.,.,. 4,7,8,10/3,4/8,7,6,5/12,10,8,7,6/0"
            " 4,6,7,8,10/4,6,8,9,10/10,8,7/12,11,10,8,6,5/0"
            " 5,7,8,9,10/5,7,8,9,10/12,10,8,6,4/8,7/0"
            " 3,6,8,10,11/-/11,8,7,6/12,10,9,8,6,5,4/0 4,8,10/6,7,8,9/8,7,6/12,8,7,6/0"
        ),
    ],
)
def test_moves_of_the_solution_cost_nothing(position: str) -> None:
    game = read_position(position)
    fought = [advise(game, seat) for seat in range(game.players)]
    mixed = [advice for advice in fought if advice[0].mix is not None]
    assert len(mixed) >= 2
    for advice in mixed:
        assert all(each.cost < 0.005 for each in advice if each.mix)


def test_master_expects_its_own_later_choices_in_a_fight() -> None:
    """With a coloured die it can do better than `strong` after locking green."""
    game = read_position(COLOUR_MATTERS)
    assert {str(MasterBot(rounds=1).choose(game, 1, Random(seed))) for seed in range(5)} == {"g12"}


def test_there_is_no_fight_if_only_one_seat_can_lock() -> None:
    game = read_position(
        "classic 0.21 66/2345=.,. 2,3,4,5,6,7,8/2,3/12,11/11/1 2,3,4/2,3/12,11,10/12/3"
    )
    assert phases(game).fight(0, ACTIVE) is None
    assert all(advice.mix is None for advice in advise(game, 0))


def test_counting_on_the_others_risks_no_more_than_it_gains(seed: int) -> None:
    """The mix is the best one against an opponent who answers as expected half of the time, and in
    the worst way for it otherwise."""
    for number in range(seed, seed + 20):
        chance = np.random.default_rng(number)
        payoff = chance.random((3, 4))
        payoffs = np.stack([payoff, 1 - payoff], -1)
        options = np.arange(3), np.arange(4)
        mixes = NormalFormGame([payoff, 1 - payoff]).solve((0, 2))
        places = ACTIVE, Place(1)
        fight = Fight(places, options, mixes, payoffs, payoffs, (int(chance.integers(3)), 2))

        def prospects(mix: Reals, payoff: Reals = payoff) -> float:
            answers = mix @ payoff
            return float(answers[2] + answers.min()) / 2

        daring, values = fight.restricted_response(ACTIVE, 0.5)
        told = f"seed {number}"
        assert daring.sum() == pytest.approx(1), told
        assert prospects(daring) > prospects(mixes[0]) - 0.01, told
        for mix in chance.dirichlet(np.ones(3), 200):
            assert prospects(daring) > prospects(mix) - 0.01, told
        assert values @ daring == pytest.approx(prospects(daring), abs=0.01), told


@pytest.mark.parametrize("seat", [0, 1])
def test_the_coach_shows_the_solution_and_master_counts_on_the_others(seat: int) -> None:
    told = {advice.move: advice.mix for advice in advise(BOTH_CAN_LOCK, seat)}
    assert sum(mix or 0 for mix in told.values()) == pytest.approx(1)
    fight = phases(BOTH_CAN_LOCK).fight(0, Place(seat))
    assert fight
    mix, _ = fight.restricted_response(Place(seat))
    options = fight.options[seat].tolist()
    moves = [str(move_of_option(BOTH_CAN_LOCK, seat, option)) for option in options]
    bot = MasterBot(rounds=1)
    drawn = [str(bot.choose(BOTH_CAN_LOCK, seat, Random(seed))) for seed in range(40)]
    for move, often in zip(moves, mix.tolist(), strict=True):
        assert abs(drawn.count(move) / 40 - often) < 0.3
        assert often or move not in drawn
