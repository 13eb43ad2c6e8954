"""A finished game keeps its own address while its table goes on."""

import asyncio
import json
from random import Random

from qwixx.notation import read_record
from qwixx.table.verify import problems
from tests.server.client import Player, ask, in_loop, new_secret, open_table, request
from tests.server.running import Server


def problem(server: Server, path: str) -> tuple[int, str]:
    status, _, text = request(server.address, path)
    return status, json.loads(text)["code"]


@in_loop
async def test_a_finished_game_can_be_looked_at_while_others_are_played(server: Server) -> None:
    secret, rng = new_secret(), Random(4)
    code = open_table(server.address, secret, variant="longo", seats=3, bots=("random",))
    games = f"/api/tables/{code}/games"
    assert problem(server, f"{games}/1") == (409, "not-over")
    async with Player(server.address, code, secret) as anna, Player(server.address, code) as bert:
        await bert.act("sit", name="Bertrand", seat=None)
        await anna.until(lambda view: view["seats"][2]["kind"] == "player")
        await anna.act("start")
        await asyncio.gather(anna.play(rng), bert.play(rng))
        over = anna.view
        assert over["result"]["number"] == 1
        record = request(server.address, f"/api/tables/{code}/record")[2]
        replay = ask(server.address, f"/api/tables/{code}/replay")
        await anna.act("rematch")
        await bert.act("rematch")
        await bert.until(lambda view: view["stage"] != "over")
        # The address still shows the end of each game.
        for again in (1, 2):
            shown = ask(server.address, f"{games}/1")
            for what in ("code", "stage", "layout", "game", "fair", "result"):
                assert shown[what] == over[what], what
            seats = [(seat["name"], seat["kind"], seat["bot"]) for seat in over["seats"]]
            assert [(s["name"], s["kind"], s["bot"]) for s in shown["seats"]] == seats
            assert shown["you"] is None
            assert request(server.address, f"{games}/1/record")[2] == record
            assert ask(server.address, f"{games}/1/replay") == replay
            assert list(problems(read_record(record.decode()))) == []
            for number in (0, -1):
                assert problem(server, f"{games}/{number}") == (404, "not-found")
            assert problem(server, f"{games}/{10**5}") == (409, "not-over")
            if again == 1:
                assert problem(server, f"{games}/2") == (409, "not-over")
                await asyncio.gather(anna.play(rng), bert.play(rng))
                await anna.act("reopen")
        second = ask(server.address, f"{games}/2")
        assert second["fair"]["first"] == (over["result"]["first"] + 1) % 3
        assert second["result"]["number"] == 2
        assert problem(server, f"/api/tables/{code}/record") == (409, "not-over")
        # Deleting a player's data covers it.
        mine = {"seats": [{"code": code, "secret": bert.secret}]}
        assert request(server.address, "/api/forget", mine)[0] == 204
        for number in (1, 2):
            assert ask(server.address, f"{games}/{number}")["seats"][2]["name"] == ""
            assert b"Bertrand" not in request(server.address, f"{games}/{number}/record")[2]
        # And with the last person, the games go.
        assert request(server.address, "/api/forget", {"seats": [{"code": code, "secret": secret}]})
        assert problem(server, f"{games}/1") == (404, "no-such-table")
