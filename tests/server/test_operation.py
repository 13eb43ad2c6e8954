"""The operator's sources of information: readiness, metrics and logs."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from qwixx.cli import main
from qwixx.table.lobby import Opened
from tests.server.client import GOOD, Player, Refused, in_loop, new_secret, open_table, request
from tests.server.cluster import RedisServer
from tests.server.running import Server
from tests.server.watching import children, figures, readiness, stored, until_ready


@in_loop
async def test_the_metrics_count_events(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        anna, zoe = Player(server.address, code, secret), Player(server.address, code)
        await anna.connect()
        await zoe.connect()
        await anna.play(Random(1), until_turn=3)
        with pytest.raises(Refused, match=r"stale|wrong-phase|wrong-number"):
            await anna.act("choose", move="b99")
        await anna.send("nonsense")
        await anna.act("rename", name="Anna")
        now = figures(server)
        assert now["qwixx_tables"] == 1
        assert now["qwixx_players_connected"] == 1
        assert now["qwixx_spectators_connected"] == 1
        assert now["qwixx_store_queue"] == 0
        assert now['qwixx_actions_total{kind="rename",result="done"}'] == 1
        assert now['qwixx_actions_total{kind="choose",result="done"}'] >= 2
        assert now['qwixx_actions_total{kind="unknown",result="bad-message"}'] == 1
        assert now['qwixx_errors_total{kind="store"}'] == 0
        done = sum(
            value
            for name, value in now.items()
            if name.startswith("qwixx_actions_total") and "unknown" not in name
        )
        assert now["qwixx_action_seconds_count"] == done
        assert now['qwixx_action_seconds_bucket{le="+Inf"}'] == done
        assert now["qwixx_action_seconds_sum"] > 0
        text = request(server.metrics, "/metrics")[2].decode()
        assert not any(word in text for word in (code, secret, "Anna"))
        await zoe.disconnect()
        while figures(server)["qwixx_spectators_connected"]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def test_a_server_that_can_do_its_work_is_ready(server: Server) -> None:
    assert readiness(server) == (200, "ok")


@in_loop
async def test_a_node_without_redis_is_alive_but_not_ready(
    tmp_path: Path, redis: RedisServer
) -> None:
    with Server(tmp_path, "--redis", redis.url) as server:
        await until_ready(server)
        redis.stop()
        while readiness(server)[0] == 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert readiness(server) == (503, "redis: no messages from other nodes")
        assert figures(server)["qwixx_bus_reliable"] == 0
        assert request(server.address, "/healthz")[0] == 200
        redis.start()
        await until_ready(server)


def test_options_can_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QWIXX_TABLES_PER_ADDRESS", "1")
    monkeypatch.setenv("QWIXX_DATABASE", f"sqlite:///{tmp_path / 'here.db'}")
    monkeypatch.setenv("QWIXX_PORT", "99999")
    command = [sys.executable, "-m", "qwixx", "serve", "--host", "127.0.0.1", "--port", "0"]
    # The flag overrides the variable: no port 99999.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"127.0.0.1:(\d+)", process.stdout.readline())
        assert found
        statuses = [request(found[0], "/api/tables", GOOD)[0] for _ in range(2)]
        process.terminate()
    assert statuses == [201, 429]
    assert (tmp_path / "here.db").exists()
    with pytest.raises(SystemExit) as refused:
        main(["serve"])
    assert refused.value.code == 2
    assert "QWIXX_PORT: expected a whole number from 0 to 65,535" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "text"),
    [("QWIXX_PORT", "eight"), ("QWIXX_KEEP_HOURS", "-1"), ("QWIXX_LOG_FORMAT", "xml")],
)
def test_a_bad_variable_is_named(
    variable: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, text)
    with pytest.raises(SystemExit) as exit_:
        main(["serve"])
    assert exit_.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert variable in said
    assert text in said


def test_the_help_of_every_option_names_its_variable(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    flags = set(re.findall(r" (--[a-z-]+) [A-Z]+ ", text))
    variables = {f"--{name.lower().replace('_', '-')}" for name in re.findall(r"QWIXX_(\w+)", text)}
    assert flags == variables
    assert {"--host", "--port", "--database", "--redis"} <= flags


@in_loop
async def test_the_log_is_one_object_a_line_and_says_nothing_about_people(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Server(tmp_path, "--log-format", "json") as server:
        secret, ticket = new_secret(), new_secret()
        code = open_table(server.address, secret, name="Annabella", bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1), until_turn=2)
            for child in children(server.pid):
                os.kill(child, signal.SIGKILL)
            await anna.play(Random(2), until_turn=4)
            # A table that another program has spoilt: the error must not show what is in it.
            connection = sqlite3.connect(server.database)
            with connection:
                connection.execute("alter table entries rename to hidden")
            with pytest.raises(Refused, match="server-error"):
                await anna.act("rename", name="Annabellina")
            assert request(server.address, "/api/tables", GOOD)[0] == 503
            with connection:
                connection.execute("alter table hidden rename to entries")
            connection.close()
            await anna.act("rename", name="Annabellina")
            await anna.act("ticket", ticket=ticket)
        async with Player(server.address, code, ticket=ticket):
            pass
        # Secrets that a user has put into an address or a request by mistake.
        assert request(server.address, f"/{secret}.js?{ticket}")[0] == 404
        assert request(server.address, "/api/tables", {**GOOD, "bots": [secret]})[0] == 400
        assert server.stop() == 0
        kept = stored(server, code)
    lines = capfd.readouterr().err.splitlines()
    told = [json.loads(line) for line in lines]
    assert all({"at", "level", "logger", "event"} <= set(each) for each in told)
    said = [each["event"] for each in told]
    for expected in ("serving", "the database fails", "the database works again", "stopping"):
        assert any(expected in event for event in said), (expected, said)
    assert isinstance(kept[0].event, Opened)
    registry = (kept[0].event.person, kept[0].event.secret)
    for private in ("Annabell", secret, ticket, *registry, "127.0.0.1"):
        assert not any(private in line for line in lines), private
