"""Measures the time from a cross on one phone of a pad until all other phones show it.

    python benchmarks/pad.py [--marks 400] [--people 4]

The sockets are real ones on loopback, and the server writes every mark to disk before it sends a
view. The time runs from sending the mark until its view has reached the last phone. For comparison
it measures a bare WebSocket echo of as many bytes on the same server stack. The two are measured in
turns, because other work on the machine makes both slower.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from qwixx.client import TableConnection, new_secret, open_table
from qwixx.client.protocol import Text
from tests.server.running import Server

GOAL: Final = 100.0
PATIENCE: Final = 30.0


class Phone(TableConnection[dict[str, Any]]):
    """Notes when each version of the table came, and how long its view was."""

    def __init__(self, address: str, code: str, secret: str) -> None:
        self.came: dict[int, float] = {}
        self.bytes = 0
        super().__init__(address, code, secret, show=self._look)

    def _look(self, text: Text) -> dict[str, Any]:
        now = perf_counter()
        self.bytes = len(text)
        view: dict[str, Any] = json.loads(text if isinstance(text, str) else bytes(text))
        self.came.setdefault(view["version"], now)
        return view


def start_echo(stack: ExitStack) -> int:
    """An echo in a process of its own; its port."""
    process = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.loading.echo"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    )
    stack.callback(process.terminate)
    assert process.stdout
    return int(process.stdout.readline())


async def sit_down(address: str, people: int) -> list[Phone]:
    secret = new_secret()
    code = open_table(address, secret, seats=people, dice="pad")
    phones = [Phone(address, code, secret)]
    phones += [Phone(address, code, new_secret()) for _ in range(people - 1)]
    for number, phone in enumerate(phones):
        await phone.connect()
        if number:
            await phone.act("sit", name=f"Player {number + 1}", seat=None)
    await phones[0].act("start")
    for phone in phones:
        await phone.until(lambda view: view["stage"] == "pad")
    return phones


async def mark(phones: list[Phone], rng: Random) -> float:
    """Crosses a cell on a random phone, or takes its last cross back.

    Returns how long the others waited for it, in ms.
    """
    seat = rng.randrange(len(phones))
    phone = phones[seat]
    marking = phone.shown["pad"]["marking"][seat]
    rows = zip("rygb", marking["cells"], strict=True)
    able = [
        f"{colour}{position + 2 if colour in 'ry' else 12 - position}"
        for colour, signs in rows
        for position, sign in enumerate(signs)
        if sign == "o" and position < 10  # no row is closed, so that there is always something
    ]
    kind = "mark" if able and rng.random() < 0.6 else "take-back"
    what = rng.choice(able) if kind == "mark" else marking["newest"]
    if what is None:
        return await mark(phones, rng)
    sent = perf_counter()
    version = await phone.act(kind, seat=seat, mark=what)
    others = [other for other in phones if other is not phone]
    for other in others:
        await other.until(lambda view: view["version"] >= version)
    await phone.until(lambda view: view["version"] >= version)
    return 1000 * (max(other.came[version] for other in others) - sent)


async def measure(address: str, echo: str, marks: int, people: int) -> tuple[list[float], ...]:
    rng = Random(16)
    phones = await sit_down(address, people)
    told: list[float] = []
    echoed: list[float] = []
    async with connect(echo, compression=None) as socket:
        for _ in range(marks):
            told.append(await mark(phones, rng))
            text = "x" * phones[0].bytes
            sent = perf_counter()
            await socket.send(text)
            await socket.recv()
            echoed.append(1000 * (perf_counter() - sent))
    for phone in phones:
        await phone.disconnect()
    print(f"{people} phones, {marks} marks, views of {phones[0].bytes} bytes")
    return told, echoed


def say(what: str, times: list[float], goal: str = "") -> float:
    middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{what:<44} p50 {middle:6.1f} ms   p95 {late:6.1f} ms{goal}")
    return late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--marks", type=int, default=400)
    parser.add_argument("--people", type=int, default=4)
    wish = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(Server(Path(folder)))
        bare = f"ws://127.0.0.1:{start_echo(stack)}/echo"
        measuring = measure(server.address, bare, wish.marks, wish.people)
        bound = PATIENCE + wish.marks * 0.5
        told, echoed = asyncio.run(asyncio.wait_for(measuring, bound))
    late = say("a mark seen on all other phones", told, f"   goal {GOAL:.0f}")
    say("a bare echo of as many bytes", echoed)
    print(f"in the middle {statistics.median(told) / statistics.median(echoed):.1f} times the echo")
    return int(late > GOAL)


if __name__ == "__main__":
    sys.exit(main())
