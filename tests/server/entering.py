"""A socket at a table, opened as if from some address."""

import json
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import new_secret
from tests.server.running import Server


async def enter(server: Server, code: str, address: str) -> tuple[ClientConnection, str]:
    """A spectator's socket, and the type or code of the first thing it hears."""
    url = f"ws://{server.address}/api/tables/{code}/socket"
    opened = await connect(url, additional_headers={"X-Forwarded-For": address})
    with suppress(ConnectionClosed):
        await opened.send(json.dumps({"type": "hello", "secret": new_secret()}))
    heard = json.loads(await opened.recv())
    return opened, heard.get("code") if heard["type"] == "bye" else heard["type"]
