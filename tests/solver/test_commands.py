"""`qwixx solve` and `qwixx cache`."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qwixx.cli import main
from qwixx.cli.solve import _chance
from qwixx.rules import CLASSIC, CannotPlay
from qwixx.solver.distribution import Distribution
from qwixx.solver.layout import layout_for


@pytest.mark.usefixtures("solved")
def test_the_optimum_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == pytest.approx(115.483126, abs=1e-5)
    assert found["states"] == 7_242_648
    assert found["seconds"] > 0
    assert found["cached"] is True


@pytest.mark.usefixtures("solved")
def test_a_roll_lists_the_costs_of_all_moves(capsys: pytest.CaptureFixture[str]) -> None:
    position = "classic 0.2 - 2/-/-/-/0"
    assert main(["solve", "--json", "--position", position, "--roll", "21/1666"]) == 0
    found = json.loads(capsys.readouterr().out)
    best = found["choices"][0]
    assert best["cost"] == 0
    assert found["position_value"] == best["value"]
    assert found["position"] == "classic 0.2 21/1666=. 2/-/-/-/0"
    moves = [(choice["white"], choice["colour"]) for choice in found["choices"]]
    assert ("r3", "-") in moves
    assert ("-", "-") in moves
    assert all(choice["cost"] >= 0 for choice in found["choices"])
    assert main(["solve", "--position", position, "--roll", "21/1666"]) == 0
    assert "best" in capsys.readouterr().out


@pytest.mark.usefixtures("solved")
def test_a_position_has_a_value_before_the_roll_and_after_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "--position", "classic 0.1 - -/-/-/-/0"]) == 0
    assert "worth 115.483126: 0 points now" in capsys.readouterr().out
    assert main(["solve", "--position", "classic 0.4 - -/-/-/-/4"]) == 0
    assert "the game is over: -20 points" in capsys.readouterr().out


def test_a_tiny_chance_is_printed_in_words() -> None:
    chances = Distribution(0, np.array([0.5, 0.5 - 1e-9, 1e-9]))
    assert _chance(chances, 1) == "50.0000%"
    assert _chance(chances, 2) == "less than 0.0001%"
    assert _chance(chances, 3) == "never (with the best moves the highest score is 2)"


@pytest.mark.parametrize(
    ("change", "known"),
    [
        ({"most_misthrows": 3}, "games that a fourth misthrow ends"),
        ({"most_closed": 4}, "games that two closed rows end"),
    ],
)
def test_a_game_that_cannot_be_solved_says_why(change: Any, known: str) -> None:
    other = replace(CLASSIC, name="mine", **change)
    with pytest.raises(CannotPlay, match=f"cannot solve mine: it knows only {known}"):
        layout_for(other)


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--variant", "longo"], "needs its lucky numbers"),
        (["--variant", "longo", "--lucky", "6"], "two different numbers"),
        (["--variant", "longo", "--lucky", "6,6"], "two different numbers"),
        (["--variant", "longo", "--lucky", "1,20"], "two different numbers"),
        (["--variant", "longo", "--lucky", "six"], "expected two lucky numbers"),
        (["--lucky", "6,11"], "no lucky numbers"),
        (["--position", "classic 0.1 - -/-/-/-/0 -/-/-/-/0"], "found 2 cards"),
        (["--position", "classic 0.1 - 2,3/-/-/-/0"], "more marks"),
        (["--position", "nonsense"], "not a position"),
        (["--position", "classic 0.1 - -/-/-/-/0", "--variant", "longo"], "cannot be combined"),
        (["--roll", "77/1111"], "7"),
        (["--roll", "x"], "not a roll"),
        (["--friendly", "9"], "1 to 5"),
        (["--threads", "0"], "expected at least 1 thread"),
    ],
)
def test_bad_input_is_reported_in_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("qwixx solve: ")
    assert says in err


def test_the_cache_is_shown_and_cleared(
    empty_cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = empty_cache / "qwixx" / "solved" / "solo-classic.table"
    compiled = empty_cache / "qwixx" / "compiled" / "abc" / "code"
    for path in (table, compiled):
        path.parent.mkdir(parents=True)
        path.write_bytes(bytes(200_000))
    assert main(["cache", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["folder"], told["bytes"]) == (str(empty_cache / "qwixx"), 400_000)
    assert {"what": "solo classic", "path": str(table), "bytes": 200_000} in told["files"]
    assert main(["cache"]) == 0
    shown = capsys.readouterr().out
    assert "solo classic" in shown
    assert str(table) in shown
    assert "0.2 MB" in shown
    assert "0.4 MB  in all" in shown
    assert main(["cache", "--clear"]) == 0
    assert "removed 0.4 MB" in capsys.readouterr().out
    assert not table.exists()
    assert not compiled.exists()
    assert main(["cache"]) == 0
    assert "0.0 kB  in all" in capsys.readouterr().out
