"""Runs the scripted cases of `conformance/` on any table."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.naive import Refused
from tests.rules.table import CONFORMANCE, Table, load, play_turn, snapshot

Case = dict[str, Any]
NewTable = Callable[..., Table]


def all_cases() -> list[Case]:
    more = [*CONFORMANCE.glob("rulings/*"), *CONFORMANCE.glob("sheets/*")]
    files = ["rulebook.json", *sorted(f"{path.parent.name}/{path.name}" for path in more)]
    return [case for name in files for case in load(name)]


def start(new_table: NewTable, data: Case) -> Table:
    """A table as the case (or perft entry) wants it, after its set-up turns."""
    lucky = [tuple(pair) for pair in data["lucky"]] if "lucky" in data else None
    table = new_table(data["variant"], data["players"], data.get("first", 0), lucky)
    for line in data.get("setup", []):
        play_turn(table, line)
    return table


def run_case(new_table: NewTable, case: Case) -> None:
    table = start(new_table, case)
    for number, step in enumerate(case["steps"], start=1):
        where = f"{case['name']}, step {number}: {step}"
        if "refuse" in step:
            before = snapshot(table)
            with pytest.raises(Refused) as refusal:
                take(table, step["refuse"])
            assert refusal.value.faults == {step["reason"]}, where
            assert snapshot(table) == before, where
        elif "expect" in step:
            expect(table, step["expect"], where)
        else:
            take(table, step)


def take(table: Table, step: dict[str, Any]) -> None:
    match step:
        case {"roll": roll}:
            table.roll(roll)
        case {"play": [seat, move]}:
            table.play(seat, move)
        case {"retract": seat}:
            table.retract(seat)
        case _:
            raise AssertionError(f"unknown step {step}")


def expect(table: Table, wanted: dict[str, Any], where: str) -> None:
    seen = snapshot(table)
    for key, value in wanted.items():
        if key == "legal":
            for seat, moves in value.items():
                assert sorted(moves) == seen["legal"][seat], where
        else:
            assert value == seen[key], f"{key} of {where}"
