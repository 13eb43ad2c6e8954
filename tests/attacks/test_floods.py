"""One address keeps a server as busy as it can; a player at another table plays on."""

import asyncio

import pytest

from benchmarks.loading.process import megabytes
from tests.attacks.attacker import BROKEN, Attacker
from tests.attacks.crowds import FINISHED
from tests.attacks.floods import FLOODS
from tests.server.client import Player, in_loop, new_secret, open_table
from tests.server.running import Server
from tests.server.watching import figures

_FOR = 0.5


@pytest.mark.parametrize("name", FLOODS)
@in_loop
async def test_a_flood_does_no_harm(server: Server, name: str) -> None:
    secret = new_secret()
    watched = open_table(server.address, new_secret())
    code = open_table(server.address, secret)
    before = megabytes(server.pid)
    async with Player(server.address, code, secret) as anna:
        flood = asyncio.ensure_future(
            FLOODS[name](Attacker(server.port, watched, "127.0.0.3", FINISHED))
        )
        async with asyncio.timeout(40):
            for number in range(5):
                await asyncio.sleep(_FOR / 5)
                await anna.act("rename", name=f"Anna {number}")
        flood.cancel()
        await asyncio.gather(flood, return_exceptions=True)
        assert anna.view["seats"][0]["name"] == "Anna 4"
    assert megabytes(server.pid) - before < 50
    now = figures(server)
    assert now.get('qwixx_errors_total{kind="internal"}', 0) == 0


@in_loop
async def test_a_flood_leaves_no_memory_behind(server: Server) -> None:
    """After the last flood the server is as it was: no lines, no spectators."""
    async with asyncio.timeout(20):
        while figures(server)["qwixx_lines"] > 2:  # noqa: ASYNC110  (it is another process)
            await asyncio.sleep(0.2)
    with pytest.raises((*BROKEN, ConnectionRefusedError)):
        await Attacker(server.port, "CDFGHJ").upgrade("/api/nothing")
