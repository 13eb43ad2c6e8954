"""Measures the answers of bots at many tables of four on one node, and the effect on other players.

    python benchmarks/bots_load.py --tables 30 --seconds 60

A real server on loopback, with its default delays. At every table a scripted player answers at
once, so that the bots are always busy. The server's own log has the time of each answer. Two more
players play with each other, first alone and then beside the bots: their waiting for
acknowledgements shows the effect. Everything is bounded in size and time.
"""

import argparse
import asyncio
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from socket import socket
from statistics import median, quantiles
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from qwixx.table.delays import Delays
from qwixx.table.log import read_entry
from qwixx.table.playing import Chose
from qwixx.table.state import Table
from tests.server.client import Player, Refused, new_secret, open_table, request
from tests.server.running import Server

GRACE: Final = 1000
"""Milliseconds that a bot may take beyond its normal pace."""
THINKS: Final = 0.2
"""Seconds that the two people take for everything they do."""


class Waiting(Player):
    """Notes how long the server took for each of its actions."""

    def __init__(self, address: str, code: str, secret: str) -> None:
        super().__init__(address, code, secret)
        self.waits: list[float] = []

    async def act(self, kind: str, **more: Any) -> int:
        await asyncio.sleep(THINKS)
        began = time.perf_counter()
        try:
            return await super().act(kind, **more)
        finally:
            self.waits.append(time.perf_counter() - began)


async def play_until(player: Player, end: float, seed: int) -> None:
    """Plays, and begins again when a game is over."""
    rng = Random(seed)
    while time.monotonic() < end:
        try:
            await asyncio.wait_for(player.play(rng), max(0.1, end - time.monotonic()))
            with suppress(Refused):  # the other was faster
                await player.act("rematch")
            await player.until(lambda view: view["stage"] != "over")
        except TimeoutError:
            return


async def bystanders(address: str, seconds: float) -> list[float]:
    """Lets two people play with each other, and measures how long they wait."""
    secret = new_secret()
    code = open_table(address, secret, seats=2)
    anna, bert = Waiting(address, code, secret), Waiting(address, code, new_secret())
    async with anna, bert:
        await bert.act("sit", name="Bert", seat=None)
        await anna.act("start")
        end = time.monotonic() + seconds
        await asyncio.gather(play_until(anna, end, 1), play_until(bert, end, 2))
    return anna.waits + bert.waits


async def crowd(address: str, tables: int, bots: tuple[str, ...], seconds: float) -> list[float]:
    """All tables at once, and the bystanders among them."""
    players = []
    for _ in range(tables):
        secret = new_secret()
        code = open_table(address, secret, seats=1 + len(bots), bots=bots, start=True)
        players.append(Player(address, code, secret))
    await asyncio.gather(*(player.connect() for player in players))
    end = time.monotonic() + seconds
    try:
        playing = (play_until(player, end, number) for number, player in enumerate(players))
        among = asyncio.create_task(bystanders(address, seconds))
        await asyncio.gather(*playing)
        return await among
    finally:
        await asyncio.gather(*(player.disconnect() for player in players))


def answer_times(database: Path) -> Iterator[tuple[int, int]]:
    """For every decision of a bot: when it was made, and how many milliseconds it took."""
    connection = sqlite3.connect(database)
    rows = connection.execute("select code, entry from entries order by code, position").fetchall()
    connection.close()
    tables: dict[str, Table] = {}
    for code, text in rows:
        table = tables.setdefault(code, Table(code))
        entry = read_entry(text)
        if isinstance(entry.event, Chose) and table.seats[entry.event.seat].bot is not None:
            yield entry.at, entry.at - table.asked_at
        entry.apply(table)


def told(waits: list[float]) -> str:
    cuts = quantiles(waits, n=100)
    return (
        f"{len(waits)} actions: median {1000 * median(waits):.0f} ms, "
        f"99 % within {1000 * cuts[98]:.0f} ms, longest {1000 * max(waits):.0f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--bots", default="master,master,master,master")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--helpers", type=int, help="(default: one per core)")
    args = parser.parse_args()
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        figures_at = f"127.0.0.1:{probe.getsockname()[1]}"
    options = ["--metrics", figures_at]
    if args.helpers:
        options += ["--helpers", str(args.helpers)]
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), *options, pace=1.0) as server,
    ):
        alone = asyncio.run(bystanders(server.address, min(10.0, args.seconds)))
        print(f"two people alone: {told(alone)}", flush=True)
        waits = asyncio.run(
            crowd(server.address, args.tables, tuple(args.bots.split(",")), args.seconds)
        )
        print(f"among {args.tables} tables of bots: {told(waits)}")
        figures = request(figures_at, "/metrics")[2].decode()
        for name in ("helpers_running", "helpers_lost", "helper_queue", "helper_wait_seconds"):
            found = re.search(rf"^qwixx_{name} (\S+)$", figures, re.MULTILINE)
            print(f"{name}: {found[1] if found else '?'}")
        server.stop()
        answers = list(answer_times(server.database))
    took = [milliseconds for _, milliseconds in answers]
    limit = Delays().bot_most + GRACE
    late = [milliseconds for milliseconds in took if milliseconds > limit]
    cuts = quantiles(took, n=100)
    print(
        f"{len(took)} decisions of bots, {len(took) / args.seconds:.1f} a second: "
        f"median {median(took):.0f} ms after the question, 99 % within {cuts[98]:.0f} ms, "
        f"longest {max(took)} ms; usual are up to {Delays().bot_most} ms, "
        f"and {len(late)} took longer than {limit} ms"
    )
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
