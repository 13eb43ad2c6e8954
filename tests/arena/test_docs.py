"""What docs/simulating.md shows works."""

import re
from pathlib import Path

import pytest

from qwixx.arena import Match, play_match

DOCS = (Path(__file__).parents[2] / "docs" / "simulating.md").read_text(encoding="utf-8")
BOT, MATCH = re.findall(r"```python\n(.*?)```", DOCS, flags=re.DOTALL)


def test_the_bot_of_the_example_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bots.py").write_text(BOT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    report = play_match(Match.new(["my_bots:Cautious", "greedy"], 100, seed=1))
    assert report.seats[0].share > 0.5


def test_the_match_of_the_example_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    exec(MATCH, {})
    share, low, _high = map(float, re.findall(r"[\d.]+", capsys.readouterr().out))
    assert share > low > 0.8
