"""What each seat is told is what it may know: all of that, and nothing more."""

import json
from random import Random
from typing import Any

import pytest

from qwixx.bots import load_bot
from qwixx.notation import read_record, write_record
from qwixx.rules import Game, Move, Phase
from qwixx.server.live.views import Viewer
from qwixx.table.state import Table
from qwixx.table.verify import problems
from tests.server.desk import Desk, name_of, person, playing, walk

VARIANTS = ["classic", "longo"]


def check_view(view: dict[str, Any], game: Game, seat: int | None) -> None:
    """Compares a view with the game as that seat may know it."""
    known = game.seen_by(seat)
    shown = view["game"]
    assert (shown["turn"], shown["phase"], shown["active"]) == (
        *(known.turn, known.phase, known.active),
    )
    assert (shown["roll"] and shown["roll"]["text"]) == (known.dice and str(known.dice))
    white = known.phase is Phase.WHITE
    assert shown["answered"] == [white and n in known.answered for n in range(known.players)]
    assert shown["white"] == (
        list(map(str, known.answers)) if known.phase is Phase.COLOUR else None
    )
    assert {row["colour"] for row in shown["closed"]} == known.closed
    for card, row_view in zip(known.cards, shown["cards"], strict=True):
        check_card(card, row_view)
    if seat is None:
        assert view["you"] is None
    else:
        check_you(view["you"], known, seat)
    assert (view["fair"]["secret"] is not None) == (known.phase is Phase.OVER)


def check_card(card: Any, shown: dict[str, Any]) -> None:
    assert shown["total"] == card.score
    assert shown["misthrows"] == card.misthrows
    assert shown["lucky"] == list(card.lucky)
    for colour, row, cells in zip("rygb", shown["rows"], card.variant.rows, strict=True):
        crossed = [c.number for c, mark in zip(cells, row["marks"], strict=True) if mark == "x"]
        assert tuple(crossed) == card.crossed(colour)
        assert row["crosses"] == card.crosses(colour)
        assert row["points"] == card.points(colour)
        assert row["locked"] == card.has_lock(colour)
        assert "x" not in row["marks"][len(row["marks"].rstrip(".")) :]


def check_you(you: dict[str, Any], known: Game, seat: int) -> None:
    assert you["seat"] == seat
    own = known.answers[seat] if known.phase is Phase.WHITE else None
    assert you["answer"] == (str(own) if isinstance(own, Move) else None)
    asked = known.retract(seat) if isinstance(own, Move) else known
    legal = {str(move) for move in asked.legal_moves(seat)}
    offered = {offer["move"] for offer in you["offers"]} | ({"-"} if you["pass"] else set())
    assert offered == legal
    wanted = bool(legal) or (known.phase is Phase.ROLL and seat == known.active)
    assert (you["asked"] is not None) == wanted
    # Whatever is not offered says why, and the rules say the same.
    reasons = {cell: group["reason"] for group in you["refused"] for cell in group["cells"]}
    cells = {offer["cell"] for offer in you["offers"]}
    for row in known.variant.rows:
        for cell in row:
            name = str(cell.cross)
            if name not in cells:
                refusal = asked.refusal(seat, cell.cross)
                assert refusal
                assert reasons.get(name, you["otherwise"]) == refusal.reason
    # What an offer promises is what happens.
    for offer in you["offers"]:
        move = Move.parse(offer["move"])
        assert move.colour
        assert offer["cell"] == f"{move.colour}{move.number}"
        cell = known.variant.by_name[move.colour, move.number]
        after = known.cards[seat].with_cross(cell)
        assert offer["locks"] == after.has_lock(move.colour)
        marks = known.cards[seat].marks[cell.row]
        assert offer["skips"] == cell.position - marks.bit_length()
        if known.phase is Phase.COLOUR:
            assert known.dice
            sums = known.dice.colour_sums(move.colour)
            assert {sums[white] for white in offer["whites"]} == {move.number}
            assert offer["ends"] == (known.play(seat, move).phase is Phase.OVER)
    if you["pass"] and known.phase is Phase.COLOUR:
        after_pass = known.play(seat, "-")
        misthrow = after_pass.cards[seat].misthrows > known.cards[seat].misthrows
        assert you["pass"] == {"misthrow": misthrow, "ends": after_pass.phase is Phase.OVER}


def check_nothing_leaks(desk: Desk) -> None:
    """Whatever somebody answers, sealed, everybody else's view is the same to the last byte."""
    game = desk.game
    if game.phase is not Phase.WHITE or len(game.awaited) < 2:
        return
    seat = game.awaited[0]
    others = [*(name_of(desk, n) for n in range(game.players) if n != seat), None]
    views = []
    for move in game.legal_moves(seat):
        fork = desk.fork()
        fork.act(name_of(desk, seat), "choose", move=str(move))
        views.append([fork.view(name) for name in others])
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_view_of_random_games_is_what_that_seat_may_know(variant: str, games: int) -> None:
    for number in range(max(2, games // 10)):
        seed = f"{variant} {number}"
        rng = Random(seed)
        desk = playing(variant, rng.randint(2, 5), secret=rng.randbytes(32).hex())
        viewer = Viewer(desk.world)

        def each(desk: Desk, rng: Random = rng, viewer: Viewer = viewer) -> None:
            viewer.renew()
            # One view of each step is read; over the games every seat has its turn.
            seat = rng.choice([None, *range(desk.game.players)])
            name = None if seat is None else name_of(desk, seat)
            view = desk.view(name, viewer)
            check_view(json.loads(view), desk.game, seat)
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


def check_record(desk: Desk) -> None:
    """The record of the game is right, and the log gives the same table again."""
    text = write_record(desk.table.record())
    record = read_record(text)
    assert record.game == desk.game
    assert list(problems(record)) == []
    again = Table(desk.table.code)
    for entry in desk.entries:
        again.apply(entry)
    assert write_record(again.record()) == text
    assert again.version == desk.table.version


def test_two_players_who_close_a_row_at_once_are_both_named() -> None:
    desk = playing("classic", 5, secret=f"{1:064x}")
    walk(desk, Random(1), lambda _: None, load_bot("greedy").choose)
    closed = json.loads(desk.view(None))["game"]["closed"]
    assert {"colour": "y", "turn": 13, "by": [0, 3]} in closed
    assert [desk.game.cards[seat].has_lock("y") for seat in range(5)] == [
        *(True, False, False, True, False)
    ]
