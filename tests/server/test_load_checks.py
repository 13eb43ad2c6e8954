"""The load tester looks at every view that it is sent; here it is sent wrong ones."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from benchmarks.loading.players import LoadTable, Pace, Tally, View

Change = Callable[[dict[str, Any]], None]
EMPTY = "." * 11


def view(turn: int, phase: str, red: tuple[str, str] = (EMPTY, EMPTY)) -> dict[str, Any]:
    """Returns a view of seat 0, which is active at a table of two with these marks in red."""
    cards = [{"rows": [{"marks": m} for m in (r, *[EMPTY] * 3)], "misthrows": 0} for r in red]
    return {
        "type": "view",
        "version": turn,
        "stage": "playing",
        "seats": [{"kind": "player"}] * 2,
        "game": {
            "id": "one",
            "turn": turn,
            "phase": phase,
            "active": 0,
            "white": None if phase == "white" else ["r2", "r4"],
            "cards": cards,
        },
        "fair": {"secret": None},
        "you": {
            "seat": 0,
            "preferences": {"autoPass": False},
            "asked": phase,
            "answer": None,
            "offers": [],
        },
    }


def table_in_its_first_turn() -> LoadTable:
    table = LoadTable("ABCD", "00" * 16, 2, 0, Pace(0, Random(0)), Tally())
    look(table, view(1, "white"))
    table.answers.update({0: "r2", 1: "r4"})
    return table


def look(table: LoadTable, message: dict[str, Any]) -> None:
    table.check(0, msgspec.json.decode(json.dumps(message), type=View))


AFTER_WHITE = ("x" + EMPTY[1:], "..x" + EMPTY[3:])


def test_a_right_view_passes() -> None:
    table = table_in_its_first_turn()
    look(table, view(1, "colour", AFTER_WHITE))
    assert table.tally.checked == 2


@pytest.mark.parametrize(
    ("phase", "change", "complaint"),
    [
        ("white", lambda v: v["game"].update(white=["r2", "-"]), "a sealed choice is shown"),
        ("white", lambda v: v["you"].update(answer="g12"), "not the own answer"),
        ("white", lambda v: v["fair"].update(secret="ab"), "the secret of the dice"),
        ("white", lambda v: v["you"].update(seat=1), "another's seat"),
        ("white", lambda v: v["game"]["cards"][1].update(misthrows=1), "cards differ"),
        ("colour", lambda v: v["game"].update(white=["r2", "-"]), "not what was chosen"),
        ("colour", lambda v: v["game"]["cards"][0]["rows"][0].update(marks=EMPTY), "seat 0"),
        ("colour", lambda v: v["game"]["cards"][1].update(misthrows=1), "misthrows of seat 1"),
    ],
)
def test_a_wrong_view_is_seen(phase: str, change: Change, complaint: str) -> None:
    table = table_in_its_first_turn()
    wrong = view(1, phase, AFTER_WHITE if phase == "colour" else (EMPTY, EMPTY))
    change(wrong)
    with pytest.raises(AssertionError, match=complaint):
        look(table, wrong)
