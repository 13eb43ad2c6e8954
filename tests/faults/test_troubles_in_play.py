"""A full disk, a database and a Redis that stand still, while people play.

Nothing that was acknowledged is lost, whoever cannot be served is told, and play goes on by itself.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.playing import check, play_game_after_game, read_log, sit_down
from tests.server.cluster import RedisServer, postgres_server
from tests.server.full_disk import full_disk
from tests.server.running import Server
from tests.server.watching import readiness, until_ready

# Two people; two people and a bot.
TABLES: tuple[tuple[int, tuple[str, ...]], ...] = ((2, ()), (3, ("random",)))
Trouble = Callable[[], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def frozen(processes: Iterable[Any]) -> AsyncIterator[None]:
    """They are there, and do nothing."""
    stopped = list(processes)
    for process in stopped:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed(stopped):
            process.send_signal(signal.SIGCONT)


async def play_through(
    nodes: list[Server], database: str, trouble: Trouble, seconds: float, seed: int
) -> None:
    rng = Random(seed)
    tables = [
        await sit_down(nodes, rng, seats, bots) for seats, bots in ((2, ()), (3, ("random",)))
    ]
    enough = asyncio.Event()

    async def troubled() -> None:
        await asyncio.sleep(0.5)
        async with trouble():
            await asyncio.sleep(seconds)
        await asyncio.sleep(0.5)
        enough.set()

    work = (play_game_after_game(players, enough) for players in tables)
    await asyncio.gather(troubled(), *work)
    for players in tables:
        check(nodes[0], players, await read_log(database, players[0].code))
        for player in players:
            await player.go()
    for node in nodes:
        await until_ready(node)


def run(nodes: list[Server], database: str, trouble: Trouble, kills: int, seed: int) -> None:
    seconds = 30.0 if kills > 100 else 2.5  # for longer in the nightly run
    print(f"--seed={seed} --kills={kills}")  # noqa: T201  (how to do it again)
    asyncio.run(
        asyncio.wait_for(play_through(nodes, database, trouble, seconds, seed), 120 + 4 * seconds)
    )


def test_a_disk_that_is_full_for_a_while(tmp_path: Path, kills: int, seed: int) -> None:
    with Server(tmp_path) as server:

        @asynccontextmanager
        async def full() -> AsyncIterator[None]:
            with full_disk(server):
                await asyncio.sleep(0.3)
                assert readiness(server)[0] == 503
                yield

        run([server], f"sqlite:///{server.database}", full, kills, seed)


def test_a_postgres_that_stands_still(tmp_path: Path, kills: int, seed: int) -> None:
    with (
        TemporaryDirectory(prefix="qwixx-") as folder,
        postgres_server(Path(folder)) as postgres,
        Server(tmp_path, url=postgres.get_uri()) as server,
    ):
        process = postgres.get_postmaster_info().process

        def still() -> AbstractAsyncContextManager[None]:
            return frozen([process, *process.children(recursive=True)])

        run([server], postgres.get_uri(), still, kills, seed)


def test_a_redis_that_stands_still(tmp_path: Path, kills: int, seed: int) -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="qwixx-"))
        postgres = stack.enter_context(postgres_server(Path(folder)))
        redis = stack.enter_context(RedisServer(tmp_path))
        nodes = [
            stack.enter_context(Server(tmp_path, "--redis", redis.url, url=postgres.get_uri()))
            for _ in range(2)
        ]
        run(nodes, postgres.get_uri(), lambda: frozen([redis.process]), kills, seed)
