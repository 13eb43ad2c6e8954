"""The server under load, against a bare WebSocket echo on the same stack in the same run.

Everything is on loopback, bounded in size and time, and every view is checked while it is measured.
The defaults take about four minutes; the goals want, for example,

    python benchmarks/load.py human storm --tables 1000 --seconds 60
"""

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Final

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.loading.players import LoadPlayer, LoadTable, Pace, Tally
from benchmarks.loading.process import computed_by, megabytes, named
from tests.server.client import new_secret, open_table
from tests.server.cluster import RedisServer, running_postgres
from tests.server.running import Server

AT_ONCE: Final = 100
"""How many connections are being opened at a time, except in a storm."""


@dataclass(frozen=True)
class Load:
    """The load to measure."""

    tables: int
    players: int = 4
    spectators: int = 0
    pace: float = 0.0
    together: bool = False
    """Whether all people of a table are on one node."""


@dataclass(frozen=True)
class Figures:
    """The results of a measurement."""

    actions: float
    """Acknowledged a second."""
    messages: float
    """In and out a second."""
    waits: list[float]
    """From each action to its acknowledgement, in milliseconds."""
    cpu: float
    """Microseconds that the server computed for an action, or the echo for a message."""
    memory: float
    cores: dict[str, float]
    """How many cores each kind of process kept busy."""
    checked: int = 0
    errors: tuple[str, ...] = ()

    def __str__(self) -> str:
        cuts = quantiles(self.waits, n=100) if len(self.waits) > 1 else [0.0] * 99
        return (
            f"{self.actions:7.0f} actions/s {self.messages:8.0f} msg/s   p50 {cuts[49]:6.1f} "
            f"p99 {cuts[98]:6.1f} ms   {self.cpu:6.0f} µs CPU each   {self.memory:4.0f} MB   "
            f"{self.checked} views checked, {len(self.errors)} wrong"
        )


# The echo


class _Echoing(WSListener):
    """Sends each message again when it comes back."""

    def __init__(self, tally: Tally, text: bytes) -> None:
        self._tally = tally
        self._text = text
        self._sent_at = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._send(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._tally.received += 1
            self._tally.waits.append(time.perf_counter() - self._sent_at)
            self._send(transport)

    def _send(self, transport: WSTransport) -> None:
        self._sent_at = time.perf_counter()
        transport.send(WSMsgType.TEXT, self._text)
        self._tally.sent += 1


async def measure_echo(sockets: int, size: int, seconds: float) -> Figures:
    echo = subprocess.Popen(  # noqa: ASYNC220  (nothing else is going on)
        [sys.executable, "-m", "benchmarks.loading.echo"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
    )
    assert echo.stdout
    assert echo.stdin
    try:
        url = f"ws://127.0.0.1:{int(echo.stdout.readline())}/echo"
        tally = Tally()
        transports = [
            (await ws_connect(lambda: _Echoing(tally, b"x" * size), url))[0] for _ in range(sockets)
        ]
        await asyncio.sleep(0.5)
        figures = await observe(tally, [echo.pid], seconds, per_action=False)
        for transport in transports:
            transport.disconnect(False)
        return figures
    finally:
        echo.stdin.close()
        echo.wait(20)
        echo.stdout.close()


async def observe(tally: Tally, pids: list[int], seconds: float, *, per_action: bool) -> Figures:
    kinds = {
        "server": pids,
        "PostgreSQL": named("postgres"),
        "Redis": named("redis-server"),
        "load tester": [os.getpid()],
    }
    before = {kind: computed_by(members) for kind, members in kinds.items()}
    tally.reset()
    await asyncio.sleep(seconds)
    span = time.perf_counter() - tally.began
    computed = {
        kind: sum(now - before[kind][pid] for pid, now in computed_by(members).items())
        for kind, members in kinds.items()
    }
    messages = tally.sent + tally.received
    return Figures(
        actions=len(tally.waits) / span,
        messages=messages / span,
        waits=[1000 * wait for wait in tally.waits],
        cpu=1e6 * computed["server"] / max(1, len(tally.waits) if per_action else messages),
        memory=sum(map(megabytes, pids)),
        cores={kind: seconds / span for kind, seconds in computed.items() if kinds[kind]},
        checked=tally.checked,
        errors=tuple(tally.errors),
    )


# Tables


@asynccontextmanager
async def tables_at(
    nodes: list[Server], load: Load, tally: Tally
) -> AsyncIterator[list[LoadTable]]:
    """Tables at which games have begun; people are spread over the nodes, or whole tables are."""
    rng, door, tables = Random(1), asyncio.Semaphore(AT_ONCE), []
    pace = Pace(load.pace, rng)
    for _ in range(load.tables):
        secret = new_secret()
        code = await asyncio.to_thread(
            open_table, nodes[0].address, secret, name="P0", seats=max(2, load.players)
        )
        tables.append(LoadTable(code, secret, load.players, load.spectators, pace, tally))

    async def seat(player: LoadPlayer, place: int) -> None:
        async with door:
            await player.come(nodes[place % len(nodes)].address)
            await asyncio.wait_for(player.seated.wait(), 120)

    seated = [(number, player) for number, table in enumerate(tables) for player in table.people]
    people = [player for _, player in seated]
    try:
        await asyncio.gather(
            *(seat(each, number if load.together else each.number) for number, each in seated)
        )
        for player in people:
            await asyncio.wait_for(player.playing.wait(), 120)
        yield tables
    finally:
        for player in people:
            player.drop()
        await asyncio.sleep(0.1)


async def measure(nodes: list[Server], load: Load, seconds: float) -> Figures:
    tally = Tally()
    async with tables_at(nodes, load, tally):
        set_up = tally.errors.copy()
        await asyncio.sleep(min(1.0, seconds / 4) if not load.pace else 7.5 * load.pace)
        figures = await observe(tally, [node.pid for node in nodes], seconds, per_action=True)
    for error in [*set_up, *figures.errors][:5]:
        print(f"    WRONG: {error}")
    return figures


async def storm(nodes: list[Server], load: Load) -> tuple[float, int]:
    """All sockets are cut and come back at once: the seconds until the last has its seat again."""
    tally = Tally()
    async with tables_at(nodes, load, tally) as tables:
        people = [player for table in tables for player in table.people]
        for player in people:
            player.drop()
        began = time.perf_counter()

        async def back(player: LoadPlayer) -> None:
            while True:
                try:
                    await player.come(nodes[player.number % len(nodes)].address)
                except OSError:
                    await asyncio.sleep(0.2)
                else:
                    break
            await player.seated.wait()

        await asyncio.wait_for(asyncio.gather(*map(back, people)), 120)
        took = time.perf_counter() - began
    for error in tally.errors[:5]:
        print(f"    WRONG: {error}")
    return took, len(people)


# Servers


@contextmanager
def sqlite_node() -> Iterator[list[Server]]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), pace=1.0) as server:
        yield [server]


@contextmanager
def cluster(count: int) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(running_postgres(folder / "postgres"))
        redis = stack.enter_context(RedisServer(folder))
        yield [
            stack.enter_context(Server(folder, "--redis", redis.url, pace=1.0, url=postgres))
            for _ in range(count)
        ]


# The measurements


async def full(options: argparse.Namespace) -> None:
    print("\nFull speed: everybody answers at once (SQLite, durable, one process)")
    echo = await measure_echo(4 * options.busy, options.echo_bytes, options.seconds)
    print(f"  echo of {options.echo_bytes} bytes {echo}")
    with sqlite_node() as nodes:
        game = await measure(nodes, Load(options.busy), options.seconds)
    print(f"  {options.busy:4} tables of four  {game}")
    computed = game.cpu * game.actions / game.messages
    print(
        f"  messages against the echo's: {game.messages / echo.messages:.1%}; by processor time, "
        f"which a busy machine does not blur: {echo.cpu / computed:.1%} (goal: 15 %)"
    )


async def human(options: argparse.Namespace) -> None:
    print("\nHuman pace: each player does something every five seconds (SQLite)")
    echo = await measure_echo(4, options.echo_bytes, 1.0)
    with sqlite_node() as nodes:
        game = await measure(nodes, Load(options.tables, pace=1.0), max(8, options.seconds))
    print(f"  {options.tables:4} tables of four  {game}")
    ours, bare = (quantiles(figures.waits, n=100)[98] for figures in (game, echo))
    print(f"  p99 against that of four echoing sockets ({bare:.2f} ms): {ours / bare:.1f} times")


async def growth(options: argparse.Namespace) -> None:
    print("\nHow cost grows, at full speed (SQLite)")
    seconds = options.seconds / 2
    loads: list[tuple[str, Load]] = [
        *((f"{n} tables", Load(n)) for n in (1, 4, 16, 64)),
        *((f"{n} seats", Load(8, players=n)) for n in (2, 3, 4, 5)),
        *((f"{n} spectators", Load(8, spectators=n)) for n in (0, 4, 16)),
    ]
    for name, load in loads:
        with sqlite_node() as nodes:
            print(f"  {name:15} {await measure(nodes, load, seconds)}")


async def nodes(options: argparse.Namespace) -> None:
    print("\nPostgreSQL and Redis, full speed")
    first = 0.0
    for count, together in ((1, True), (2, True), (3, True), (2, False), (3, False)):
        load = Load(options.busy, together=together)
        game = await _on_nodes(count, load, options.seconds)
        first = first or game.actions
        print(f"                  {game.actions / first:.2f} times one node")
    print("\nPostgreSQL and Redis, at the pace of people")
    for count, together in ((1, True), (2, True), (2, False), (3, False)):
        load = Load(options.tables, pace=1.0, together=together)
        await _on_nodes(count, load, max(8, options.seconds))
    print("  (tables: all people of a table on one node; people: spread over all nodes)")


async def _on_nodes(count: int, load: Load, seconds: float) -> Figures:
    with cluster(count) as running:
        game = await measure(running, load, seconds)
    how = "one node" if count == 1 else f"{count} nodes, {'tables' if load.together else 'people'}"
    print(f"  {how:15} {game}")
    busy = ", ".join(f"{kind} {cores:.2f}" for kind, cores in game.cores.items())
    print(f"                  cores kept busy, of {os.cpu_count()}: {busy}")
    return game


async def reconnect(options: argparse.Namespace) -> None:
    print("\nReconnect storm: all sockets are cut and come back at once (SQLite)")
    with sqlite_node() as running:
        took, sockets = await storm(running, Load(options.tables, pace=1.0))
    print(f"  {sockets} sockets, all seated again after {took:.1f} s")


PARTS: Final[dict[str, Callable[[argparse.Namespace], object]]] = {
    "full": full,
    "human": human,
    "growth": growth,
    "nodes": nodes,
    "storm": reconnect,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all of {', '.join(PARTS)}")
    parser.add_argument("--tables", type=int, default=100, help="at human pace, in a storm (100)")
    parser.add_argument("--busy", type=int, default=64, help="tables at full speed (64)")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement (3)")
    parser.add_argument("--echo-bytes", type=int, default=2000, help="what is echoed (2000)")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    async def measure_all() -> None:
        for name in options.parts or PARTS:
            await PARTS[name](options)  # type: ignore[misc]

    uvloop.run(measure_all())


if __name__ == "__main__":
    main()
