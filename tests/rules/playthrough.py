"""Follows a golden playthrough of `conformance/games/` on any table."""

import json
from pathlib import Path
from typing import Any

from tests.rules.table import CONFORMANCE, Table, snapshot

RECORDS = sorted(CONFORMANCE.glob("games/*.qwixx"))


def golden_turns(record: Path) -> list[dict[str, Any]]:
    lines = record.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def follow(table: Table, turns: list[dict[str, Any]]) -> None:
    for number, turn in enumerate(turns, start=1):
        assert table.active == turn["active"], f"turn {number}"
        table.roll(turn["roll"])
        for seat, moves in enumerate(turn["legal"]):
            assert table.legal(seat) == set(moves), f"turn {number}, seat {seat}"
        for seat, move in enumerate(turn["white"]):
            table.play(seat, move)
        if "colour" in turn:
            assert table.legal(table.active) == set(turn["colour_legal"]), f"turn {number}"
            table.play(table.active, turn["colour"])
        seen = snapshot(table)
        for key in ("closed", "misthrows", "scores"):
            assert seen[key] == turn[key], f"{key} after turn {number}"
    assert table.phase == "over"
    assert table.ending == turns[-1]["ending"]
    assert table.winners == turns[-1]["winners"]
