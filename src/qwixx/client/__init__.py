"""An asynchronous client of the protocol, for tests and programs that play.

    address, secret = "localhost:8000", new_secret()
    code = await asyncio.to_thread(open_table, address, secret, bots=["strong"], start=True)
    async with Client(address, code, secret) as client:
        view = await client.until(lambda view: view.you is not None and view.you.asked == "roll")
        await client.act("roll")

In the examples a server runs at `localhost:8000`, as `qwixx serve` starts one.

- `http` opens tables.
- `protocol` knows the messages and moves no bytes; it seals the player's part of the dice.
- `connection` adds the socket.
- `client` shows views as the types of `qwixx.protocol`.
- `dice_watch` compares what successive views say about the dice.
"""

from qwixx.extras import extra_named

with extra_named():
    from qwixx.client.client import Client
    from qwixx.client.connection import TableConnection
    from qwixx.client.dice_watch import Finding
    from qwixx.client.http import ask, new_secret, open_table, request
    from qwixx.client.link import Link, read_link
    from qwixx.client.playing import play
    from qwixx.client.protocol import Bye, ClientProtocol, Refused

__all__ = [
    "Bye",
    "Client",
    "ClientProtocol",
    "Finding",
    "Link",
    "Refused",
    "TableConnection",
    "ask",
    "new_secret",
    "open_table",
    "play",
    "read_link",
    "request",
]
