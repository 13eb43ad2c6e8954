"""Signs that players give each other: passed on, limited, forgotten."""

import json
import sqlite3
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from qwixx.protocol.words import MOST_SIGNS
from tests.server.client import in_loop, new_secret, open_table
from tests.server.running import Server


async def come(server: Server, code: str, secret: str, **more: Any) -> ClientConnection:
    socket = await connect(f"ws://{server.address}/api/tables/{code}/socket")
    await socket.send(json.dumps({"type": "hello", "secret": secret, **more}))
    await heard(socket)  # once that is answered, the server has let them in
    return socket


async def heard(socket: ClientConnection) -> list[dict[str, Any]]:
    """The signs that have come; a view that was asked for comes after them."""
    await socket.send(json.dumps({"type": "rename", "id": "ask", "version": 0, "name": ""}))
    signs = []
    while (message := json.loads(await socket.recv())).get("id") != "ask":
        if message["type"] == "reaction":
            signs.append(message)
    return signs


@in_loop
async def test_a_sign_reaches_everybody_three_times_a_turn(server: Server) -> None:
    anna, bert = new_secret(), new_secret()
    code = open_table(server.address, anna)
    host = await come(server, code, anna)
    guest = await come(server, code, bert)
    program = await come(server, code, new_secret(), program=True)
    for _ in range(MOST_SIGNS + 2):
        await host.send(json.dumps({"type": "react", "sign": "wave"}))
    await heard(host)
    expected = [{"type": "reaction", "seat": 0, "sign": "wave"}] * MOST_SIGNS
    assert await heard(guest) == expected
    assert await heard(program) == []
    # Who has no seat is not heard, nor is what is no sign.
    await guest.send(json.dumps({"type": "react", "sign": "laugh"}))
    await guest.send(json.dumps({"type": "react", "sign": "shout"}))
    await heard(guest)
    assert await heard(host) == []
    for socket in (host, guest, program):
        await socket.close()
    # Nothing of it is kept: the table was opened, and that is all.
    with sqlite3.connect(server.database) as database:
        kept = database.execute("select count(*) from entries where code = ?", [code]).fetchone()
    assert kept == (1,)
