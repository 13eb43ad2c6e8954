"""Counts every way a few scripted rolls can be played, on any table."""

from collections.abc import Iterator
from typing import Any, TypeVar

from tests.rules.naive import COLOURS
from tests.rules.table import Table

T = TypeVar("T", bound=Table)


def perft(table: Table, rolls: list[str]) -> list[dict[str, Any]]:
    """One count after each roll; `conformance/README.md` explains the keys."""
    counts = [{"sequences": 0, "over": 0, "points": 0} for _ in rolls]
    explore(table, rolls, counts)
    return counts


def explore(table: Table, rolls: list[str], counts: list[dict[str, Any]]) -> None:
    """Depth first: each end of a turn is counted, and then goes on with the next roll."""
    if not rolls:
        return
    for after in turns(table, rolls[0]):
        counts[0]["sequences"] += 1
        counts[0]["over"] += after.phase == "over"
        counts[0]["points"] += sum(after.scores)
        explore(after, rolls[1:], counts[1:])


def turns(table: T, roll: str) -> Iterator[T]:
    """The table after each way this roll can be played; a game that is over stays as it is."""
    if table.phase == "over":
        yield table
        return
    whites, colours = roll.split("/")
    dice = zip(COLOURS, colours, strict=True)
    rolled = table.fork()
    rolled.roll(f"{whites}/" + "".join("." if c in table.closed else die for c, die in dice))
    yield from choices(rolled)


def choices(table: T) -> Iterator[T]:
    """Seats answer in seat order; then the active player makes the colour move."""
    if table.phase not in ("white", "colour"):
        yield table
        return
    seat = min(set(range(table.players)) - table.answered)
    if table.phase == "colour":
        seat = table.active
    for move in table.legal(seat):
        after = table.fork()
        after.play(seat, move)
        yield from choices(after)
