"""One player at a table of one seat: reviews count in points, and name their source."""

import json
from random import Random

import pytest

from qwixx.client import Refused
from qwixx.protocol import actions
from qwixx.protocol.options import Options
from qwixx.table.lobby import open_table
from qwixx.table.options import GameOptions
from tests.server.client import GOOD, Player, ask, in_loop, new_secret, request
from tests.server.running import Server

ALONE = {**GOOD, "options": {"variant": "classic", "seats": 1, "timer": 0}, "start": True}


def test_a_table_of_several_seats_does_not_start_with_one() -> None:
    wish = actions.Open("Anna", Options("classic", 2), start=True)
    with pytest.raises(Exception, match="not-enough-players"):
        open_table("anna", wish, lambda _: (), "0" * 64)
    alone = actions.Open("Anna", Options("classic", 1), start=True)
    assert open_table("anna", alone, lambda _: (), "0" * 64).start
    with pytest.raises(ValueError, match="no table"):
        GameOptions("classic", 0)


@in_loop
async def test_a_solo_player_gets_the_cost_of_each_choice_at_the_end(server: Server) -> None:
    secret = new_secret()
    code = ask(server.address, "/api/tables", {**ALONE, "secret": secret})["code"]
    async with Player(server.address, code, secret) as anna:
        view = await anna.play(Random(1))
        assert view["result"]["winners"] == [0]
        assert len(view["game"]["cards"]) == 1
        review = ask(server.address, f"/api/tables/{code}/games/1/review")["review"]
        (seat,) = review["seats"]
        assert (review["unit"], review["finished"]) == ("points", True)
        assert seat["result"] == pytest.approx(view["game"]["cards"][0]["total"])
        assert seat["given_away"] == pytest.approx(sum(each["cost"] for each in review["choices"]))
        # Another game begins at once: there is nobody to agree.
        await anna.act("rematch")
        assert (await anna.until(lambda view: view["stage"] == "playing"))["game"]["turn"] == 1
        with pytest.raises(Refused, match="wrong-stage"):
            async with Player(server.address, code) as bert:
                await bert.act("sit", name="Bert", seat=None)


def test_the_page_gets_the_list_of_solo_games_and_their_judges(server: Server) -> None:
    games = json.loads(request(server.address, "/api/solo")[2])
    assert games[0]["variant"] == "classic"
    assert {type(game["exact"]) for game in games} == {bool}
    assert all(game["exact"] for game in games[1:])
