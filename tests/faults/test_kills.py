"""Servers killed at random moments: what was acknowledged is there, once, and games go on."""

import asyncio
import socket
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from qwixx.notation import read_record
from qwixx.server.storage.database import database_url
from qwixx.server.storage.log_codec import read_entry
from qwixx.server.storage.store import SqlStore
from qwixx.table import events
from qwixx.table.names import person_of
from qwixx.table.state import Table
from qwixx.table.verify import problems
from tests.faults.stubborn import Stubborn
from tests.server.client import Refused, new_secret, open_table, request
from tests.server.cluster import RedisServer, running_postgres
from tests.server.running import Server

# Two people; three people; two people and a bot.
TABLES = ((2, ()), (3, ()), (3, ("random",)))


async def sit_down(
    nodes: list[Server], rng: Random, seats: int, bots: tuple[str, ...]
) -> list[Stubborn]:
    """A table at which the first game has begun."""
    secret = new_secret()
    code = open_table(nodes[0].address, secret, name="0", seats=seats, bots=bots)
    host = Stubborn(nodes, code, Random(rng.random()), secret)
    await host.come()
    players = [host]
    for number in range(1, seats - len(bots)):
        player = Stubborn(nodes, code, Random(rng.random()))
        await player.come()
        await player.act("sit", name=f"{number}", seat=None)
        players.append(player)
    full = await host.until(lambda view: all(seat["kind"] != "free" for seat in view["seats"]))
    await host.act("start", version=full["version"])
    return players


async def play_game_after_game(players: list[Stubborn], enough: asyncio.Event) -> None:
    """All to the end of a game, one more game, and so on."""
    while True:
        await asyncio.gather(*(player.play_through() for player in players))
        if enough.is_set():
            return
        view = await players[0].insist_until(lambda view: view["stage"] == "over")
        for player in players:
            with suppress(Refused):  # it has begun without those who were cut off
                await player.insist("rematch", version=view["version"])
        for player in players:
            await player.insist_until(lambda view: view["stage"] != "over")


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


async def read_log(database: str, code: str) -> list[events.Entry]:
    store = SqlStore(database_url(database))
    try:
        return [read_entry(entry) for entry in await store.read(code)]
    finally:
        await store.close()


def check(node: Server, players: list[Stubborn], entries: list[events.Entry]) -> int:
    """Compares the log with what the players know; returns the number of games."""
    code = players[0].code
    done = Counter((entry.by, entry.action) for entry in entries if entry.action)
    assert max(done.values()) == 1, "an action is there twice"
    for player in players:
        person = person_of(player.secret)
        for action, version in player.acks.items():
            entry = entries[version - 1]
            assert (entry.by, entry.action) == (person, action), "acknowledged, and not there"
    table, records = Table(code), {}
    for entry in entries:
        table.apply(entry)
        if table.stage == "over":
            records[table.game_id] = table.record()
    assert table.stage == "over", "a game has not come to its end"
    for player in players:
        for game, totals in player.results.items():
            assert list(records[game].game.scores) == totals
    assert players[0].results.keys() == records.keys()
    assert all(not list(problems(record)) for record in records.values())
    _, _, text = request(node.address, f"/api/tables/{code}/record")
    assert list(read_record(text.decode()).game.scores) == players[0].results[table.game_id]
    return len(records)


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
