"""examples/bot.js at a server that cheats with its dice."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from qwixx.table.fair import commitment
from qwixx.table.sealing import Resealed
from tests.attacks.dishonest import OTHER, TOO_EARLY, lying
from tests.server.client import in_loop
from tests.server.desk import HOST, Desk, part_of, walk

ROOT = Path(__file__).parents[2]
NODE = str(Path(sys.executable).with_name("node"))
BOT = str(ROOT / "examples/bot.js")

Change = Callable[[dict[str, Any]], None]


class Table:
    """A table at which the bot sits as "b", shown to it by hand."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.desk = Desk()
        self.desk.act("b", "sit", name="b", seat=None)

    async def show(self, change: Change = lambda _: None) -> None:
        view = json.loads(self.desk.view("b", program=True))
        if view["fair"]:
            change(view["fair"])
        await self.socket.send(json.dumps(view))

    async def hear(self) -> dict[str, Any]:
        """Returns the next action of the bot, and confirms it."""
        message: dict[str, Any] = json.loads(await self.socket.recv())
        kind, number = message.pop("type"), message.pop("id")
        del message["version"]
        self.desk.act("b", kind, **message)
        version = self.desk.table.version
        await self.socket.send(json.dumps({"type": "ack", "id": number, "version": version}))
        return {"type": kind, **message}


@asynccontextmanager
async def at_a_table() -> AsyncIterator[tuple[Table, "asyncio.Future[tuple[int, str]]"]]:
    """A table, and what becomes of the bot: its exit code and what it says."""
    came: asyncio.Future[Table] = asyncio.get_running_loop().create_future()

    async def welcome(socket: ServerConnection) -> None:
        assert json.loads(await socket.recv())["type"] == "hello"
        came.set_result(Table(socket))
        await socket.wait_closed()

    async def run(port: int) -> tuple[int, str]:
        command = [NODE, BOT, f"http://127.0.0.1:{port}/CDFGHJ"]
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, check=False, timeout=50
        )
        return done.returncode, done.stdout + done.stderr

    async with serve(welcome, "127.0.0.1", 0) as server:
        (listener,) = server.sockets
        end = asyncio.ensure_future(run(listener.getsockname()[1]))
        yield await came, end


def another_secret(fair: dict[str, Any]) -> None:
    fair["secret"], fair["commitment"] = OTHER, commitment(OTHER)


def part_exchanged(seat: int) -> Change:
    def change(fair: dict[str, Any]) -> None:
        fair["parts"][seat].update(part=OTHER, commitment=commitment(OTHER))

    return change


def part_missing(fair: dict[str, Any]) -> None:
    del fair["parts"][1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: None, (0, "won")),
        (another_secret, (1, "the server changed its secret")),
        (part_exchanged(0), (1, "not made of the parts that were sealed")),
        (part_exchanged(1), (1, "not made of the parts that were sealed")),
        (part_missing, (1, "not made of the parts that were sealed")),
    ],
)
@in_loop
async def test_a_bot_in_javascript_is_deceived_neither_before_nor_after(
    change: Change, said: tuple[int, str]
) -> None:
    async with at_a_table() as (table, end):
        desk = table.desk
        await table.show()
        assert (await table.hear())["type"] == "commit"
        with lying(TOO_EARLY):
            await table.show()
            desk.act(HOST, "start")
            await table.show()
        # Another game is to be sealed: had the bot revealed its part, that would come first.
        desk.add(Resealed((), "5f" * 32))
        await table.show()
        message = await table.hear()
        assert (message["type"], message["game"]) == ("commit", "CDFGHJ-1.1")
        part = part_of(HOST, "CDFGHJ-1.1")
        desk.act(HOST, "commit", game="CDFGHJ-1.1", commitment=commitment(part))
        await table.show()
        assert (await table.hear())["type"] == "reveal"
        desk.act(HOST, "reveal", game="CDFGHJ-1.1", part=part)
        walk(desk, Random(1), lambda _: None)
        await table.show(change)
        code, text = await end
        assert (code, said[1] in text) == (said[0], True), text
