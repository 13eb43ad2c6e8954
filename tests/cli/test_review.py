"""`qwixx review` and `qwixx advise` as a user meets them."""

import json
from pathlib import Path

import pytest

from qwixx.cli import main
from qwixx.notation import write_record
from tests.coach.games import play

POSITION = "classic 0.3 41/3256=.,. 3,4/-/12/-/0 -/7/-/-/1"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.qwixx"
    file.write_text(write_record(play("classic", "casual,beginner", 1)), "utf-8")
    return file


def test_a_review_is_one_object(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["unit"] == "share"
    assert told["finished"]
    assert told["seconds"] > 0
    for seat in told["seats"]:
        parts = sum(seat[part] for part in ("expected", "luck", "own", "others", "rest"))
        assert seat["result"] == pytest.approx(parts, abs=1e-6)
        assert {"name", "adjusted", "given_away"} <= set(seat)
    fields = {"turn", "seat", "phase", "played", "best", "cost", "hindsight"}
    assert all(fields <= set(choice) for choice in told["choices"])
    assert len(told["chances"]) > 10


def test_review_lists_the_costliest_choices(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(record), "--seat", "1"]) == 0
    shown = capsys.readouterr().out
    assert "given away" in shown
    assert "instead of" in shown
    choices = shown.partition("costliest choices:")[2]
    assert "beginner" in choices
    assert "casual" not in choices


def test_review_draws_the_chances(record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "chances.png"
    assert main(["review", str(record), "--plot", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_names_in_a_picture_are_drawn_literally(tmp_path: Path) -> None:
    """The picture draws every name as it is, even if it looks like a formula."""
    record, picture = tmp_path / "game.qwixx", tmp_path / "chances.svg"
    text = r'[Variant "classic"] [Players "$\\frac$" "_under"] [First "0"]'
    record.write_text(text.replace("] [", "]\n[") + "\n\n1. 41/3256  r5 y5  b10\n", "utf-8")
    assert main(["review", str(record), "--plot", str(picture)]) == 0
    assert "_under" in picture.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["review", "nowhere.qwixx"], "No such file"),
        (["review", "{}", "--seat", "2"], "expected a seat from 0 to 1, found 2"),
        (["review", "{}", "--plot", "chances.txt"], "must end in"),
        (["advise", "nonsense"], "not a position: 'nonsense' (an example is in"),
        (["advise", POSITION.replace("classic", "classic-all")], "the coach cannot judge it"),
        (["advise", "classic-all 0.4 31/3535=. -/-/10,9/-/1"], "the coach cannot judge it"),
        (["advise", POSITION, "--seat", "5"], "expected a seat from 0 to 1, found 5"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str], words: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([argument.format(record) for argument in arguments]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert words in told.err
    assert told.err.count("\n") == 1


def test_a_record_that_breaks_the_rules_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.qwixx"
    file.write_text('[Variant "classic"]\n[Players "A"]\n[First "0"]\n\n1. 41/3256  r6  -\n')
    assert main(["review", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_advice_ranks_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", POSITION, "--seat", "1", "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert {move["move"] for move in moves} == {"r5", "g5", "b5", "-"}
    assert moves[0]["cost"] == 0
    assert all({"share", "cost", "points"} <= set(move) for move in moves)
    assert main(["advise", POSITION]) == 0
    assert "y5" in capsys.readouterr().out


def test_advice_for_a_seat_without_a_decision_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", POSITION.replace("41/3256=.,.", "-")]) == 0
    assert "no dice have been rolled" in capsys.readouterr().out
    assert main(["advise", POSITION.replace("=.,.", "=r5,-"), "--seat", "1"]) == 0
    assert "seat 0 makes a colour move now" in capsys.readouterr().out
    assert main(["advise", POSITION.replace("=.,.", "=r5,."), "--seat", "0"]) == 0
    assert "seat 0 has answered the white dice" in capsys.readouterr().out


def test_a_solo_review_names_its_judge(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("qwixx.coach.solo._tables", {})
    alone = "classic 0.4 31/3535=. -/-/10,9/-/1"
    assert main(["advise", alone, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["unit"], told["source"]) == ("points", "net")
    assert main(["advise", alone]) == 0
    assert "judged by the net" in capsys.readouterr().out
