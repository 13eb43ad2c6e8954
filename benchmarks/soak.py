"""Checks that the server's memory levels off while tables come and go without a pause.

    python benchmarks/soak.py --tables 50 --seconds 180 --idle 90

A real server on loopback, whose bots decide at once. At each table four `random` bots play and a
spectator watches; a new table replaces each finished one. Every few seconds a line shows the
finished games and the server's memory. The last line shows the memory after an idle time. One more
player plays slowly; their waiting for acknowledgements shows the pauses that others notice.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.loading.process import megabytes
from tests.server.client import Bye, Player, Refused, View, new_secret, open_table
from tests.server.running import Server
from tests.server.watching import figures


async def look_on(server: Server, end: float) -> None:
    """Opens tables at which bots play, one after the other."""
    bots = ("random",) * 3
    while time.monotonic() < end:
        secret = new_secret()
        code = await asyncio.to_thread(
            open_table, server.address, secret, bots=bots, seats=4, start=True
        )
        async with Player(server.address, code, secret) as player:
            await player.until(lambda view: view["stage"] == "playing", seconds=300)
            await player.act("leave")
            await player.until(lambda view: view["stage"] == "over", seconds=300)


async def play_slowly(server: Server, end: float, waits: list[float]) -> None:
    """Plays against a bot at a table, five actions a second."""
    while time.monotonic() < end:
        secret = new_secret()
        code = await asyncio.to_thread(
            open_table, server.address, secret, bots=("random",), start=True
        )
        async with Player(server.address, code, secret) as player:
            rng = Random(1)
            while time.monotonic() < end and player.view["stage"] != "over":
                view = await player.until(
                    lambda view: (
                        view["stage"] == "over"
                        or bool(view["you"]["asked"] and not view["you"]["answer"])
                    ),
                    seconds=300,
                )
                if view["stage"] == "over":
                    break
                await asyncio.sleep(0.2)
                began = time.perf_counter()
                try:
                    if view["you"]["asked"] == "roll":
                        await player.act("roll", version=view["version"])
                    else:
                        moves = [offer["move"] for offer in view["you"]["offers"]]
                        move = rng.choice([*moves, "-"])
                        await player.act("choose", version=view["version"], move=move)
                except Refused:
                    await player.until(later_than(view["version"]), seconds=300)
                else:
                    waits.append(1000 * (time.perf_counter() - began))


def later_than(version: int) -> Callable[[View], bool]:
    return lambda view: view["version"] > version


async def tell(server: Server, began: float, every: float) -> None:
    while True:
        games = await asyncio.to_thread(lambda: figures(server)["qwixx_games_total"])
        print(
            f"{time.monotonic() - began:5.0f} s  {games:6.0f} games  "
            f"{megabytes(server.pid):4.0f} MB",
            flush=True,
        )
        await asyncio.sleep(every)


async def soak(server: Server, tables: int, seconds: float, idle: float) -> None:
    began = time.monotonic()
    end, waits = began + seconds, list[float]()
    telling = asyncio.create_task(tell(server, began, max(5.0, (seconds + idle) / 20)))
    try:
        await asyncio.gather(
            *(look_on(server, end) for _ in range(tables)), play_slowly(server, end, waits)
        )
        cuts = quantiles(waits, n=100)
        print(
            f"answers: median {median(waits):.1f} ms, 99 % within {cuts[98]:.0f} ms, "
            f"at most {max(waits):.0f} ms; then nothing happens"
        )
        await asyncio.sleep(idle)
    except Bye as bye:
        raise SystemExit(f"the server said goodbye: {bye}") from None
    finally:
        telling.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--idle", type=float, default=90)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="qwixx-") as folder, Server(Path(folder)) as server:
        asyncio.run(soak(server, args.tables, args.seconds, args.idle))


if __name__ == "__main__":
    main()
