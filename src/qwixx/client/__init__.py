"""The protocol from the other side: one asynchronous client, for tests and programs that play.

    address, secret = "localhost:8000", new_secret()
    code = await asyncio.to_thread(open_table, address, secret, bots=["strong"], start=True)
    async with Client(address, code, secret) as client:
        view = await client.until(lambda view: view.you is not None and view.you.asked == "roll")
        await client.act("roll")

In the examples a server runs at `localhost:8000`, as `qwixx serve` starts one.

`http` opens tables, `talk` is the protocol without a socket, which seals this player's part of the
dice by itself, `line` brings the socket, `client` shows views as the types of `qwixx.protocol`, and
`dice_watch` compares what they say about the dice.
"""

from qwixx.extras import extra_named

with extra_named():
    from qwixx.client.client import Client
    from qwixx.client.dice_watch import Finding
    from qwixx.client.http import ask, new_secret, open_table, request
    from qwixx.client.line import Line
    from qwixx.client.link import Link, read_link
    from qwixx.client.playing import play
    from qwixx.client.talk import Bye, Refused, Talk

__all__ = [
    "Bye",
    "Client",
    "Finding",
    "Line",
    "Link",
    "Refused",
    "Talk",
    "ask",
    "new_secret",
    "open_table",
    "play",
    "read_link",
    "request",
]
