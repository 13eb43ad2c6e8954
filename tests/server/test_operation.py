"""What whoever runs the server sees of it: ready or not, figures, logs."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from tests.server.client import Player, Refused, in_loop, new_secret, open_table, request
from tests.server.running import Server


def figures(server: Server) -> dict[str, float]:
    """The metrics by name and labels, read as strictly as Prometheus does."""
    status, headers, body = request(server.address, "/metrics")
    assert status == 200
    assert headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, float] = {}
    declared: set[str] = set()
    for line in body.decode().splitlines():
        kind = re.fullmatch(r"# TYPE (\w+) (counter|gauge|histogram)", line)
        if kind:
            declared.add(kind[1])
        elif not line.startswith("# HELP "):
            sample = re.fullmatch(r'((\w+)(\{(\w+="[\w+.-]+",?)+\})?) ([\d.e+-]+)', line)
            assert sample, line
            assert re.sub("_(bucket|sum|count)$", "", sample[2]) in declared
            found[sample[1]] = float(sample[5])
    return found


@in_loop
async def test_the_metrics_tell_what_happens(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        anna, zoe = Player(server.address, code, secret), Player(server.address, code)
        await anna.come()
        await zoe.come()
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
        text = request(server.address, "/metrics")[2].decode()
        assert not any(word in text for word in (code, secret, "Anna"))
        await zoe.go()
        while figures(server)["qwixx_spectators_connected"]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def test_a_server_that_can_do_its_work_is_ready(server: Server) -> None:
    assert request(server.address, "/readyz")[0::2] == (200, b"ok\n")
