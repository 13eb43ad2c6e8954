"""A player who comes back by itself and sends again what nobody has answered, as the page does."""

import json
from random import Random
from typing import Any

from qwixx.client.protocol import Text
from qwixx.table.names import person_of
from tests.server.client import Player, Refused, View, new_secret
from tests.server.running import Server

# Another player or the server was faster. A view on its way will show it.
_TOO_LATE = (
    *("stale", "wrong-phase", "wrong-stage", "not-host", "already-answered"),
    *("seat-taken", "table-full", "no-such-seat", "not-your-decision"),
    "nothing-to-retract",
)


class Stubborn(Player):
    """Knows several nodes, and goes to any of them."""

    def __init__(
        self, nodes: list[Server], code: str, rng: Random, secret: str | None = None
    ) -> None:
        super().__init__(rng.choice(nodes).address, code, secret)
        self.acks: dict[str, tuple[str, int]] = {}
        """Every action that was acknowledged: whose it was, and the version it has led to."""
        self.results: dict[str, list[int]] = {}
        """The scores of every game that is over."""
        self.returns = 0
        self.told = 0
        """How often the server said that it cannot do anything now."""
        self.warned = False
        """Whether a view has shown that nothing can be stored."""
        self.moving = False
        """Is between two devices, neither of which is at the table."""
        self._nodes = nodes
        self._rng = rng

    async def reconnect(self) -> None:
        self.returns += 1
        self.addresses = [node.address for node in self._nodes]
        await super().reconnect()

    async def attempt(self, view: View, kind: str, **more: Any) -> bool:
        """Does that, having seen this view, unless it is too late; says which."""
        try:
            await self.act_with_retry(kind, version=view["version"], **more)
        except Refused as refused:
            assert refused.code in _TOO_LATE, refused.code
            seen = view["version"]
            if refused.code == "stale":
                await self.until_with_retry(lambda view: view["version"] > seen)
            return False
        return True

    async def move(self) -> None:
        """Takes the seat along to another device."""
        ticket = new_secret()
        await self.act_with_retry("ticket", ticket=ticket)
        await self.disconnect()
        self.moving = True
        self.secret, self._ticket = new_secret(), ticket
        await self.reconnect()
        while not self.view["you"]:  # the server was killed before it had read the ticket
            await self.reconnect()
        self.moving = False

    def note_result(self, view: View) -> None:
        self.results[view["game"]["id"]] = [card["total"] for card in view["game"]["cards"]]

    def on_view(self, view: View) -> None:
        self.warned = self.warned or view["troubled"]
        super().on_view(view)

    def on_answer(self, action: str, answer: int | Refused) -> None:
        self.told += isinstance(answer, Refused) and answer.code == "server-error"
        super().on_answer(action, answer)

    def receive(self, text: Text) -> bytes | None:
        assert isinstance(text, str)
        message = json.loads(text)
        if message["type"] == "ack":
            ack = (person_of(self.secret), message["version"])
            before = self.acks.setdefault(message["id"], ack)
            assert before == ack, "one action has led to two versions"
        return super().receive(text)
