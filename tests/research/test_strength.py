"""The document about strength: its matches are measured one by one, and it shows those so far."""

import json
from pathlib import Path
from shutil import copyfile

import pytest

from research.strength_matches import MEASURED, SIZES, Notebook, key_of, measure, wanted
from research.strength_page import write_page

RESPONSES = Path(__file__).parents[2] / "docs" / "strength" / "responses.json"


def test_every_bot_meets_every_other() -> None:
    matches = {match[:4] for match in wanted(fast=100, slow=100, master=100)}
    for variant in MEASURED:
        bots = {bot for name, _, bot, _ in matches if name == variant} | {"random"}
        two = {frozenset(m[2:]) for m in matches if m[:2] == (variant, 2)}
        assert len(two) == len(bots) * (len(bots) - 1) / 2
        for players in SIZES[1:]:
            alone = {m[2:] for m in matches if m[:2] == (variant, players)}
            assert len(alone) == (len(bots) - 1) * (len(bots) - 2)


def test_measured_matches_are_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "measured.json"
    only = "classic 2 greedy random"
    Notebook(path).measure_matches(only, fast=100, slow=100, master=100)
    assert json.loads(path.read_text("utf-8"))["matches"][only]["games"] == 100
    assert capsys.readouterr().out
    Notebook(path).measure_matches(only, fast=100, slow=100, master=100)
    assert not capsys.readouterr().out
    Notebook(path).measure_matches(only, fast=200, slow=100, master=100)
    assert json.loads(path.read_text("utf-8"))["matches"][only]["games"] == 200


def test_the_document_has_the_shares_and_the_ceiling(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    folder.mkdir()
    copyfile(RESPONSES, folder / "responses.json")
    entry = vars(measure("classic", 2, "greedy", "random", 100))
    even = {"games": 100, "mean": 70.0}
    data = {
        "matches": {
            key_of("classic", 2, "strong", "greedy"): {**entry, "share": 0.9},
            key_of("classic", 2, "strong", "heuristic"): {**entry, "share": 0.55},
        },
        "seats": {
            f"{variant} {players}": {**even, "shares": [1 / players] * players}
            for variant in MEASURED
            for players in SIZES
        },
        "speed": {},
    }
    (folder / "measured.json").write_text(json.dumps(data), "utf-8")
    write_page(tmp_path, folder / "measured.json")
    lines = (tmp_path / "strength.md").read_text("utf-8").splitlines()
    greedy = next(line for line in lines if line.startswith("| `strong` against `greedy`"))
    heuristic = next(line for line in lines if line.startswith("| `strong` against `heuristic`"))
    assert greedy.startswith("| `strong` against `greedy`, two players | 50.0 | 90.0 ± ")
    ceilings = json.loads(RESPONSES.read_text("utf-8"))["heuristic"]
    _, _, par, share, ceiling, *_ = (cell.strip() for cell in heuristic.split("|"))
    assert (par, share.split()[0]) == ("50.0", "55.0")
    assert float(ceiling) == pytest.approx(
        100 * ceilings["classic"]["shares"]["2"]["share"], abs=0.05
    )
    assert {path.name for path in folder.glob("*.svg")} == {"curves.svg", "seats.svg"}
