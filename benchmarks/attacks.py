"""What other players feel while one address attacks, in each of the ways that tests/attacks knows.

Eight tables of four play on a server with its usual limits; the attacker has a process of its own
and comes from 127.0.0.2. The goal: 99 % of the answers within 100 ms, memory within 50 MB of
before.

    python benchmarks/attacks.py --seconds 5
    python benchmarks/attacks.py pings "a header without end"

On a machine with two cores the attacker and the players take one of them, so that the waits of the
first line, without any attack, are part of all the others.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Final

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.load import Load, observe, tables_at
from benchmarks.loading.players import Tally
from benchmarks.loading.process import megabytes
from tests.attacks.attacker import Attacker
from tests.attacks.conftest import USUAL
from tests.attacks.floods import FLOODS
from tests.server.client import new_secret, open_table
from tests.server.running import Server

TABLES: Final = 8
PACE: Final = 0.1
NOTHING: Final = "(no attack)"


async def attack(name: str, port: int, code: str) -> None:
    """Goes on until it is killed."""
    await FLOODS[name](Attacker(port, code))


async def measure(name: str, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *USUAL, pace=1.0) as server:
        code = open_table(server.address, new_secret())
        tally = Tally()
        async with tables_at([server], Load(TABLES, pace=PACE), tally):
            before = megabytes(server.pid)
            attacker = None
            if name != NOTHING:
                attacker = subprocess.Popen(  # noqa: ASYNC220  (that takes a moment only)
                    [sys.executable, __file__, "--attack", name, str(server.port), code]
                )
                await asyncio.sleep(1.0)
            try:
                figures = await observe(tally, [server.pid], seconds, per_action=True)
                after = megabytes(server.pid)
            finally:
                if attacker:
                    attacker.kill()
                    attacker.wait()
        waits = quantiles(figures.waits, n=100) if len(figures.waits) > 1 else [float("inf")] * 99
        print(
            f"  {name:28} {figures.actions:5.0f} actions/s  p50 {waits[49]:6.1f}  "
            f"p99 {waits[98]:6.1f} ms  {figures.cores['server']:4.2f} cores  "
            f"memory {before:4.0f} to {after:4.0f} MB  "
            f"{len(figures.errors)} wrong views",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="all, unless some are named")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each (3)")
    parser.add_argument("--attack", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        name, port, code = options.attack
        uvloop.run(attack(name, int(port), code))
        return
    unknown = set(options.names) - set(FLOODS)
    if unknown:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    print("\nOther players while one address attacks (SQLite, usual limits)")
    for name in [NOTHING, *(options.names or FLOODS)]:
        uvloop.run(measure(name, options.seconds))


if __name__ == "__main__":
    main()
