"""The client for programs that play: views come as the types of the protocol, with positions."""

import logging
from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from qwixx.client.connection import TableConnection
from qwixx.client.dice_watch import DiceWatch, Finding
from qwixx.protocol.views import View

_log: Final = logging.getLogger("qwixx.client")
_read_view: Final = msgspec.json.Decoder(View).decode


class Client(TableConnection[View]):
    """One program at one table; the other players can see that it is a program.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio
        >>> from qwixx.client import Client, new_secret, open_table
        >>> from qwixx.protocol.views import PlayingView
        >>> async def look():
        ...     secret = new_secret()
        ...     code = open_table(address, secret, name="Ann", bots=["casual"])
        ...     async with Client(address, code, secret) as client:
        ...         await client.act("start")
        ...         view = await client.until(lambda view: isinstance(view, PlayingView))
        ...         return view.seats[view.you.seat].name, len(view.game.cards)
        >>> asyncio.run(look())
        ('Ann', 2)
    """

    def __init__(
        self,
        addresses: str | Sequence[str],
        code: str,
        secret: str | None = None,
        *,
        ticket: str | None = None,
        rng: Random | None = None,
    ) -> None:
        """Sets up a client that is not connected yet.

        `addresses` are one or more nodes: `host:port`, or `https://host/path` behind a proxy.
        `ticket` moves a seat to this secret.
        """
        super().__init__(
            addresses, code, secret, show=_read_view, ticket=ticket, program=True, rng=rng
        )
        self.findings: list[Finding] = []
        """Suspicious dice of this table, the oldest first."""
        self._watch = DiceWatch()

    @property
    def view(self) -> View:
        """The latest view."""
        return self.shown

    def on_view(self, view: View) -> None:
        """Compares the dice with earlier views, and wakes the callers that wait for a view."""
        for finding in self._watch.check(view, self.parts if self.seals else None):
            self.findings.append(finding)
            self.on_finding(finding)
        super().on_view(view)

    def on_finding(self, finding: Finding) -> None:
        """Logs suspicious dice, as `qwixx.client`. Override it to do something else."""
        _log.log(logging.ERROR if finding.alarm else logging.WARNING, "%s", finding)
