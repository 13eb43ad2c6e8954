"""The bot that plays by an exact table scores as the table expects."""

from pathlib import Path

import pytest

from qwixx.arena import Match, play_match
from qwixx.rules.variant import make_variant
from qwixx.solver.table import NotSolved, solo_table

SMALL = make_variant("small", sides=3, locking_cells=1, crosses_to_lock=2)
SMALL_LUCKY = make_variant(
    "small-lucky", sides=3, locking_cells=2, crosses_to_lock=2, lucky_pairs=((3, 4), (4, 5), (2, 5))
)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_the_mean_of_solo_is_the_value_of_the_table() -> None:
    value = solo_table(SMALL).value
    report = play_match(Match.new(["solo"], 200_000, variant=SMALL, seed=1), threads=2)
    (seat,) = report.seats
    assert abs(seat.mean - value) < 4 * seat.sd / 200_000**0.5


@pytest.mark.parametrize("pair", [(3, 4), (4, 5), (2, 5)])
def test_the_mean_of_solo_is_the_value_with_lucky_numbers(pair: tuple[int, int]) -> None:
    value = solo_table(SMALL_LUCKY, pair).value
    match = Match.new(["solo"], 200_000, variant=SMALL_LUCKY, seed=2, lucky=[pair])
    (seat,) = play_match(match, threads=2).seats
    assert abs(seat.mean - value) < 4 * seat.sd / 200_000**0.5


def test_solo_plays_dealt_lucky_numbers_once_all_pairs_are_solved() -> None:
    match = Match.new(["solo", "greedy"], 2000, variant=SMALL_LUCKY, seed=3)
    with pytest.raises(NotSolved):
        play_match(match)
    for pair in SMALL_LUCKY.lucky_pairs:
        solo_table(SMALL_LUCKY, pair)
    assert play_match(match).games == 2000


def test_no_bot_does_better_than_solo_alone() -> None:
    best = play_match(Match.new(["solo"], 50_000, variant=SMALL, seed=4)).seats[0]
    for other in ("heuristic", "greedy", "random"):
        seat = play_match(Match.new([other], 50_000, variant=SMALL, seed=4)).seats[0]
        assert seat.mean < best.mean
