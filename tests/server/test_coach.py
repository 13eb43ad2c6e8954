"""Reviews and hints: permissions, times and storage."""

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random

import pytest

from qwixx.notation import read_record
from qwixx.rules import Game
from qwixx.server.helpers.coach_pool import CoachPool
from qwixx.server.helpers.pool import Busy
from tests.server.client import Player, ask, in_loop, new_secret, open_table, request
from tests.server.reviewing import UNFINISHED, post, send_record
from tests.server.running import Server


def problem(server: Server, path: str, body: object = None) -> tuple[int, str]:
    status, _, text = request(server.address, path, body)
    return status, json.loads(text)["code"]


def kept(server: Server) -> int:
    connection = sqlite3.connect(server.database)
    try:
        count: int = connection.execute("select count(*) from reviews").fetchone()[0]
    finally:
        connection.close()
    return count


@in_loop
async def test_the_review_of_a_finished_game_is_stored_with_its_table(server: Server) -> None:
    anna = new_secret()
    code = open_table(server.address, anna, bots=("heuristic",), start=True)
    path = f"/api/tables/{code}/games/1/review"
    player = Player(server.address, code, anna)
    await player.connect()
    await player.until(lambda view: view["stage"] == "playing")
    assert problem(server, path) == (409, "not-over")
    assert problem(server, f"/api/tables/{code}/games/2/review") == (409, "not-over")
    await player.play(Random(3))
    before = kept(server)
    first = await asyncio.to_thread(ask, server.address, path)
    assert first["players"][0] == "Anna"
    assert first["bots"] == [False, True]
    for seat in first["review"]["seats"]:
        parts = ("expected", "luck", "own", "others", "rest")
        assert sum(seat[part] for part in parts) == pytest.approx(seat["result"], abs=1e-6)
    assert first["frames"][-1]["cards"] == player.view["game"]["cards"]
    assert kept(server) == before + 1
    assert await asyncio.to_thread(ask, server.address, path) == first

    # It stays when the next game begins, which has none yet.
    await player.act("rematch")
    assert await asyncio.to_thread(ask, server.address, path) == first
    assert problem(server, f"/api/tables/{code}/games/2/review") == (409, "not-over")

    # Deleting a player's data deletes the review.
    await player.disconnect()
    ask(server.address, "/api/forget", {"seats": [{"code": code, "secret": anna}]})
    assert kept(server) == before
    assert problem(server, path) == (404, "no-such-table")


def test_a_record_of_an_unfinished_game_is_reviewed(server: Server) -> None:
    status, answer = send_record(server, UNFINISHED)
    assert status == 200
    review = answer["review"]
    assert isinstance(review, dict)
    assert review["finished"] is False
    assert [seat["name"] for seat in review["seats"]] == ["Laura", "Max"]
    frames = answer["frames"]
    assert isinstance(frames, list)
    assert [frame["step"] for frame in frames] == ["roll", "white", "colour", "roll", "white"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no record",
        UNFINISHED.replace("r5 y5", "r6 y5"),
        UNFINISHED + "[" * 100,
        "[A" * 30_000,
        UNFINISHED.replace('"Max"', '"' + "x" * 65_536 + '"'),
        UNFINISHED + "3. 11/1111  - -  -\n" * 600,
    ],
    ids=["nothing", "prose", "illegal", "brackets", "long", "too long", "too many turns"],
)
def test_a_text_that_is_no_record_is_refused(server: Server, text: str) -> None:
    status, answer = send_record(server, text)
    assert status in (400, 413)
    assert answer["code"] in ("bad-record", "bad-message")


def test_bytes_that_are_no_text_are_refused(server: Server) -> None:
    assert post(server, b"\xff\xfe" * 20) == (400, {"code": "bad-record"})


@in_loop
async def test_a_player_gets_hints_for_their_seat_if_the_host_allows_them(server: Server) -> None:
    anna, bert, eve = new_secret(), new_secret(), new_secret()
    code = open_table(server.address, anna, hints=True)
    path = f"/api/tables/{code}/hint"
    players = [Player(server.address, code, secret) for secret in (anna, bert)]
    for player in players:
        await player.connect()
    await players[1].act("sit", name="Bert", seat=None)
    assert players[1].view["options"]["hints"] is True
    assert problem(server, path, {"secret": anna}) == (409, "wrong-stage")
    await players[0].act("start")
    for player in players:
        await player.until(lambda view: view["stage"] == "playing")
    active = players[players[0].view["game"]["active"]]
    assert problem(server, path, {"secret": active.secret}) == (409, "wrong-stage")
    await active.act("roll")
    for player in players:
        await player.until(lambda view: view["game"]["phase"] == "white")
    hints = {}
    for player in players:
        hints[player] = await asyncio.to_thread(
            ask, server.address, path, {"secret": player.secret}
        )
        moves = [each["move"] for each in hints[player]["moves"]]
        assert sorted(moves) == sorted([*(o["move"] for o in player.you["offers"]), "-"])
        costs = [each["cost"] for each in hints[player]["moves"]]
        assert costs == sorted(costs)
        assert costs[0] == 0
    # A sealed answer changes no hint: neither the other's nor your own, which you may change.
    await active.act("choose", move="-")
    other = next(player for player in players if player is not active)
    for player in (active, other):
        again = await asyncio.to_thread(ask, server.address, path, {"secret": player.secret})
        assert again["moves"] == hints[player]["moves"]
    assert problem(server, path, {"secret": eve}) == (403, "not-seated")
    for player in players:
        await player.act("preferences", preferences={"autoPass": True, "autoRoll": True})
    await asyncio.gather(*(player.play(Random(1)) for player in players))
    record = read_record(request(server.address, f"/api/tables/{code}/record")[2].decode())
    assert record.headers["Hints"] == ("on",)


@in_loop
async def test_hints_need_the_option_of_the_host(server: Server) -> None:
    anna = new_secret()
    code = open_table(server.address, anna, bots=("random",), start=True)
    player = Player(server.address, code, anna)
    await player.connect()
    await player.until(lambda view: view["you"]["asked"] in ("white", "roll"))
    if player.you["asked"] == "roll":
        await player.act("roll")
    assert player.view["options"]["hints"] is False
    assert problem(server, f"/api/tables/{code}/hint", {"secret": anna}) == (403, "no-hints")
    record = await player.play(Random(2))
    assert record
    text = request(server.address, f"/api/tables/{code}/record")[2].decode()
    assert "Hints" not in read_record(text).headers


@in_loop
async def test_a_full_queue_says_so_at_once_and_hints_still_come() -> None:
    coach = CoachPool(most_waiting=1)
    record = read_record(UNFINISHED)
    try:
        first = asyncio.create_task(coach.review(record, "a"))
        second = asyncio.create_task(coach.review(record, "b"))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await coach.review(record, "c")
        rolled = Game.new("classic", 2).roll("41/3256")
        assert json.loads(await coach.advise(rolled, 0, "d"))
        for waiting in (first, second):
            assert json.loads(await waiting)["finished"] is False
    finally:
        await coach.close()


def test_an_address_may_ask_for_a_limited_number_of_reviews(tmp_path: Path) -> None:
    with Server(tmp_path, "--reviews-per-address", "8") as limited:
        answers = [send_record(limited, UNFINISHED)[0] for _ in range(4)]
        assert answers == [200, 200, 429, 429]
