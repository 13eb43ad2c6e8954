"""`qwixx replay` as a user meets it."""

import json
from pathlib import Path
from random import Random

import pytest

from qwixx.cli import main
from qwixx.notation import write_record
from tests.notation.play import record_game

GAME = """\
[Variant "classic"]
[Players "Ann" "Ben"]
[First "0"]

1. 41/3256  r5 y5  b10
2. 11/6666  - -  -
3. 12/1111  y3 -
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.qwixx"
    file.write_text(GAME, "utf-8")
    return file


def test_replay_shows_a_game(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "1. 41/3256" in shown
    assert "misthrow 1 for Ben" in shown


@pytest.mark.parametrize(
    ("last", "awaited"),
    [
        ("3. 12/1111  y3 -\n", "the colour move"),
        ("3. 12/1111\n", "the white choices"),
        ("", "the next roll"),
    ],
)
def test_replay_shows_the_next_step_of_an_unfinished_game(
    last: str, awaited: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(GAME.replace("3. 12/1111  y3 -\n", last), "utf-8")
    assert main(["replay", str(record)]) == 0
    assert f"unfinished: waiting for {awaited}\n" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(6))
def test_replay_shows_scores_locks_and_winners(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_game(Random(seed))
    file = tmp_path / "game.qwixx"
    file.write_text(write_record(recording.record), "utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["over"]
    assert tuple(answer["scores"]) == recording.game.scores
    assert tuple(answer["winners"]) == recording.game.winners
    assert set(answer["closed"]) == recording.game.closed
    assert main(["replay", str(file)]) == 0
    shown = capsys.readouterr().out
    assert str(answer["ending"]) in shown
    assert shown.count(" locked ") == len(recording.game.closed)


def test_an_illegal_record_names_line_and_reason(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(GAME.replace("y3", "r3"), "utf-8")
    assert main(["replay", str(record)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "line 7: Ann (seat 0) cannot play r3: red 3 is left of the last cross" in said.err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b"\xff\xfe\x00", "not a text in UTF-8"),
        (b"hello", "line 1: expected a header"),
        (b"", "the header Variant is missing"),
    ],
)
def test_an_unreadable_file_gives_one_line_and_exit_code_2(
    content: bytes | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.qwixx"
    if content is not None:
        file.write_bytes(content)
    assert main(["replay", str(file), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert why in said.err
