"""Servers are killed at random moments. Acknowledged actions are there, once, and games go on."""

import asyncio
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.checking import check, read_log
from tests.faults.party import Party
from tests.faults.reviewing import Reviewing
from tests.server.client import bounded
from tests.server.cluster import RedisServer
from tests.server.running import Server, fixed_port

# Two people, three people, or two people and a bot.
TABLES = ((2, ()), (3, ()), (3, ("random",)))


async def kill_again_and_again(
    nodes: list[Server], parties: list[Party], kills: int, rng: Random, enough: asyncio.Event
) -> None:
    def acknowledged() -> int:
        return sum(len(player.acks) for party in parties for player in party.people)

    for _ in range(kills):
        # From a server that has hardly started to one in the middle of everything, however slow the
        # machine is.
        goal = acknowledged() + rng.choice([0, rng.randrange(30)])
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                while acknowledged() < goal:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(0.0, 0.2))
        node = rng.choice(nodes)
        node.kill()
        await asyncio.to_thread(node.start)
    enough.set()


async def torment(nodes: list[Server], database: str, kills: int, rng: Random) -> None:
    enough = asyncio.Event()
    parties = [await Party.sit_down(nodes, rng, seats, bots, enough) for seats, bots in TABLES]
    reviewing = Reviewing(nodes, parties)
    await asyncio.gather(
        kill_again_and_again(nodes, parties, kills, rng, enough),
        reviewing.ask_now_and_then(enough),
        *(party.play() for party in parties),
    )
    games, did = 0, Counter[str]()
    for party in parties:
        games += check(nodes[0], party, await read_log(database, party.code))
        did += party.done
        for player in party.people:
            await player.disconnect()
    await reviewing.ask_at_last()
    everybody = [player for party in parties for player in party.people]
    print(  # noqa: T201  (what a long run wants to know)
        f"{kills} kills, {games} games, {sum(len(p.acks) for p in everybody)} acknowledged "
        f"actions, {sum(p.returns for p in everybody)} times back, {reviewing}: "
        f"nothing lost, nothing twice; among them {dict(did)}"
    )


def run(nodes: list[Server], database: str, kills: int, seed: int) -> None:
    print(f"--seed={seed} --kills={kills}")  # noqa: T201  (how to do it again)
    # A bound for hanging; the normal time depends on the machine.
    asyncio.run(bounded(torment(nodes, database, kills, Random(seed)), 120 + 20 * kills))


def test_a_server_that_is_killed_again_and_again_loses_nothing(
    tmp_path: Path, kills: int, seed: int
) -> None:
    with Server(tmp_path, port=fixed_port()) as server:
        run([server], f"sqlite:///{server.database}", kills, seed)


def test_nodes_that_are_killed_in_turn_lose_nothing(
    tmp_path: Path, postgres_process: Any, redis: RedisServer, kills: int, seed: int
) -> None:
    url = postgres_process.get_uri()
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(Server(tmp_path, "--redis", redis.url, url=url, port=fixed_port()))
            for _ in range(3)
        ]
        run(nodes, url, max(2, kills // 3), seed)
