"""Measures the effect of each attack in tests/attacks, from one address, on other players.

Eight tables of four play on a server with its default limits, first undisturbed. Then the attacker
joins, in its own process and from 127.0.0.2. The goal: 99 % of the answers within 100 ms, and at
most 50 MB more memory. The exit code is 1 if an attack misses it.

    python benchmarks/attacks.py --seconds 5
    python benchmarks/attacks.py pings "a header without end"

On a machine with two cores, players, server and attacker share them. The attacker has the lowest
priority, so that it slows the others no more than one on another machine. On a busy machine compare
the times with the undisturbed ones, and look at the server's processor time.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Final

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.load import Figures, Load, observe, tables_at
from benchmarks.loading.players import Tally
from benchmarks.loading.process import megabytes
from tests.attacks.attacker import Attacker
from tests.attacks.conftest import USUAL
from tests.attacks.crowds import FINISHED, put_finished_game
from tests.attacks.floods import FLOODS
from tests.server.client import new_secret, open_table
from tests.server.running import Server

TABLES: Final = 8
PACE: Final = 0.1
WITHIN: Final = 100.0
"""Milliseconds, for 99 % of the answers."""
MEMORY: Final = 50.0
"""Megabytes more than before."""
# A crowd may open twenty sockets a second.
SLOW_TO_COME: Final = {
    "actions on many sockets": 9.0,
    "pings on many sockets": 9.0,
    "a table full of spectators": 9.0,
}


async def attack(name: str, port: int, code: str) -> None:
    """Goes on until it is killed."""
    os.nice(10)
    await FLOODS[name](Attacker(port, code, finished=FINISHED))


async def measure(name: str, seconds: float) -> bool:
    """Whether the goal is reached."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *USUAL, pace=1.0) as server:
        await put_finished_game(f"sqlite:///{server.database}")
        code = open_table(server.address, new_secret())
        tally = Tally()
        async with tables_at([server], Load(TABLES, pace=PACE), tally):
            await asyncio.sleep(1.0)
            calm = await observe(tally, [server.pid], seconds, per_action=True)
            before = megabytes(server.pid)
            attacker = subprocess.Popen(  # noqa: ASYNC220  (that takes a moment only)
                [sys.executable, __file__, "--attack", name, str(server.port), code]
            )
            try:
                await asyncio.sleep(SLOW_TO_COME.get(name, 2.0))
                attacked = await observe(tally, [server.pid], seconds, per_action=True)
                memory = megabytes(server.pid) - before
            finally:
                attacker.kill()
                attacker.wait()
    waits = within(attacked)
    good = waits <= WITHIN and memory <= MEMORY and not attacked.errors
    print(
        f"  {name:28} p99 {within(calm):6.1f} calm  {waits:6.1f} ms attacked "
        f"({waits / within(calm):4.1f} times)  cores {calm.cores['server']:4.2f} to "
        f"{attacked.cores['server']:4.2f}  memory {memory:+4.0f} MB  "
        f"{attacked.actions / calm.actions:4.0%} of the actions  "
        f"{len(attacked.errors)} wrong views  {'' if good else 'MISSED'}",
        flush=True,
    )
    return good


def within(figures: Figures) -> float:
    """Returns the milliseconds within which 99 % of the answers came."""
    if len(figures.waits) < 2:
        return float("inf")
    return quantiles(figures.waits, n=100)[98]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="all, unless some are named")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each (3)")
    parser.add_argument("--attack", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        name, port, code = options.attack
        uvloop.run(attack(name, int(port), code))
        return 0
    unknown = set(options.names) - set(FLOODS)
    if unknown:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    print("\nOther players while one address attacks (SQLite, usual limits)")
    names = options.names or list(FLOODS)
    reached = [uvloop.run(measure(name, options.seconds)) for name in names]
    print(f"  the goal is reached in {sum(reached)} of {len(reached)} attacks")
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
