"""The measurements of the coach."""

from pathlib import Path

import numpy as np
import pytest

from qwixx.arena.match import Match
from qwixx.arena.play import play_match
from qwixx.batch.positions import Place, dice_in, positions_of
from qwixx.bots.option_values import WhitePhases
from qwixx.bots.shipped import shipped_policy
from qwixx.notation import read_position
from qwixx.rules import CLASSIC
from research.audit import Audit
from research.calibration import draw, measure_calibration
from research.lock_contests import OFTEN, FightGains, FightSolutions, prospects
from research.move_gains import Gains
from tests.bots.positions import BOTH_CAN_LOCK


@pytest.mark.parametrize("leaves", [True, False])
def test_chances_come_true(tmp_path: Path, leaves: bool) -> None:
    measured = measure_calibration(CLASSIC, 3, 600, 1, leaves=leaves)
    bins = measured["bins"]
    assert len(bins) == 10
    assert [said for said, _ in bins] == sorted(said for said, _ in bins)
    # With few games chance alone makes gaps of a point or two.
    assert measured["mean_gap"] < 0.06
    draw([measured], tmp_path / "calibration.png")
    assert (tmp_path / "calibration.png").stat().st_size > 1000


def test_an_audit_finds_clear_mistakes() -> None:
    audit = Audit(CLASSIC, 1, most=8, stages=(60, 240))
    play_match(Match.new(("random", "strong"), 1, seed=1), watchers=[audit])
    assert audit.decisions == 8
    assert audit.wrong
    for wrong in audit.wrong:
        moves = {str(move) for move in read_position(wrong.position).legal_moves(wrong.seat)}
        assert {wrong.played, wrong.better} <= moves
        assert min(wrong.gains) >= 0.05


def test_a_gain_on_strong_comes_from_different_choices() -> None:
    same = Gains(CLASSIC, 1, playouts=10)
    play_match(Match.new(("strong", "strong"), 4, seed=1), watchers=[same])
    assert same.deviations == 0
    other = Gains(CLASSIC, 1, playouts=40)
    play_match(Match.new(("random", "strong"), 4, seed=1), watchers=[other])
    told = other.report()
    assert told["games"] == 4
    assert other.deviations > 20
    # It nearly always loses, so that is half a win a game.
    lost = sum(part.sum() for part in other.games) / 4
    assert -0.75 < lost < -0.25


def test_fights_are_found_and_played_on() -> None:
    fights = FightGains(CLASSIC, 1, playouts=10)
    play_match(Match.new(("strong", "strong"), 20, seed=1), watchers=[fights])
    assert len(fights.games) == 20
    assert fights.fights > 2
    told = fights.report()
    assert told["expected"] == list(OFTEN)
    assert told["lost at worst"][0] == [0, 0]  # type: ignore[index]


def test_solutions_of_fights_leave_little_to_gain() -> None:
    solutions = FightSolutions(CLASSIC)
    play_match(Match.new(("strong",) * 4, 20, seed=1), watchers=[solutions])
    told = solutions.report()
    assert told["fights"] == len(solutions.regrets) > 5
    assert told["half a point to gain"] == told["half a point to blame"] == 0
    assert all(0 <= regret <= 0.005 for regret in solutions.regrets)


@pytest.mark.parametrize("seat", [0, 1])
def test_counting_on_the_other_gains_more_and_risks_more(seat: int) -> None:
    tables, dice = positions_of([BOTH_CAN_LOCK]), dice_in([BOTH_CAN_LOCK])
    policy = shipped_policy(CLASSIC)
    fight = WhitePhases(policy, policy.value_ends, tables, dice).fight(0, Place(seat))
    assert fight
    gained, left = prospects(fight, fight.payoffs, fight.strong_payoffs, Place(seat))
    assert len(gained) == len(left) == len(OFTEN)
    assert (np.diff(gained) > -0.005).all()
    assert (np.diff(left) < 0.005).all()
    assert gained[0] > -0.005
