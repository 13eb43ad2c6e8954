"""The figures of the coach can be measured."""

from pathlib import Path

from qwixx.arena.coach_figures import draw, measure_calibration
from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.rules import CLASSIC


def test_chances_come_true(tmp_path: Path) -> None:
    use_compiled_turns(CLASSIC)
    measured = measure_calibration(CLASSIC, 3, 1500, 1)
    bins = measured["bins"]
    assert len(bins) == 10
    assert [said for said, _ in bins] == sorted(said for said, _ in bins)
    # Chance alone makes gaps of a point or two among so few.
    assert measured["mean_gap"] < 0.04
    draw([measured], tmp_path / "calibration.png")
    assert (tmp_path / "calibration.png").stat().st_size > 1000
