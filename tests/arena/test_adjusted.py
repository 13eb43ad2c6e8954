"""Matches that are judged by the luck-adjusted result."""

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from qwixx.arena import Match, play_match
from qwixx.arena.adjusted import Adjuster
from qwixx.arena.match import MatchGames
from qwixx.cli import main
from qwixx.coach import review

if TYPE_CHECKING:
    from qwixx.notation import Record


class Kept(Adjuster):
    """Keeps the records, too."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.records: list[Record] = []

    def watch(self, games: MatchGames) -> None:
        super().watch(games)
        self.records += games.records


@pytest.mark.parametrize(
    ("variant", "bots"), [("classic", "strong,greedy"), ("longo", "strong,random,heuristic")]
)
def test_the_adjusted_result_is_that_of_the_reviews(variant: str, bots: str) -> None:
    names = bots.split(",")
    match = Match.new(names, 2 * len(names), variant=variant, seed=4)
    kept = Kept(match)
    play_match(match, watchers=[kept])
    adjusted = dict.fromkeys(names, 0.0)
    firsts = []  # result and adjusted of the first bot
    for record in kept.records:
        for seat in review(record).seats:
            assert seat.adjusted is not None
            adjusted[seat.name] += seat.adjusted / match.games
            if seat.name == names[0]:
                firsts.append((seat.result, seat.adjusted))
    report = kept.report()
    plain_spread, spread = np.var(firsts, 0)
    assert report.variance_ratio == pytest.approx(plain_spread / spread, rel=1e-3)
    told = dict(zip(names, report.seats, strict=True))
    for name in names:
        assert told[name].share == pytest.approx(adjusted[name], abs=1e-4)
        low, high = told[name].ci95
        assert low < told[name].share < high
    assert sum(seat.share for seat in told.values()) == pytest.approx(1)


def test_adjusted_results_need_far_fewer_games(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "simulate --bots strong,heuristic --games 100 --seed 3 --adjusted --json"
    assert main(arguments.split()) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["variance_ratio"] > 5
    for seat in told["seats"]:
        low, high = seat["adjusted"]["ci95"]
        plain_low, plain_high = seat["ci95"]
        assert 2 * (high - low) < plain_high - plain_low
        # Both are about the same truth.
        assert low < plain_high
        assert high > plain_low
    assert main(arguments.removesuffix(" --json").split()) == 0
    assert "without luck" in capsys.readouterr().out


def test_a_solo_match_has_nothing_to_adjust(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", "greedy", "--games", "5", "--adjusted", "--json"]) == 0
    (seat,) = json.loads(capsys.readouterr().out)["seats"]
    assert seat["adjusted"] == {"share": 1.0, "ci95": [1.0, 1.0]}


def test_a_variant_without_a_net_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "simulate --bots greedy,random --variant classic-all --games 4 --adjusted"
    assert main(arguments.split()) == 2
    assert "--adjusted does not work here" in capsys.readouterr().err
