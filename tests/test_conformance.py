"""The engine against all of `conformance/`, and `conformance/` against its own promises."""

from pathlib import Path
from typing import Any

import pytest

from qwixx import Game, IllegalMove, NotationError, Reason
from qwixx.notation import read_record, write_record
from qwixx.rules import LONGO, SHEETS
from tests.rules.cases import Case, all_cases, run_case, start
from tests.rules.perft import perft
from tests.rules.playthrough import RECORDS, follow, golden_turns
from tests.rules.table import EngineTable, load

CASES = all_cases()
RULINGS = {f"R{number}" for number in range(1, 16)}
EXAMPLES = {
    "red-5-then-7": {"001", "003"},
    "whites-4-and-1": {"000", "001", "003", "004"},
    "scores-70": {"000", "001", "003", "004"},
    "whites-6-and-6": {"000", "001", "003", "004"},
    "what-remains": {"000", "001", "003", "004"},
    "green-2-locks": {"000", "001", "003", "004"},
    "longo-red-5-then-7": {"002"},
    "longo-whites-5-and-1": {"002"},
    "longo-lucky-6": {"002"},
    "longo-green-3-locks": {"002"},
    "longo-whites-8-and-8": {"002"},
    "longo-scores-87": {"002"},
    "longo-yellow-after-13": {"002"},
}


def name(data: dict[str, Any]) -> str:
    return str(data["name"])


# --- the engine ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=name)
def test_every_case_holds(case: Case) -> None:
    run_case(EngineTable, case)


@pytest.mark.parametrize("data", load("starts.json"), ids=name)
def test_every_start_is_allowed_or_refused(data: Case) -> None:
    arguments = {key: data[key] for key in ("first", "lucky") if key in data}
    if data["valid"]:
        game = Game.new(data["variant"], data["players"], **arguments)
        assert game.players == data["players"]
        assert game.active == data.get("first", 0)
    else:
        with pytest.raises(ValueError, match=r"\w"):
            Game.new(data["variant"], data["players"], **arguments)


@pytest.mark.parametrize("entry", load("perft.json"), ids=name)
def test_the_ways_to_play_are_counted(entry: Case) -> None:
    assert perft(start(EngineTable, entry), entry["rolls"]) == entry["counts"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_playthrough_is_the_same_move_by_move(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    assert write_record(record) == text
    turns = golden_turns(path)
    assert len(record.turns) == len(turns)
    assert record.game.scores == tuple(turns[-1]["scores"])
    assert record.game.winners == tuple(turns[-1]["winners"])

    table = EngineTable.of(record.start)
    follow(table, turns)
    assert table.game == record.game


@pytest.mark.parametrize("data", load("broken-records.json"), ids=name)
def test_a_broken_record_is_refused_with_its_line(data: Case) -> None:
    text = "\n".join(data["record"]) + "\n"
    if data["error"] == "notation":
        with pytest.raises(NotationError, match=r"\w"):
            read_record(text)
    else:
        with pytest.raises(IllegalMove, match=rf"\bline {data['line']}\b") as refusal:
            read_record(text)
        assert refusal.value.reason == data["error"]


# --- the data -----------------------------------------------------------------------------------


def test_every_ruling_has_cases() -> None:
    named = [ruling for case in CASES for ruling in case.get("rulings", [])]
    assert set(named) == RULINGS
    assert [ruling for ruling in RULINGS if named.count(ruling) < 2] == []


def test_every_example_of_every_book_has_a_case() -> None:
    books: dict[str, set[str]] = {}
    for case in CASES:
        if "example" in case:
            books.setdefault(case["example"], set()).update(case["books"])
    assert books == EXAMPLES


def test_every_reason_for_a_refusal_has_a_case() -> None:
    reasons = {step["reason"] for case in CASES for step in case["steps"] if "refuse" in step}
    reasons |= {data["error"] for data in load("broken-records.json")} - {"notation"}
    assert reasons == set(Reason)


def test_every_case_has_a_name_of_its_own_and_something_to_check() -> None:
    names = [name(case) for case in CASES]
    assert len(set(names)) == len(names)
    for case in CASES:
        assert any("expect" in step or "refuse" in step for step in case["steps"]), name(case)


def test_every_variant_and_number_of_players_has_playthroughs_and_perft_counts() -> None:
    wanted = {(variant, players) for variant in SHEETS for players in range(1, 6)}
    endings = ("rows", "misthrows")
    assert {path.stem for path in RECORDS} == {
        f"{variant}-{players}-{ending}" for variant, players in wanted for ending in endings
    }
    assert wanted <= {(entry["variant"], entry["players"]) for entry in load("perft.json")}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_playthrough_is_what_its_name_says(path: Path) -> None:
    variant, players, ending = path.stem.rsplit("-", 2)
    start = read_record(path.read_text(encoding="utf-8")).start
    assert (start.variant.name, start.players) == (variant, int(players))
    assert golden_turns(path)[-1]["ending"] == ending


def test_the_lucky_pairs_are_all_pairs_of_their_probability() -> None:
    data = load("lucky-pairs.json")
    sums = [white + other for white in range(1, 9) for other in range(1, 9)]
    ways = {number: sums.count(number) for number in range(2, 17)}
    pairs = [[low, high] for low in ways for high in ways if low < high]
    assert len(sums) == data["of"]
    assert data["pairs"] == [list(pair) for pair in LONGO.lucky_pairs]
    assert data["pairs"] == [
        pair for pair in pairs if ways[pair[0]] + ways[pair[1]] == data["ways"]
    ]
