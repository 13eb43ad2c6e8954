"""An address with many sockets has one share of the server's work, and waits for itself alone."""

import asyncio
import json
from pathlib import Path
from time import monotonic

from websockets.asyncio.client import ClientConnection

from qwixx.server.limits import TokenBucket
from qwixx.server.live.connection import Connection
from tests.server.client import in_loop, new_secret, open_table
from tests.server.entering import enter
from tests.server.inbox import Inbox
from tests.server.running import Server


def test_a_caller_that_is_too_early_gets_the_delay() -> None:
    now = 0.0
    bucket = TokenBucket(2, 3, lambda: now)
    assert [bucket.reserve() for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 1.0]
    assert not bucket.take()
    now = 2.0
    assert [bucket.reserve() for _ in range(3)] == [0.0, 0.0, 0.5]


async def answered(socket: ClientConnection, number: int) -> None:
    """That message has an answer."""
    while json.loads(await socket.recv()).get("id") != str(number):
        pass


@in_loop
async def test_all_sockets_of_an_address_share_a_message_rate(
    tmp_path: Path,
) -> None:
    with Server(tmp_path, "--message-rate", "1") as server:
        code = open_table(server.address, new_secret())
        crowd = [(await enter(server, code, "192.0.2.1"))[0] for _ in range(10)]
        other, _ = await enter(server, code, "192.0.2.2")
        # Five times three at once, and five a second: fifteen of these wait.
        for number in range(3):
            for socket in crowd:
                roll = {"type": "roll", "id": str(number), "version": 1}
                await socket.send(json.dumps(roll))
        all_answered = asyncio.gather(*(answered(socket, 2) for socket in crowd))
        await other.send(json.dumps({"type": "roll", "id": "0", "version": 1}))
        await answered(other, 0)
        assert not all_answered.done(), "thirty messages of one address went before another's"
        await all_answered
        for socket in (*crowd, other):
            await socket.close()


@in_loop
async def test_an_address_beyond_its_share_gets_fewer_views_but_the_latest() -> None:
    shown = TokenBucket(20, 1)
    news, inbox = 0, Inbox()
    connection = Connection("anna", "", "192.0.2.1", shown=shown)
    began = monotonic()
    connection.open(inbox, lambda _: str(news).encode())
    for news in range(1, 101):  # noqa: B007  (what a view shows then)
        connection.refresh()
        await asyncio.sleep(0.002)
    while inbox.messages[-1] != b"100":  # noqa: ASYNC110  (it may take its time)
        await asyncio.sleep(0.01)
    assert len(inbox.messages) <= 2 + 20 * (monotonic() - began)
