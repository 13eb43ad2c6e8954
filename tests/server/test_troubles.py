"""A full disk, a read-only database, and a database that goes away and comes back.

Views show the trouble, no action is done by half, and games go on without a restart as soon as the
database works.
"""

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from qwixx.notation import read_record
from qwixx.table.verify import problems
from tests.server.client import GOOD, Bye, Player, Refused, in_loop, new_secret, open_table, request
from tests.server.cluster import postgres_server
from tests.server.full_disk import full_disk
from tests.server.running import Server
from tests.server.watching import figures, readiness, stored, until_ready


async def refused_with(player: Player, code: str) -> None:
    with pytest.raises(Refused, match=code):
        await player.act("rename", name="Never", action_id="while in trouble")


async def play_to_the_end(server: Server, player: Player) -> None:
    await player.play(Random(2))
    text = request(server.address, f"/api/tables/{player.code}/record")[2].decode()
    assert list(problems(read_record(text))) == []


@in_loop
async def test_a_full_disk_pauses_games_and_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1), until_turn=3)
            with full_disk(server):
                await refused_with(anna, "server-error")
                assert request(server.address, "/api/tables", GOOD)[0] == 503
                assert request(server.address, "/healthz")[0] == 200
                # A new spectator can still watch.
                async with Player(server.address, code) as zoe:
                    assert zoe.view["game"]["turn"] >= 3
            assert figures(server)['qwixx_errors_total{kind="store"}'] >= 2
            await until_ready(server)
            await anna.act("rename", name="Anna again", action_id="while in trouble")
            await play_to_the_end(server, anna)
        asked = [entry for entry in stored(server, code) if entry.action == "while in trouble"]
        assert len(asked) == 1


@in_loop
async def test_no_player_is_excluded_from_the_dice_while_writing_fails(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, seats=2)
        async with (
            Player(server.address, code, secret) as anna,
            Player(server.address, code) as bert,
        ):
            bert.seals = False
            await bert.act("sit", name="Bert", seat=None)
            await anna.act("start")
            with full_disk(server):
                bert.seals = True
                await bert.send(bert.hello())  # so that he is shown the table, and commits
                for player in (anna, bert):  # she only waits, and sees it as well
                    await player.until(lambda view: view["troubled"])
                await asyncio.sleep(2.5)  # longer than a browser may take to seal its part
            for player in (anna, bert):
                await player.until(lambda view: view["stage"] == "playing")
                await player.until(lambda view: not view["troubled"])
            fair = anna.view["fair"]
            assert not any(part["excused"] for part in fair["parts"])
            assert fair["restarts"] == []


@in_loop
async def test_a_read_only_database_pauses_games(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1), until_turn=3)
    read_only = f"sqlite:///file:{server.database}?mode=ro&uri=true"
    with Server(tmp_path, url=read_only) as server:
        assert readiness(server) == (503, "database: attempt to write a readonly database")
        async with Player(server.address, code, secret) as anna:
            assert anna.view["game"]["turn"] >= 3
            await refused_with(anna, "server-error")
        assert request(server.address, "/api/tables", GOOD)[0] == 503


@in_loop
async def test_a_locked_database_pauses_games(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        async with Player(server.address, code, secret) as anna:
            await anna.act("rename", name="Anna")  # all that her coming writes is written
            other = sqlite3.connect(server.database, isolation_level=None)
            other.execute("begin immediate")
            await refused_with(anna, "server-error")
            other.execute("rollback")
            other.close()
            await anna.act("rename", name="Anna again", action_id="while in trouble")
            assert anna.view["seats"][0]["name"] == "Anna again"


@in_loop
async def test_games_go_on_when_the_database_is_back(tmp_path: Path) -> None:
    with (
        TemporaryDirectory(prefix="qwixx-") as folder,
        postgres_server(Path(folder)) as postgres,
        Server(tmp_path, url=postgres.get_uri()) as server,
    ):
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1), until_turn=3)
            # Connected clients would hold up a polite stop.
            postgres.get_postmaster_info().process.send_signal(3)
            postgres.get_postmaster_info().process.wait(20)
            await refused_with(anna, "server-error")
            assert readiness(server)[0] == 503
            assert readiness(server)[1].startswith("database: ")
            assert request(server.address, "/api/tables", GOOD)[0] == 503
            with pytest.raises(Bye):  # a table that is not in memory cannot be shown now …
                await Player(server.address, "CDFGHJ").connect()
            async with Player(server.address, code) as zoe:  # … but one that is can be
                assert zoe.view["game"]["turn"] >= 3
            postgres.ensure_postgres_running()
            await until_ready(server)
            await anna.act("rename", name="Anna again", action_id="while in trouble")
            await asyncio.wait_for(play_to_the_end(server, anna), 30)
