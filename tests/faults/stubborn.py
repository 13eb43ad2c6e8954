"""A player who comes back by itself and sends again what nobody has answered, as the page does."""

import asyncio
import secrets
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.client import Bye, Player, Refused, View
from tests.server.running import Server

_CUT_OFF = (Bye, OSError, TimeoutError, ConnectionClosed, InvalidHandshake)


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
        self.resent = 0
        self._nodes = nodes
        self._rng = rng

    async def insist(self, kind: str, version: int, **more: Any) -> None:
        """Sends the same action until there is an answer to it. Refused says that there is one."""
        action_id = secrets.token_hex(8)
        while True:
            try:
                await self.act(kind, action_id=action_id, version=version, **more)
            except _CUT_OFF as error:
                await self.return_after(error)
                self.resent += 1
            except Refused as refused:
                if refused.code != "server-error":
                    raise
            else:
                return

    async def watch_until(self, condition: Any) -> View:
        """Like `until`, whatever happens to the connection."""
        while True:
            try:
                return await self.until(condition)
            except _CUT_OFF as error:
                await self.return_after(error)

    async def return_after(self, error: Exception) -> None:
        """Connects again, to any node, as soon as one answers."""
        if isinstance(error, Bye):
            assert error.code in ("closed", "restarting"), error.code
        self.returns += 1
        while True:
            self.address = self._rng.choice(self._nodes).address
            try:
                await self.come()
            except _CUT_OFF as again:
                if isinstance(again, Bye):
                    assert again.code in ("closed", "restarting"), again.code
                await asyncio.sleep(self._rng.uniform(0.02, 0.1))
            else:
                return

    async def play_through(self) -> None:
        """Plays at random to the end of this game."""
        while True:
            view = await self.watch_until(
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
                    await self.insist("roll", version)
                else:
                    moves = [offer["move"] for offer in you["offers"]] or ["-"]
                    await self.insist("choose", version, move=self._rng.choice(moves))
            except Refused as refused:
                # It was down so long that the house has passed for this player.
                assert refused.code in ("stale", "wrong-phase", "wrong-stage"), refused.code
                await self.watch_until(lambda view, seen=version: view["version"] > seen)

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "ack":
            before = self.acks.setdefault(message["id"], message["version"])
            assert before == message["version"], "one action has led to two versions"
        await super()._hear(message)
