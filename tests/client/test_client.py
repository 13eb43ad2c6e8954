"""The client for programs: typed views, answers to actions, and reconnecting."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from qwixx import read_position
from qwixx.bots import load_bot
from qwixx.client import Bye, Client, Refused, ask, new_secret, open_table, request
from qwixx.client import play as play_on
from qwixx.notation import read_record
from qwixx.protocol.views import LobbyView, OverView, PlayingView
from qwixx.table.verify import problems
from tests.server.client import Player, in_loop
from tests.server.running import Server, fixed_port


async def play(client: Client, rng: Random) -> OverView:
    """Plays at random to the end of the game, through all interruptions."""
    while True:
        view = await client.until_with_retry(
            lambda view: (
                isinstance(view, OverView)
                or (view.you is not None and view.you.asked and view.you.answer is None)
            )
        )
        if isinstance(view, OverView):
            return view
        assert isinstance(view, PlayingView)
        assert view.you
        try:
            if view.you.asked == "roll":
                await client.act_with_retry("roll", version=view.version)
            else:
                moves = [offer.move for offer in view.you.offers] or ["-"]
                await client.act_with_retry("choose", version=view.version, move=rng.choice(moves))
        except Refused as refused:
            assert refused.code in ("stale", "wrong-phase", "wrong-stage"), refused.code
            await client.until_with_retry(lambda view, seen=view.version: view.version > seen)  # type: ignore[misc]


@in_loop
async def test_two_programs_play_a_game_whose_server_is_killed_twice(tmp_path: Path) -> None:
    rng = Random(11)
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret, name="Ada")
        async with (
            Client(server.address, code, secret) as ada,
            Client(server.address, code) as bob,
        ):
            assert isinstance(ada.view, LobbyView)
            assert bob.view.you is None
            with pytest.raises(Refused, match="name-taken"):
                await bob.act("sit", name="Ada", seat=None)
            await bob.act("sit", name="Bob", seat=None)
            await ada.until(lambda view: view.seats[1].kind == "player")
            await ada.act("start")

            async def kill() -> None:
                for _ in range(2):
                    await asyncio.sleep(0.3)
                    server.kill()
                    await asyncio.to_thread(server.start)

            over, *_ = await asyncio.gather(play(ada, rng), play(bob, rng), kill())
            assert over.result.number == 1
            assert [seat.name for seat in over.seats] == ["Ada", "Bob"]
            record = read_record(request(server.address, f"/api/tables/{code}/record")[2].decode())
            assert list(record.game.scores) == [card.total for card in over.game.cards]
            # Both had a share in the dice.
            assert record.headers["DiceParts"] == (
                *(client.parts[over.game.id] for client in (ada, bob)),
            )
            assert list(problems(record)) == []


@in_loop
async def test_a_bot_needs_only_its_position_and_its_seat_is_marked(
    server: Server,
) -> None:
    rng, bot = Random(5), load_bot("greedy")
    secret = new_secret()
    code = open_table(server.address, secret, name="Ada")
    async with (
        Player(server.address, code, secret) as ada,
        Client(server.address, code) as robot,
    ):
        await robot.act("sit", name="Robot", seat=None)
        await ada.act("preferences", preferences={"autoPass": False, "autoRoll": False})
        await robot.act("preferences", preferences={"autoPass": False, "autoRoll": False})
        await ada.until(lambda view: view["seats"][1]["kind"] == "player")
        await ada.act("start")

        async def think() -> None:
            while True:
                view = await robot.until(
                    lambda view: (
                        isinstance(view, OverView)
                        or (view.you is not None and view.you.asked and view.you.answer is None)
                    )
                )
                assert view.you
                if isinstance(view, OverView):
                    assert read_position(view.you.position).scores == (
                        *(card.total for card in view.game.cards),
                    )
                    return
                if view.you.asked == "roll":
                    await robot.act("roll")
                else:
                    game = read_position(view.you.position)
                    await robot.act("choose", move=str(bot.choose(game, view.you.seat, rng)))

        await asyncio.gather(ada.play(rng), think())
        assert [seat.get("program", False) for seat in ada.view["seats"]] == [False, True]
        assert not any('"position"' in text for text in ada.heard)
        finished = ask(server.address, f"/api/tables/{code}/games/1")
        assert [seat.get("program", False) for seat in finished["seats"]] == [False, True]
        # A program leaves the table to people: it becomes host only if there are none.
        await ada.act("reopen")
        await ada.act("options", options={"variant": "classic", "seats": 3, "timer": 0})
        async with Player(server.address, code) as bob:
            await bob.act("sit", name="Bob", seat=None)
            await ada.act("leave")
            assert (await bob.until(lambda view: view["seats"][0]["kind"] == "free"))["host"] == 2
            await bob.act("leave")
            assert (await bob.until(lambda view: view["seats"][2]["kind"] == "free"))["host"] == 1


@in_loop
async def test_a_program_lets_real_dice_be_corrected_and_answers_again(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret, dice="real")
    async with Player(server.address, code, secret) as ada, Client(server.address, code) as robot:
        await robot.act("sit", name="Robot", seat=None)
        await ada.until(lambda view: view["seats"][1]["kind"] == "player")
        await ada.act("first", seat=1)
        await ada.act("start")
        bot, rng = load_bot("greedy"), Random(1)
        playing = asyncio.create_task(
            play_on(robot, lambda game, seat: bot.choose(game, seat, rng))
        )
        await ada.act("enter", roll="41/3256")
        await ada.until(lambda view: view["game"]["answered"][1])
        await ada.act("correct", roll="42/3256")
        await ada.until(lambda view: view["game"]["roll"]["text"] == "42/3256")
        await ada.until(lambda view: view["game"]["answered"][1])
        await ada.act("choose", move="-")
        last = (await ada.until(lambda view: view["game"]["turn"] == 2))["game"]["last"]
        assert last["white"][1] in ("r6", "y6", "g6", "b6")
        await robot.disconnect()  # which nobody takes for a line that broke
        with pytest.raises(Bye, match="gone"):
            await playing


@in_loop
async def test_a_moved_seat_shows_whether_a_program_plays_it(server: Server) -> None:
    secret, ticket = new_secret(), new_secret()
    code = open_table(server.address, secret, program=True)
    async with Client(server.address, code, secret) as opener:
        assert opener.view.seats[0].program
        await opener.act("ticket", ticket=ticket)
        async with Player(server.address, code, ticket=ticket) as page:
            assert "program" not in page.view["seats"][0]


@in_loop
async def test_a_client_with_a_final_bye_does_not_reconnect(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret)
    async with Client(server.address, code, secret) as ada, Client(server.address, code) as bob:
        await bob.act("sit", name="Bob", seat=None)
        await ada.until(lambda view: view.seats[1].kind == "player")
        await ada.act("remove", seat=1)
        with pytest.raises(Bye, match="removed"):
            await bob.until_with_retry(lambda _: False)
    with pytest.raises(Bye, match="no-such-table"):
        await Client(server.address, "CDFGHJ").connect()


def test_the_client_needs_nothing_of_the_server() -> None:
    script = "import sys, qwixx.client; print(*[m for m in sys.modules if m.startswith('qwixx')])"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    ).stdout.split()
    assert not [name for name in loaded if name.startswith(("qwixx.server", "qwixx.bots"))]
