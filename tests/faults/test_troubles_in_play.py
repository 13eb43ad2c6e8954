"""Disks, databases, a Redis and a clock that fail while people play.

No acknowledged action is lost, everybody sees the trouble, and play goes on by itself.
"""

import asyncio
import signal
import struct
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.checking import check, read_log
from tests.faults.clock_at_will import set_clock
from tests.faults.party import Party
from tests.server.client import bounded
from tests.server.cluster import RedisServer, execute
from tests.server.full_disk import full_disk, unwritable_disk
from tests.server.running import Server, fixed_port
from tests.server.watching import readiness, until_ready

# Two people; two people and a bot.
TABLES: tuple[tuple[int, tuple[str, ...]], ...] = ((2, ()), (3, ("random",)))
DAY = 24 * 3600.0
Trouble = Callable[[], AbstractAsyncContextManager[object]]


async def play_through(
    nodes: list[Server], database: str, trouble: Trouble, seconds: float, seed: int, *, tells: bool
) -> list[Party]:
    """Plays at two tables before, during and after a trouble that views announce."""
    rng, enough = Random(seed), asyncio.Event()
    parties = [await Party.sit_down(nodes, rng, seats, bots, enough) for seats, bots in TABLES]
    parties[0].restless = False  # so that it is always a person's turn there
    people = [player for party in parties for player in party.people]

    async def troubled() -> None:
        await asyncio.sleep(0.5)
        async with trouble(), asyncio.timeout(20 + seconds):
            await asyncio.sleep(seconds)
            while tells and not all(each.warned or each.moving for each in people):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)
        enough.set()

    await asyncio.gather(troubled(), *(party.play() for party in parties))
    for party in parties:
        check(nodes[0], party, await read_log(database, party.code))
    for player in people:
        await player.until(lambda view: not view["troubled"])
        await player.disconnect()
    for node in nodes:
        await until_ready(node)
    return parties


def run(
    nodes: list[Server],
    database: str,
    trouble: Trouble,
    seconds: float,
    seed: int,
    *,
    tells: bool = False,
) -> None:
    print(f"--seed={seed} --frozen={seconds}")  # noqa: T201  (how to do it again)
    playing = play_through(nodes, database, trouble, seconds, seed, tells=tells)
    parties = asyncio.run(bounded(playing, 120 + 4 * seconds))
    people = [player for party in parties for player in party.people]
    print(  # noqa: T201  (what a long run wants to know)
        f"{sum(len(player.acks) for player in people)} acknowledged actions, nothing lost; "
        f"told {sum(player.told for player in people)} times, "
        f"{sum(player.warned for player in people)} of {len(people)} warned, "
        f"{sum(player.returns for player in people)} times back"
    )


async def not_ready(node: Server, why: str) -> None:
    """Waits until the server reports that reason at `/readyz`."""
    async with asyncio.timeout(20):
        while True:
            status, text = await asyncio.to_thread(readiness, node)
            if status == 503:
                assert text.startswith(why)
                return
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("fails", [full_disk, unwritable_disk])
def test_a_failing_disk_loses_no_acknowledged_action(
    tmp_path: Path,
    fails: Callable[[Server], AbstractContextManager[None]],
    frozen: float,
    seed: int,
) -> None:
    with Server(tmp_path) as server:

        @asynccontextmanager
        async def failing() -> AsyncIterator[None]:
            with fails(server):
                await not_ready(server, "database: ")
                yield

        run([server], f"sqlite:///{server.database}", failing, frozen, seed, tells=True)


def test_a_read_only_postgres_loses_no_acknowledged_action(
    tmp_path: Path, postgres_process: Any, frozen: float, seed: int
) -> None:
    with Server(tmp_path, url=postgres_process.get_uri()) as server:

        @asynccontextmanager
        async def read_only() -> AsyncIterator[None]:
            alter, reload = "alter system {}".format, "select pg_reload_conf()"
            url, setting = postgres_process.get_uri(), "default_transaction_read_only"
            await execute(url, alter(f"set {setting} = on"), reload)
            try:
                await not_ready(server, "database: ")
                yield
            finally:
                await execute(url, alter(f"reset {setting}"), reload)

        run([server], postgres_process.get_uri(), read_only, frozen, seed, tells=True)


@asynccontextmanager
async def stopped(processes: Iterable[Any]) -> AsyncIterator[None]:
    """They are there, and do nothing."""
    still = list(processes)
    for process in still:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed(still):
            process.send_signal(signal.SIGCONT)


def test_a_frozen_postgres_loses_no_acknowledged_action(
    tmp_path: Path, postgres_process: Any, frozen: float, seed: int
) -> None:
    with Server(tmp_path, url=postgres_process.get_uri()) as server:
        process = postgres_process.get_postmaster_info().process

        @asynccontextmanager
        async def still() -> AsyncIterator[None]:
            async with stopped([process, *process.children(recursive=True)]):
                await not_ready(server, "database: no answer within a second")
                yield

        # For a while they wait, and see that they do.
        run([server], postgres_process.get_uri(), still, frozen, seed, tells=frozen > 20)


def test_a_frozen_redis_loses_no_acknowledged_action(
    tmp_path: Path, postgres_process: Any, redis: RedisServer, frozen: float, seed: int
) -> None:
    """Nodes read the database instead, so players notice nothing."""
    url = postgres_process.get_uri()
    with (
        Server(tmp_path, "--redis", redis.url, url=url) as one,
        Server(tmp_path, "--redis", redis.url, url=url) as other,
    ):

        @asynccontextmanager
        async def still() -> AsyncIterator[None]:
            async with stopped([redis.process]):
                for node in (one, other):
                    await not_ready(node, "redis: ")
                yield

        run([one, other], url, still, frozen, seed)


def test_a_clock_that_is_set_changes_no_game(tmp_path: Path, frozen: float, seed: int) -> None:
    """A day ahead, a day behind, and a start with either: nothing waits, and nothing is deleted."""
    clock = tmp_path / "clock"
    clock.write_bytes(struct.pack("d", 0.0))
    server = Server(tmp_path, port=fixed_port())
    server.program = ("tests.faults.clock_at_will", str(clock))
    with server:

        @asynccontextmanager
        async def set_again_and_again() -> AsyncIterator[None]:
            for days in (1, -1):
                set_clock(clock, days * DAY)
                await asyncio.sleep(frozen / 4)
                server.kill()
                await asyncio.to_thread(server.start)
                await asyncio.sleep(frozen / 4)
            set_clock(clock, 0.0)
            yield

        run([server], f"sqlite:///{server.database}", set_again_and_again, frozen / 4, seed)
