"""Hints in plain Python are those of the coach."""

import subprocess
import sys
from math import isnan
from pathlib import Path
from random import Random

import pytest

from qwixx.coach import advise, plain
from qwixx.notation import write_position
from qwixx.rules import Game, Phase
from tests.bots.positions import BOTH_CAN_LOCK
from tests.coach.games import play

CLOSE = 1e-6
"""The coach counts in half as many digits."""


def decisions(variant: str, bots: str, seed: int) -> list[tuple[Game, int]]:
    """Some decisions of one game."""
    games = list(play(variant, bots, seed).games())
    found = [(game, seat) for game in games for seat in game.awaited]
    return Random(seed).sample(found, min(25, len(found)))


@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "strong,random"),
        ("classic", "casual,beginner,strong,random,strong"),
        ("longo", "strong,casual"),
        ("longo", "beginner,random,strong,casual"),
        ("mixx-a", "casual,random,strong"),
        ("mixx-b", "strong,beginner"),
    ],
)
def test_they_are_those_of_the_coach(variant: str, bots: str) -> None:
    compared = 0
    for game, seat in decisions(variant, bots, 2):
        expected = advise(game, seat)
        if expected[0].mix is not None:  # a fight for a lock
            continue
        by_move = {advice.move: advice for advice in expected}
        found = plain.advise(game, seat)
        where = f"{write_position(game)} seat {seat}"
        assert {advice.move for advice in found} == set(by_move), where
        assert by_move[found[0].move].cost < CLOSE, where
        for advice in found:
            told = by_move[advice.move]
            assert advice.share == pytest.approx(told.share, abs=CLOSE), where
            assert advice.cost == pytest.approx(told.cost, abs=CLOSE), where
            assert advice.points == pytest.approx(told.points, abs=1e-3), where
            compared += 1
    assert compared > 50


def test_reasons_are_those_of_the_coach() -> None:
    game = play("classic", "casual,beginner", 3).start.roll("65/1126")
    expected = [(each.move, each.reasons) for each in advise(game, 1)]
    assert [(each.move, each.reasons) for each in plain.advise(game, 1)] == expected
    assert any(reasons for _, reasons in expected)


def test_answers_of_others_do_not_count() -> None:
    alone = plain.advise(BOTH_CAN_LOCK, 0)
    answered = BOTH_CAN_LOCK.play(1, BOTH_CAN_LOCK.legal_moves(1)[0])
    assert plain.advise(answered, 0) == alone
    assert plain.advise(answered.seen_by(0), 0) == alone
    assert not plain.advise(answered, 1)


def test_in_a_fight_the_others_answer_like_strong() -> None:
    assert all(advice.mix is None for advice in plain.advise(BOTH_CAN_LOCK, 0))


def test_without_the_larger_net_the_net_of_strong_values_the_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A browser may have no more than the net with which bots play."""
    monkeypatch.setattr(plain, "ends_path", lambda _: tmp_path / "missing.npz")
    plain.net_at_ends.cache_clear()
    for game, seat in decisions("classic", "strong,casual", 1):
        by_move = {advice.move: advice.cost for advice in advise(game, seat)}
        (best, *_) = plain.advise(game, seat)
        assert by_move[best.move] < 0.02, write_position(game)
        assert isnan(best.points) is (game.phase is not Phase.OVER)
    plain.net_at_ends.cache_clear()


def test_alone_the_net_values_every_move() -> None:
    for game, seat in decisions("longo", "casual", 1):
        found = plain.advise(game, seat)
        assert {advice.move for advice in found} == set(game.legal_moves(seat))
        assert all(advice.share == advice.points > game.scores[0] - 20 for advice in found)
        assert found[0].share == max(advice.share for advice in found)


def test_before_a_roll_there_is_nothing_to_hint_at() -> None:
    game = Game.new(players=2)
    assert game.phase is Phase.ROLL
    assert plain.advise(game, 0) == ()


def test_no_numpy_is_needed() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from qwixx import Game\n"
        "from qwixx.coach import plain\n"
        "best, *_, worst = plain.advise(Game.new(players=3).roll('65/1126'), 0)\n"
        "print(best.move, worst.reasons[0])\n"
        "try:\n"
        "    from qwixx.coach import advise\n"
        "except ModuleNotFoundError:\n"
        "    print('numpy is missing')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "g11 after yellow 11 you can no longer lock yellow",
        "numpy is missing",
    ]
