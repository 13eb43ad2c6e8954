"""A player who comes back by itself and sends again what nobody has answered, as the page does."""

import json
from random import Random

from qwixx.client.talk import Text
from tests.server.client import Player, Refused
from tests.server.running import Server


class Stubborn(Player):
    """Knows several nodes, and goes to any of them."""

    def __init__(
        self, nodes: list[Server], code: str, rng: Random, secret: str | None = None
    ) -> None:
        super().__init__(rng.choice(nodes).address, code, secret)
        self.acks: dict[str, int] = {}
        """Every action that was acknowledged, with the version it has led to."""
        self.results: dict[str, list[int]] = {}
        """The scores of every game that is over."""
        self.returns = 0
        self._nodes = nodes
        self._rng = rng

    async def come_back(self) -> None:
        self.returns += 1
        self.addresses = [node.address for node in self._nodes]
        await super().come_back()

    async def play_through(self) -> None:
        """Plays at random to the end of this game."""
        while True:
            view = await self.insist_until(
                lambda view: (
                    view["stage"] == "over"
                    or (view["you"]["asked"] and view["you"]["answer"] is None)
                )
            )
            if view["stage"] == "over":
                totals = [card["total"] for card in view["game"]["cards"]]
                self.results[view["game"]["id"]] = totals
                return
            version, you = view["version"], view["you"]
            try:
                if you["asked"] == "roll":
                    await self.insist("roll", version=version)
                else:
                    moves = [offer["move"] for offer in you["offers"]] or ["-"]
                    await self.insist("choose", version=version, move=self._rng.choice(moves))
            except Refused as refused:
                # It was down so long that the house has passed for this player.
                assert refused.code in ("stale", "wrong-phase", "wrong-stage"), refused.code
                await self.insist_until(lambda view, seen=version: view["version"] > seen)  # type: ignore[misc]

    def hear(self, text: Text) -> bytes | None:
        assert isinstance(text, str)
        message = json.loads(text)
        if message["type"] == "ack":
            before = self.acks.setdefault(message["id"], message["version"])
            assert before == message["version"], "one action has led to two versions"
        return super().hear(text)
