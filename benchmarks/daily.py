"""Measures the game of the day if 500 people finish it within a minute on one node.

The games are prepared in the database up to the last choice, because 500 games against two `strong`
bots would measure the bots. All players connect. Then each makes the last choice at a random time
within the minute, and requests the result. It prints the times until the choice was on disk and
until the result arrived, the server's processor time for both, and every error.

    python benchmarks/daily.py [--people 500] [--seconds 60]
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.client import Player, new_secret, request
from tests.server.day_games import TODAY, lay
from tests.server.running import Server

GOAL: Final = 0.150


async def finish(
    server: Server, code: str, secret: str, move: str, minute: "Minute"
) -> tuple[float, float]:
    """Seconds for the last choice, and for the result."""
    player = Player(server.address, code, secret)
    async with player:
        await minute.moment()
        began = time.monotonic()
        await player.act("choose", version=player.view["version"], move=move)
        chosen = time.monotonic()
    asked = time.monotonic()
    status, _, body = await asyncio.to_thread(request, server.address, f"/api/tables/{code}/day")
    told = time.monotonic()
    assert status == 200, (status, body)
    assert b'"place":null' not in body, body
    return chosen - began, told - asked


class Minute:
    """It begins when all are there, and everybody has a moment of it."""

    def __init__(self, people: int, seconds: float) -> None:
        self._missing = people
        self._seconds = seconds
        self._rng = Random(1)
        self.begun = asyncio.Event()

    async def moment(self) -> None:
        delay = self._rng.uniform(0, self._seconds)
        self._missing -= 1
        if not self._missing:
            self.begun.set()
        await self.begun.wait()
        await asyncio.sleep(delay)


def processor_time(pid: int) -> float:
    """Seconds that a process has worked, without its children: the bots are not measured."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(people: int, seconds: float) -> bool:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        secrets = [new_secret() for _ in range(people)]
        began = time.monotonic()
        games = lay(server.database, TODAY, secrets, "crowd", over=False)
        print(f"{people} games prepared in {time.monotonic() - began:.1f} s", flush=True)
        minute = Minute(people, seconds)
        finishing = asyncio.gather(
            *(
                finish(server, code, secret, move, minute)
                for (code, move), secret in zip(games, secrets, strict=True)
            ),
            return_exceptions=True,
        )
        begun = asyncio.ensure_future(minute.begun.wait())
        either: list[asyncio.Future[Any]] = [finishing, begun]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        before = processor_time(server.pid)
        done = await finishing
        needed = processor_time(server.pid) - before
        errors = [each for each in done if isinstance(each, BaseException)]
        times = [each for each in done if not isinstance(each, BaseException)]
        _, _, body = request(server.address, "/api/day")
    print(f"processor time of the server: {1000 * needed / people:.1f} ms for each who finishes")
    for name, values in zip(("last choice", "result"), zip(*times, strict=True), strict=True):
        cuts = quantiles(values, n=100)
        print(
            f"{name}: median {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms, "
            f"longest {1000 * max(values):.1f} ms"
        )
    worst = max(quantiles(values, n=100)[98] for values in zip(*times, strict=True))
    noted = f'"players":{people}'.encode() in body
    print(f"errors: {len(errors)}; all have a place: {noted}; goal: p99 below {1000 * GOAL:.0f} ms")
    for error in errors[:5]:
        print(repr(error))
    return not errors and noted and worst <= GOAL


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    sys.exit(0 if asyncio.run(run(args.people, args.seconds)) else 1)
