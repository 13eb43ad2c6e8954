"""One address with as many sockets as it may have, each of them within its own limits."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from tests.attacks.attacker import BROKEN, Attacker, Line, frame, text, together
from tests.server.client import new_secret, open_table

_SOCKETS: Final = 240
_EACH: Final = 0.06
"""Seconds between two messages of a socket, which may send twenty a second."""
FINISHED: Final = "CDFGHJ"
"""The code of the table at which those games were played."""
_GAMES: Final = Path(__file__).parents[1] / "table" / "released" / "evening.jsonl"


async def _many(attacker: Attacker, do: Callable[[Line], Awaitable[None]]) -> None:
    """Spectators who read what they are sent and do that, until their line is cut."""

    async def spectator() -> None:
        while True:
            with suppress(*BROKEN, TimeoutError):
                async with await attacker.watch() as line:
                    await together(_swallow(line), do(line))
            await asyncio.sleep(0.5)

    await together(*(spectator() for _ in range(_SOCKETS)))


async def _swallow(line: Line) -> None:
    while await line.reader.read(1 << 16):
        pass


async def _over_and_over(line: Line, data: Callable[[], bytes]) -> None:
    sent = True
    while sent:
        sent = await line.send(data())
        await asyncio.sleep(_EACH)


async def actions_on_many_sockets(attacker: Attacker) -> None:
    message = text(json.dumps({"type": "roll", "id": "x" * 32, "version": 1}))
    await _many(attacker, lambda line: _over_and_over(line, lambda: message))


async def pings_on_many_sockets(attacker: Attacker) -> None:
    await _many(attacker, lambda line: _over_and_over(line, lambda: frame(9) * 4))


async def a_table_full_of_spectators(attacker: Attacker) -> None:
    """Fills a table with spectators while its host acts as fast as allowed."""
    secret, numbers = new_secret(), count()
    code = await asyncio.to_thread(open_table, f"127.0.0.1:{attacker.port}", secret)
    table = Attacker(attacker.port, code, attacker.address)

    def rename() -> bytes:
        name = f"M{next(numbers)}"
        wish = {"type": "rename", "id": new_secret(), "name": name, "version": 0}
        return text(json.dumps(wish))

    async def host() -> None:
        async with await table.upgrade() as line:
            await line.send(text(json.dumps({"type": "hello", "secret": secret})))
            await together(_swallow(line), _over_and_over(line, rename))

    async def look(_line: Line) -> None:
        pass

    with suppress(*BROKEN):
        await together(host(), host(), host(), _many(table, look))


async def put_finished_game(database: str) -> None:
    """A table at which games have been played, in the database of a server."""
    store = SqlStore(database_url(database))
    try:
        first, *more = _GAMES.read_bytes().splitlines()
        await store.create(FINISHED, first, 0)
        for position, entry in enumerate(more, 2):
            await store.append(FINISHED, position, entry)
    finally:
        await store.close()
