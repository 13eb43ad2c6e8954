"""The view of each seat has everything that it may know, and nothing more."""

import json
from random import Random
from typing import Any

import pytest

from qwixx import read_position
from qwixx.bots import load_bot
from qwixx.notation import read_record, write_record
from qwixx.rules import Phase
from qwixx.table.participant import Participant
from qwixx.table.state import Table
from qwixx.table.verify import problems
from qwixx.table.views import Viewer
from tests.server.checking import check_view
from tests.server.desk import Desk, name_of, person, playing, walk

VARIANTS = ["classic", "longo"]


def check_nothing_leaks(desk: Desk) -> None:
    """Checks that all sealed answers of a seat give every other seat the same bytes."""
    game = desk.game
    if game.phase is not Phase.WHITE or len(game.awaited) < 2:
        return
    seat = game.awaited[0]
    others = [*(name_of(desk, n) for n in range(game.players) if n != seat), None]
    views = []
    for move in game.legal_moves(seat):
        fork = desk.fork()
        fork.act(name_of(desk, seat), "choose", move=str(move))
        views.append(
            [fork.view(name, program=program) for name in others for program in (False, True)]
        )
    assert all(view == views[0] for view in views)


def test_a_browser_that_has_the_layout_is_not_sent_it() -> None:
    desk = playing("classic", 2, secret="00" * 32)
    viewer = Viewer()
    whole, other, short = (
        json.loads(viewer.view(desk.table, desk.context, Participant(person("host"), knows=knows)))
        for knows in ((), ["longo"], ["longo", "classic"])
    )
    assert whole == other
    assert "layout" not in short
    assert short | {"layout": whole["layout"]} == whole


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_has_only_what_its_seat_may_know(variant: str, games: int) -> None:
    for number in range(max(2, games // 12)):
        seed = f"{variant} {number}"
        rng = Random(seed)
        desk = playing(variant, rng.randint(2, 5), secret=rng.randbytes(32).hex())
        viewer = Viewer()

        def each(desk: Desk, rng: Random = rng, viewer: Viewer = viewer) -> None:
            viewer.renew()
            # One view of each step is read; over the games every seat has its turn.
            seat = rng.choice([None, *range(desk.game.players)])
            name = None if seat is None else name_of(desk, seat)
            view = desk.view(name, viewer)
            shown = json.loads(view)
            check_view(shown, desk.game, seat)
            check_position(shown, json.loads(desk.view(name, viewer, program=True)), desk, seat)
            if desk.table.stage != "over":
                assert desk.table.secret.encode() not in view
            assert not any(person(each).encode() in view for each in ("host", *"bcde"))
            if rng.random() < 0.01:
                check_nothing_leaks(desk)

        try:
            walk(desk, rng, each)
            check_record(desk)
        except Exception as error:
            error.add_note(f"seed {seed!r}")
            raise


def check_position(
    shown: dict[str, Any], for_a_program: dict[str, Any], desk: Desk, seat: int | None
) -> None:
    """Checks that a program's view is that of a page with the position of its seat."""
    if seat is not None:
        text = for_a_program["you"].pop("position")
        assert read_position(text) == desk.game.seen_by(seat)
    assert for_a_program == shown


def check_record(desk: Desk) -> None:
    """The record of the game is right, and the log gives the same table again."""
    text = write_record(desk.table.record())
    record = read_record(text)
    assert record.game == desk.game
    assert list(problems(record)) == []
    again = Table(desk.table.code)
    for entry in desk.entries:
        entry.apply(again)
    assert write_record(again.record()) == text
    assert again.version == desk.table.version


def test_two_players_who_close_a_row_at_once_are_both_named() -> None:
    for number in range(60):  # most games have no such turn
        desk = playing("classic", 5, secret=f"{number:064x}")
        walk(desk, Random(1), lambda _: None, load_bot("greedy").choose)
        at_once = [row for row in json.loads(desk.view(None))["game"]["closed"] if row["by"][1:]]
        if at_once:
            break
    for row in at_once:
        locked = [seat for seat in range(5) if desk.game.cards[seat].has_lock(row["colour"])]
        assert row["by"] == locked
    assert at_once
