"""The messages that one player sends and receives: the whole protocol without a socket.

`TableConnection` moves the bytes for tests and programs that play. The load tester moves them by
callbacks, because it has thousands of connections and little time for each.
"""

import secrets
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import msgspec

from qwixx.client.dice_share import Parts, SealingView
from qwixx.client.http import new_secret
from qwixx.protocol.types import PROTOCOL

Shown = TypeVar("Shown")  # the type of views for the user of the connection

Text = str | bytes | memoryview  # A message; bytes are UTF-8


class Refused(Exception):  # noqa: N818
    """The server refused an action, for the reason in `code`.

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
        """The code of the refusal."""


class Bye(Exception):  # noqa: N818
    """The connection is closed, for the reason in `code`.

    The client itself sets three codes: "closed" if the server gave no reason, "not-understood" if
    it is no Qwixx server, and "gone" after `disconnect`. All others come from the server.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio
        >>> from qwixx.client import Bye, Client
        >>> async def nowhere():
        ...     try:
        ...         await Client(address, "CDFGHJ").connect()
        ...     except Bye as bye:
        ...         return bye.code
        >>> asyncio.run(nowhere())
        'no-such-table'
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        """The reason."""


class _Message(msgspec.Struct):
    """The fields of a message that the protocol itself needs."""

    type: str
    id: str = ""
    code: str = ""
    version: int = 0
    stage: str = ""


_read: Final = msgspec.json.Decoder(_Message).decode
_write: Final = msgspec.json.Encoder().encode


class ClientProtocol(Generic[Shown]):
    """The protocol of one player at one table. `show` decodes the text of a view.

    Examples:
        >>> import json
        >>> from qwixx.client import ClientProtocol
        >>> protocol = ClientProtocol("CDFGHJ", show=json.loads)
        >>> protocol.path, json.loads(protocol.hello())["type"]
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
        """Sets up the protocol. `ticket` moves a seat to this secret.

        The other players can see that a `program` is one.
        """
        self.code = code
        """The code of the table."""
        self.secret = secret or new_secret()
        """The identity of this player at that table."""
        self.parts = Parts()
        """The parts in the dice of each game."""
        self.seals = True
        """Whether it seals its part of the dice automatically."""
        self.version = -1
        """The version of the latest view; -1 before there is one."""
        self.bye: str | None = None
        """The reason for which the connection was closed."""
        self._show = show
        self._shown: Shown | None = None
        self._ticket = ticket
        self._program = program
        self._sharing: dict[str, Any] | None = None
        """The last message about the dice, until a view shows it."""
        self._share_id = ""
        """The id of that message."""

    @property
    def path(self) -> str:
        """The path of the table's socket, the same at every node."""
        return f"/api/tables/{self.code}/socket"

    @property
    def shown(self) -> Shown:
        """The latest view."""
        assert self._shown is not None, "nothing has been shown yet"
        return self._shown

    # Sending

    def hello(self) -> bytes:
        """Returns the first message on a new socket, and forgets earlier views."""
        self._shown, self.version, self.bye, self._sharing = None, -1, None, None
        hello = {"type": "hello", "secret": self.secret, "protocol": PROTOCOL}
        return _write(hello | {"ticket": self._ticket, "program": self._program})

    def action(self, kind: str, action: str, version: int = -1, **more: Any) -> bytes:
        """Returns the message of an action; on the latest view unless a version is given."""
        seen = self.version if version < 0 else version
        return _write({"type": kind, "id": action, "version": seen, **more})

    # Receiving

    def receive(self, text: Text) -> bytes | None:
        """Handles a message of the server. Returns the reply that must be sent, if any."""
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
                self._sharing = None  # It will be sent again.
            self.on_answer(message.id, Refused(message.code))
        return None

    def on_view(self, view: Shown) -> None:
        """Called for each new view."""

    def on_answer(self, action: str, answer: int | Refused) -> None:
        """Called when an action has led to a version, or was refused."""

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
    """Returns a unique id for an action."""
    return secrets.token_hex(8)
