"""Servers killed at random moments: what was acknowledged is there, once, and games go on."""

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.faults.playing import check, play_game_after_game, read_log, sit_down
from tests.server.cluster import RedisServer, running_postgres
from tests.server.running import Server

# Two people; three people; two people and a bot.
TABLES = ((2, ()), (3, ()), (3, ("random",)))


async def kill_again_and_again(
    nodes: list[Server], kills: int, rng: Random, enough: asyncio.Event
) -> None:
    for _ in range(kills):
        # From a server that has hardly started to one in the middle of everything.
        await asyncio.sleep(rng.uniform(0.0, 0.8))
        node = rng.choice(nodes)
        node.kill()
        await asyncio.to_thread(node.start)
    enough.set()


async def torment(nodes: list[Server], database: str, kills: int, rng: Random) -> None:
    tables = [await sit_down(nodes, rng, seats, bots) for seats, bots in TABLES]
    enough = asyncio.Event()
    work = (play_game_after_game(players, enough) for players in tables)
    await asyncio.gather(kill_again_and_again(nodes, kills, rng, enough), *work)
    games = 0
    for players in tables:
        games += check(nodes[0], players, await read_log(database, players[0].code))
        for player in players:
            await player.go()
    everybody = [player for players in tables for player in players]
    print(  # noqa: T201  (what a long run wants to know)
        f"{kills} kills, {games} games, {sum(len(p.acks) for p in everybody)} acknowledged "
        f"actions, {sum(p.returns for p in everybody)} times back: nothing lost, nothing twice"
    )


def at_fixed_port(server: Server) -> Server:
    """Where no outgoing connection may have its end: those who knock at a dead server's door must
    not take its place, nor meet themselves."""
    for port in Random().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                server.port = port
                return server
    raise AssertionError("no free port")


def run(nodes: list[Server], database: str, kills: int, seed: int) -> None:
    print(f"--seed={seed} --kills={kills}")  # noqa: T201  (how to do it again)
    # A bound for what hangs; how long it takes says more about the machine.
    asyncio.run(asyncio.wait_for(torment(nodes, database, kills, Random(seed)), 120 + 20 * kills))


def test_one_server_is_killed_again_and_again(tmp_path: Path, kills: int, seed: int) -> None:
    with at_fixed_port(Server(tmp_path)) as server:
        run([server], f"sqlite:///{server.database}", kills, seed)


def test_of_three_nodes_one_after_the_other_is_killed(
    tmp_path: Path, kills: int, seed: int
) -> None:
    with ExitStack() as stack:
        postgres = stack.enter_context(running_postgres(tmp_path / "postgres"))
        redis = stack.enter_context(RedisServer(tmp_path))
        nodes = [
            stack.enter_context(at_fixed_port(Server(tmp_path, "--redis", redis.url, url=postgres)))
            for _ in range(3)
        ]
        run(nodes, postgres, max(2, kills // 3), seed)
