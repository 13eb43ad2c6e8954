"""What one person at one table says and hears: the whole protocol, and not one socket.

Who moves the bytes is no matter here. `Line` does it in comfort, for tests and programs that play;
the load tester does it by callbacks, because it has thousands of lines and little time for each.
"""

import secrets
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import msgspec

from qwixx.client.http import new_secret
from qwixx.client.sealing import Parts, SealingView
from qwixx.protocol.types import PROTOCOL

Shown = TypeVar("Shown")
"""What a view is to whoever uses the line."""

Text = str | bytes | memoryview
"""A message as it comes, in UTF-8 where it is bytes."""


class Refused(Exception):  # noqa: N818
    """The server refused an action; `code` says why.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio
        >>> from qwixx.client import Client, Refused, new_secret, open_table
        >>> async def too_early():
        ...     secret = new_secret()
        ...     async with Client(address, open_table(address, secret), secret) as client:
        ...         try:
        ...             await client.act("roll")
        ...         except Refused as refused:
        ...             return refused.code
        >>> asyncio.run(too_early())
        'wrong-stage'
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        """Why."""


class Bye(Exception):  # noqa: N818
    """The line is closed; `code` says why, as the server has put it. It is "closed" where it said
    nothing, "not-understood" where it speaks another language, and "gone" if you have gone.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio
        >>> from qwixx.client import Bye, Client
        >>> async def nowhere():
        ...     try:
        ...         await Client(address, "CDFGHJ").come()
        ...     except Bye as bye:
        ...         return bye.code
        >>> asyncio.run(nowhere())
        'no-such-table'
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        """Why."""


class _Message(msgspec.Struct):
    """What every message of the server says about itself."""

    type: str
    id: str = ""
    code: str = ""
    version: int = 0
    stage: str = ""


_read: Final = msgspec.json.Decoder(_Message).decode
_write: Final = msgspec.json.Encoder().encode


class Talk(Generic[Shown]):
    """One person at one table. `show` makes of the text of a view what its user wants to see.

    Examples:
        >>> import json
        >>> from qwixx.client import Talk
        >>> talk = Talk("CDFGHJ", show=json.loads)
        >>> talk.path, json.loads(talk.hello())["type"]
        ('/api/tables/CDFGHJ/socket', 'hello')
    """

    def __init__(
        self,
        code: str,
        secret: str | None = None,
        *,
        show: Callable[[Text], Shown],
        ticket: str | None = None,
        program: bool = False,
    ) -> None:
        """`ticket` moves a seat to this secret; a `program` says that it is one."""
        self.code = code
        """Of the table."""
        self.secret = secret or new_secret()
        """Who this is, at that table."""
        self.parts = Parts()
        """What it has drawn for the dice of each game."""
        self.seals = True
        """Whether it takes part in sealing the dice by itself."""
        self.version = -1
        """Of the latest view; -1 before there is one."""
        self.bye: str | None = None
        """Why the server has closed the socket."""
        self._show = show
        self._shown: Shown | None = None
        self._ticket = ticket
        self._program = program
        self._sharing: dict[str, Any] | None = None
        """What was last said about the dice, while no view shows it yet …"""
        self._share_id = ""
        """… and with which id."""

    @property
    def path(self) -> str:
        """Where the socket is, at every node."""
        return f"/api/tables/{self.code}/socket"

    @property
    def shown(self) -> Shown:
        """The latest view."""
        assert self._shown is not None, "nothing has been shown yet"
        return self._shown

    # What is said

    def hello(self) -> bytes:
        """The first thing to say on a new socket. What was seen before no longer counts."""
        self._shown, self.version, self.bye, self._sharing = None, -1, None, None
        hello = {"type": "hello", "secret": self.secret, "protocol": PROTOCOL}
        return _write(hello | {"ticket": self._ticket, "program": self._program})

    def action(self, kind: str, action: str, version: int = -1, **more: Any) -> bytes:
        """An action with that id, as it is said; on the latest view unless a version is given."""
        seen = self.version if version < 0 else version
        return _write({"type": kind, "id": action, "version": seen, **more})

    # What is heard

    def hear(self, text: Text) -> bytes | None:
        """A message of the server. Returns what is to be said at once, if anything is."""
        message = _read(text)
        if message.type == "view":
            self.version = message.version
            self._shown = self._show(text)
            self.on_view(self._shown)
            return self._share(text) if message.stage in ("lobby", "sealing") else None
        if message.type == "bye":
            self.bye = message.code
        elif message.type == "ack":
            self.on_answer(message.id, message.version)
        else:
            if message.id == self._share_id:
                self._sharing = None  # so that it is sent again
            self.on_answer(message.id, Refused(message.code))
        return None

    def on_view(self, view: Shown) -> None:
        """There is a new view."""

    def on_answer(self, action: str, answer: int | Refused) -> None:
        """An action was done, and led to that version, or was refused."""

    def _share(self, view: Text) -> bytes | None:
        """Commits to a part of the dice and reveals it when it is time, as the page does."""
        wanted = self.parts.wanted(SealingView.read(view)) if self.seals else None
        if wanted == self._sharing:
            return None
        self._sharing = wanted
        if wanted is None:
            return None
        self._share_id = new_id()
        return _write({"id": self._share_id, "version": 0, **wanted})


def new_id() -> str:
    """A name for an action that no other has."""
    return secrets.token_hex(8)
