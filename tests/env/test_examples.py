"""The examples learn, at a small scale, and say how far they got."""

import pytest

from examples import learn_solo, learn_two


def test_the_solo_game_is_learnt(capsys: pytest.CaptureFixture[str]) -> None:
    before = learn_solo.main(["--updates", "0", "--judged", "500"])
    after = learn_solo.main(["--updates", "60", "--games", "64", "--judged", "500"])
    assert after > before + 15
    assert "the best possible play makes 115.48" in capsys.readouterr().out


def test_the_game_of_two_is_learnt(capsys: pytest.CaptureFixture[str]) -> None:
    before = learn_two.main(["--updates", "0", "--judged", "500"])
    after = learn_two.main(["--updates", "60", "--games", "64", "--judged", "500"])
    assert after > before + 10
    assert "of the wins against heuristic" in capsys.readouterr().out
