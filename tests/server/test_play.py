"""Whole games over real sockets, by scripted players."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from qwixx.notation import read_record
from qwixx.table.verify import problems
from tests.server.client import Bye, Player, Refused, ask, in_loop, new_secret, open_table, request
from tests.server.running import Server


async def two_players(server: Server, **options: Any) -> tuple[Player, Player]:
    """Anna, the host, and Bert at a table in the lobby."""
    anna_secret = new_secret()
    code = open_table(server.address, anna_secret, **options)
    anna, bert = Player(server.address, code, anna_secret), Player(server.address, code)
    await anna.connect()
    await bert.connect()
    await bert.act("sit", name="Bert", seat=None)
    return anna, bert


async def started(server: Server, **options: Any) -> tuple[Player, Player]:
    """Anna and Bert at a table where the game has begun."""
    anna, bert = await two_players(server, **options)
    await anna.until(lambda view: view["seats"][1]["kind"] == "player")
    await anna.act("start")
    for player in (anna, bert):
        await player.until(lambda view: view["stage"] == "playing")
    return anna, bert


@in_loop
async def test_a_person_plays_bots_from_one_request_to_the_record(server: Server) -> None:
    secret = new_secret()
    code = open_table(
        server.address, secret, seats=3, bots=("greedy", "random"), start=True, variant="longo"
    )
    async with Player(server.address, code, secret) as anna:
        view = await anna.play(Random(1))
    totals = [card["total"] for card in view["game"]["cards"]]
    assert [totals[seat] for seat in view["result"]["winners"]] == [max(totals)] * len(
        view["result"]["winners"]
    )
    status, headers, text = request(server.address, f"/api/tables/{code}/record")
    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="qwixx-{code}-1.qwixx"'
    record = read_record(text.decode())
    assert list(record.game.scores) == totals
    assert record.players == tuple(seat["name"] for seat in view["seats"])
    assert record.players[0] == "Anna"
    assert [str(turn.dice) for turn in record.turns] == view["result"]["rolls"]
    assert list(problems(record)) == []
    assert record.headers["DiceParts"] == (anna.parts[f"{code}-1"], "bot", "bot")
    frames = ask(server.address, f"/api/tables/{code}/replay")
    assert [card["total"] for card in frames[-1]["cards"]] == totals
    assert [frame["step"] for frame in frames[:4]] == ["roll", "white", "colour", "roll"]


@in_loop
async def test_two_people_play_a_game_and_a_rematch(server: Server) -> None:
    anna, bert = await started(server)
    await asyncio.gather(anna.play(Random(2)), bert.play(Random(3)))
    first = anna.view["result"]["first"]
    assert anna.view["fair"]["first"] is None
    await bert.act("rematch")
    view = await anna.until(lambda view: view["agreed"])
    assert view["stage"] == "over", "nobody is pulled out of the result"
    assert view["agreed"] == [bert.view["you"]["seat"]]
    with pytest.raises(Refused, match="already-answered"):
        await bert.act("rematch")
    with pytest.raises(Refused, match="not-host"):
        await bert.act("rematch", now=True)
    await bert.act("withdraw")
    await anna.until(lambda view: not view["agreed"])
    await anna.act("rematch")
    await anna.act("withdraw")
    await anna.act("rematch")
    # A withdrawal on its way while the last one agrees comes too late, and nothing breaks.
    view = await bert.until(lambda view: view["agreed"] == [0])
    await bert.act("rematch")
    with pytest.raises(Refused, match="stale"):
        await anna.act("withdraw", version=view["version"])
    for player in (anna, bert):
        await player.until(lambda view: view["stage"] == "playing")
    assert anna.view["game"]["active"] == 1 - first
    assert anna.view["game"]["id"].endswith("-2")
    assert anna.view["fair"]["first"] is not None
    assert anna.view["fair"]["secret"] is None
    await asyncio.gather(anna.play(Random(4)), bert.play(Random(5)))
    _, _, text = request(server.address, f"/api/tables/{anna.code}/record")
    record = read_record(text.decode())
    assert record.headers["FirstBy"] == ("rematch",)
    assert list(problems(record)) == []


@in_loop
async def test_a_host_may_begin_a_rematch_without_undecided_players(server: Server) -> None:
    anna, bert = await started(server)
    await asyncio.gather(anna.play(Random(2)), bert.play(Random(3)))
    await anna.act("rematch", now=True)
    view = await bert.until(lambda view: view["stage"] == "playing")
    assert view["seats"][1]["bot"] is not None, "a bot plays meanwhile"
    await bert.act("return")
    await anna.until(lambda view: view["seats"][1]["bot"] is None)
    with pytest.raises(Refused, match="not-away"):
        await bert.act("return")


@in_loop
async def test_a_player_who_has_left_holds_up_no_rematch(server: Server) -> None:
    anna, bert = await started(server)
    await asyncio.gather(anna.play(Random(2)), bert.play(Random(3)))
    await bert.disconnect()
    await anna.until(lambda view: view["seats"][1]["presence"] == "away")
    await anna.act("rematch")
    await anna.until(lambda view: view["stage"] != "over")


@in_loop
async def test_five_seats_play_longo(server: Server) -> None:
    secret = new_secret()
    code = open_table(
        server.address, secret, seats=5, variant="longo", bots=("greedy", "greedy", "random")
    )
    async with Player(server.address, code, secret) as anna, Player(server.address, code) as bert:
        await bert.act("sit", name="Bert", seat=4)
        await anna.until(lambda view: view["seats"][4]["kind"] == "player")
        await anna.act("start")
        await asyncio.gather(anna.play(Random(6)), bert.play(Random(7)))
        names = [seat["name"] for seat in anna.view["seats"]]
        assert (names[0], names[4]) == ("Anna", "Bert")
        assert len(set(names)) == 5
        assert [seat["bot"] for seat in anna.view["seats"]] == [
            *(None, "greedy", "greedy", "random", None)
        ]
        lucky = [tuple(card["lucky"]) for card in anna.view["game"]["cards"]]
        assert len(set(lucky)) == 5


@in_loop
async def test_a_sealed_answer_can_be_changed_and_taken_back(server: Server) -> None:
    anna, bert = await started(server)
    active, other = (anna, bert) if anna.you["asked"] == "roll" else (bert, anna)
    await active.act("roll")
    await other.until(lambda view: view["you"]["asked"] == "white")
    before = active.view["version"]
    assert other.you["offers"], "an empty card can cross any number"
    moves = [offer["move"] for offer in other.you["offers"]]
    await other.act("choose", move=moves[0])
    await other.act("choose", move=moves[-1])
    assert (await other.until(lambda view: view["version"] == before + 2))["you"]["answer"] == (
        moves[-1]
    )
    view = await active.until(lambda view: view["version"] == before + 2)
    assert view["game"]["answered"][other.you["seat"]]
    await other.act("retract")
    with pytest.raises(Refused, match="nothing-to-retract"):
        await other.act("retract")
    view = await active.until(lambda view: view["version"] == before + 3)
    assert view["game"]["answered"] == [False, False]
    # All answer at once: the version that both have seen is good enough for both.
    version = view["version"]
    await asyncio.gather(
        anna.act("choose", move="-", version=version), bert.act("choose", move="-", version=version)
    )
    view = await active.until(lambda view: view["game"]["phase"] == "colour")
    assert view["game"]["white"] == ["-", "-"]
    assert view["you"]["pass"] == {"misthrow": True, "ends": False}
    await other.until(lambda view: view["game"]["phase"] == "colour")
    with pytest.raises(Refused, match="not-your-decision"):
        await other.act("choose", move="-")
    with pytest.raises(Refused, match="stale"):
        await active.act("choose", move="-", version=version)
    await active.act("choose", move="-")
    view = await other.until(lambda view: view["game"]["turn"] == 2)
    assert view["game"]["last"]["misthrow"]


@in_loop
async def test_an_action_sent_twice_is_done_once(server: Server) -> None:
    anna, bert = await started(server)
    active = anna if anna.you["asked"] == "roll" else bert
    version = active.view["version"]
    first = await active.act("roll", action_id="my roll")
    again = await active.act("roll", action_id="my roll", version=version)
    assert first == again == version + 1
    await active.disconnect()
    await active.connect()
    assert await active.act("roll", action_id="my roll", version=version) == first
    assert active.view["version"] == first
    assert active.view["game"]["phase"] == "white"


@in_loop
async def test_spectators_see_what_everybody_may_see(server: Server) -> None:
    anna, bert = await started(server)
    async with Player(server.address, anna.code) as zoe:
        assert zoe.view["you"] is None
        for kind, more in {
            "roll": {},
            "choose": {"move": "-"},
            "start": {},
            "rematch": {},
            "withdraw": {},
            "leave": {},
            "commit": {"game": zoe.view["fair"]["game"], "commitment": "0" * 64},
        }.items():
            with pytest.raises(Refused, match="not-seated"):
                await zoe.act(kind, **more)
        with pytest.raises(Refused, match="wrong-stage"):
            await zoe.act("sit", name="Zoe", seat=None)
        await anna.until(lambda view: view["spectators"] == 1)
        await asyncio.gather(anna.play(Random(8)), bert.play(Random(9)))
        view = await zoe.until(lambda view: view["stage"] == "over")
        mine = {**anna.view, "you": None}
        assert {**view, "link": ""} == {**mine, "link": ""}
    await anna.until(lambda view: view["spectators"] == 0)


@in_loop
async def test_two_tabs_show_the_same_seat(server: Server) -> None:
    anna, bert = await started(server)
    async with Player(server.address, anna.code, anna.secret) as tab:
        tab.seals = False
        assert tab.view == anna.view
        await asyncio.gather(anna.play(Random(10)), tab.play(Random(11)), bert.play(Random(12)))
        assert tab.view["result"] == anna.view["result"]
        assert anna.view["spectators"] == 0


@in_loop
async def test_a_seat_moves_to_another_device(server: Server) -> None:
    anna, bert = await started(server)
    ticket = new_secret()
    await anna.act("ticket", ticket=ticket)
    phone = Player(server.address, anna.code, ticket=ticket)
    await phone.connect()
    assert phone.you["seat"] == 0
    with pytest.raises(Bye, match="moved"):
        await anna.until(lambda view: view["stage"] == "over")
    async with Player(server.address, anna.code, ticket=ticket) as thief:
        assert thief.view["you"] is None
    await anna.connect()
    assert anna.view["you"] is None
    await asyncio.gather(phone.play(Random(13)), bert.play(Random(14)))


@in_loop
async def test_the_host_leaves_and_a_bot_plays_on(server: Server) -> None:
    anna, bert = await started(server)
    await anna.act("leave")
    view = await bert.until(lambda view: view["host"] == 1)
    assert view["seats"][0]["kind"] == "bot"
    assert view["seats"][0]["name"] == "Anna"
    assert anna.bye is None
    await anna.until(lambda view: view["you"] is None)
    view = await bert.play(Random(15))
    await bert.act("reopen")
    view = await bert.until(lambda view: view["stage"] == "lobby")
    assert view["game"] is None
    await bert.act("remove", seat=0)
    await bert.until(lambda view: view["seats"][0]["kind"] == "free")


@in_loop
async def test_the_host_removes_a_player_and_hands_over(server: Server) -> None:
    anna, bert = await two_players(server, seats=3)
    async with Player(server.address, anna.code) as carl:
        await carl.act("sit", name="Carl", seat=2)
        await anna.until(lambda view: view["seats"][2]["name"] == "Carl")
        await anna.act("remove", seat=1)
        with pytest.raises(Bye, match="removed"):
            await bert.until(lambda view: view["stage"] == "over")
        await anna.act("host", seat=2)
        view = await carl.until(lambda view: view["host"] == 2)
        assert view["seats"][1]["kind"] == "free"
        with pytest.raises(Refused, match="not-host"):
            await anna.act("start")
        await carl.act("start")
        # The free seat is gone, so Carl's is the second one now, and he is host still.
        view = await carl.until(lambda view: view["stage"] == "playing")
        assert [seat["name"] for seat in view["seats"]] == ["Anna", "Carl"]
        assert view["host"] == view["you"]["seat"] == 1


@in_loop
async def test_a_bot_plays_for_an_absent_player_until_they_return(server: Server) -> None:
    anna, bert = await started(server)
    with pytest.raises(Refused, match="not-away"):
        await anna.act("take-over", seat=1, level="random")
    await bert.disconnect()
    await anna.until(lambda view: view["seats"][1]["presence"] == "away")
    await anna.act("take-over", seat=1, level="random")
    view = await anna.until(lambda view: view["seats"][1]["bot"] == "random")
    assert view["seats"][1]["kind"] == "player"
    await anna.play(Random(16), until_turn=4)
    await bert.connect()
    view = await anna.until(lambda view: view["seats"][1]["presence"] == "here")
    assert view["seats"][1]["bot"] is None
    await asyncio.gather(anna.play(Random(17)), bert.play(Random(18)))


@in_loop
async def test_a_host_who_stays_away_is_replaced(server: Server) -> None:
    anna, bert = await started(server)
    await anna.disconnect()
    assert (await bert.until(lambda view: view["host"] == 1))["you"]["seat"] == 1


@in_loop
async def test_a_pass_without_a_choice_is_automatic_unless_switched_off(
    server: Server,
) -> None:
    anna, bert = await started(server)
    wishes = {"autoPass": False, "autoRoll": True, "pace": "normal"}
    await anna.act("preferences", preferences=wishes)
    assert (await anna.until(lambda view: view["you"]["preferences"] == wishes))["you"]["seat"] == 0
    assert bert.you["preferences"] == {"autoPass": True, "autoRoll": False, "pace": "normal"}
    # Anna's dice are thrown for her; she is asked even where she can only pass.
    asked_for_nothing = 0

    async def plays(player: Player) -> None:
        nonlocal asked_for_nothing
        rng = Random(19)
        while True:
            view = await player.until(
                lambda view: (
                    view["stage"] == "over"
                    or (
                        view["you"]["asked"] in ("white", "colour")
                        and view["you"]["answer"] is None
                    )
                )
            )
            if view["stage"] == "over":
                return
            moves = [offer["move"] for offer in view["you"]["offers"]]
            asked_for_nothing += not moves
            assert view["you"]["autoIn"] is None
            await player.act("choose", move=rng.choice(moves or ["-"]))

    await asyncio.gather(plays(anna), bert.play(Random(20)))
    assert asked_for_nothing


@in_loop
async def test_a_timer_decides_for_a_player_who_does_not(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret, timer=1, bots=("random",), start=True)
    async with Player(server.address, code, secret) as anna:
        await anna.until(lambda view: view["stage"] == "playing")
        assert 0 <= anna.view["game"]["remaining"] <= 1000
        await anna.until(lambda view: view["game"]["turn"] >= 3)
        # No bot decides for a player who is here: she has rolled, and passed ever since.
        assert anna.view["game"]["cards"][0]["misthrows"] == 1
        assert all(not row["crosses"] for row in anna.view["game"]["cards"][0]["rows"])


@in_loop
async def test_a_player_who_seals_nothing_does_not_hold_up_the_start(server: Server) -> None:
    anna, bert = await two_players(server)
    bert.seals = False
    await anna.until(lambda view: view["seats"][1]["kind"] == "player")
    await anna.act("start")
    view = await anna.until(lambda view: view["stage"] == "playing")
    parts = {part["seat"]: part for part in view["fair"]["parts"]}
    assert parts[0]["part"] == anna.parts[view["fair"]["game"]]
    assert parts[1]["excused"]
    assert parts[1]["part"] is None


@in_loop
async def test_nothing_secret_is_in_any_message(server: Server) -> None:
    anna, bert = await started(server)
    async with Player(server.address, anna.code) as zoe:
        await asyncio.gather(anna.play(Random(21)), bert.play(Random(22)))
        await zoe.until(lambda view: view["stage"] == "over")
        seed = anna.view["fair"]["secret"]
        people = (anna, bert, zoe)
        for player in people:
            for text in player.heard:
                if json.loads(text).get("stage") != "over":
                    assert seed not in text
                assert not any(other.secret in text for other in people)
