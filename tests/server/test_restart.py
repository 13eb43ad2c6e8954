"""Games survive a server that is killed or stopped, and actions that are sent twice."""

import asyncio
import os
import signal
import sqlite3
from pathlib import Path
from random import Random

import pytest

from qwixx.notation import read_record
from qwixx.table.verify import problems
from tests.server.client import Bye, Player, in_loop, new_secret, open_table, request
from tests.server.running import Server, fixed_port
from tests.server.watching import children, stored


@in_loop
async def test_a_server_killed_during_a_game_loses_nothing(tmp_path: Path) -> None:
    rng = Random(1)
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret, seats=3, bots=("random",))
        anna, bert = Player(server.address, code, secret), Player(server.address, code)
        await anna.connect()
        await bert.connect()
        await bert.act("sit", name="Bert", seat=None)
        await anna.until(lambda view: view["seats"][2]["kind"] == "player")
        await anna.act("start")
        turn = 2
        for _ in range(2):
            await asyncio.gather(anna.play(rng, until_turn=turn), bert.play(rng, until_turn=turn))
            if anna.view["stage"] == "over":
                break
            before = anna.view
            server.kill()
            with pytest.raises(Bye, match="closed"):
                await anna.until(lambda view: view["version"] < 0)
            server.start()
            await anna.connect()
            await bert.connect()
            assert anna.view["version"] >= before["version"]
            assert anna.view["game"]["cards"] == before["game"]["cards"] or (
                anna.view["version"] > before["version"]
            )
            names = [seat["name"] for seat in anna.view["seats"]]
            assert names == [seat["name"] for seat in before["seats"]]
            assert anna.you["seat"] == 0
            turn += 2
        await asyncio.gather(anna.play(rng), bert.play(rng))
        _, _, text = request(server.address, f"/api/tables/{code}/record")
        record = read_record(text.decode())
        assert list(problems(record)) == []
        assert list(record.game.scores) == [c["total"] for c in anna.view["game"]["cards"]]
        actions = [entry.action for entry in stored(server, code) if entry.action]
        assert len(actions) == len(set(actions))


@in_loop
async def test_acknowledged_actions_survive_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        anna = Player(server.address, code, secret)
        anna.seals = False
        await anna.connect()
        for number in range(3):
            await anna.act("rename", name=f"Anna {number}", action_id=f"rename {number}")
            server.kill()
            assert [e.action for e in stored(server, code)][-1] == f"rename {number}"
            server.start()
            await anna.connect()
            assert anna.view["seats"][0]["name"] == f"Anna {number}"
            # Sent again because the answer might have been lost: done once.
            version = anna.view["version"]
            await anna.act("rename", name=f"Anna {number}", action_id=f"rename {number}")
            assert anna.view["version"] == version


@in_loop
async def test_a_server_killed_while_dice_are_entered_loses_nothing(
    tmp_path: Path,
) -> None:
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret, dice="real")
        anna, bert = Player(server.address, code, secret), Player(server.address, code)
        for player in (anna, bert):
            await player.connect()
        await bert.act("sit", name="Bert", seat=None)
        await anna.act("start")

        async def kill() -> None:
            server.kill()
            server.start()
            for player in (anna, bert):
                await player.connect()

        # During the six taps, which are not stored, and during the action of the last one.
        await anna.send('{"type": "tap", "roll": "41/3---"}')
        version = anna.version
        await anna.send(anna.action("enter", "entered", roll="41/3256"))
        await kill()
        await anna.act("enter", action_id="entered", version=version, roll="41/3256")
        assert [entry.action for entry in stored(server, code)].count("entered") == 1
        assert anna.view["real"]["entered"]["by"] == 0
        # After that it is corrected, and answered.
        await bert.act("correct", roll="42/3256")
        await bert.act("choose", move="r6")
        await kill()
        assert anna.view["game"]["roll"]["text"] == "42/3256"
        assert bert.you["answer"] == "r6"
        assert not anna.view["real"]["entered"]["free"]


@in_loop
async def test_a_server_that_stops_asks_pages_to_reconnect(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        anna = Player(server.address, code, secret)
        await anna.connect()
        stopping = asyncio.get_running_loop().run_in_executor(None, server.stop)
        with pytest.raises(Bye, match="restarting"):
            await anna.until(lambda view: view["version"] < 0)
        await stopping
        server.start()
        await anna.connect()
        assert anna.you["seat"] == 0


@in_loop
async def test_a_table_that_nobody_uses_is_deleted(tmp_path: Path) -> None:
    with Server(tmp_path, "--keep-hours", "1") as server:
        codes = [open_table(server.address, new_secret()) for _ in range(3)]
        server.stop()
        connection = sqlite3.connect(server.database)
        with connection:
            connection.execute("update tables set touched = 0 where code = ?", [codes[0]])
        connection.close()
        server.start()
        while stored(server, codes[0]):  # noqa: ASYNC110  (another process deletes it)
            await asyncio.sleep(0.05)
        with pytest.raises(Bye, match="no-such-table"):
            await Player(server.address, codes[0]).connect()
        await Player(server.address, codes[1]).connect()
        assert len(stored(server, codes[2])) == 1


@in_loop
async def test_dead_and_unknown_bots_do_not_hold_up_a_game(
    tmp_path: Path,
) -> None:
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        anna = Player(server.address, code, secret)
        await anna.connect()
        await anna.play(Random(1), until_turn=3)
        for child in children(server.pid):
            os.kill(child, signal.SIGKILL)
        await anna.play(Random(2), until_turn=5)
        server.kill()
        # As if it had been played with a bot that another version knew.
        connection = sqlite3.connect(server.database)
        with connection:
            renamed = """cast(replace(entry, '["random",', '["gone",') as blob)"""
            connection.execute(f"update entries set entry = {renamed} where position = 1")
        connection.close()
        server.start()
        await anna.connect()
        assert anna.view["seats"][1]["bot"] == "gone"
        await anna.play(Random(3))
