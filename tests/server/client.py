"""A scripted player: the shipped client with raw views and random choices."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from random import Random
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

import msgspec

from qwixx.client import Bye, Refused, TableConnection, ask, new_secret, open_table, request
from qwixx.client.protocol import Text

__all__ = [
    "GOOD",
    "PATIENCE",
    "Bye",
    "Player",
    "Refused",
    "View",
    "ask",
    "bounded",
    "in_loop",
    "new_secret",
    "open_table",
    "request",
]

View = dict[str, Any]

PATIENCE: Final = 120.0
"""Seconds to wait for an event, which comes soon unless the machine is busy or a test fails."""

# A wish for a table that is granted.
GOOD = {
    "secret": "0" * 32,
    "name": "Anna",
    "options": {"variant": "classic", "seats": 2, "timer": 0},
    "bots": [],
    "start": False,
}


P = ParamSpec("P")
Result = TypeVar("Result")


def in_loop(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Runs an asynchronous test, and sends all players home who are still there."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(bounded(test(*args, **kwargs), 2 * PATIENCE))

    return run


async def bounded(doing: Awaitable[Result], seconds: float) -> Result:
    """Waits for it so long, and sends all players home: a later test could not, in another loop."""
    try:
        return await asyncio.wait_for(doing, seconds)
    finally:
        while Player.connected:
            await Player.connected.pop().disconnect()


class Player(TableConnection[View]):
    """One browser at one table."""

    connected: ClassVar[set["Player"]] = set()

    def __init__(
        self, address: str, code: str, secret: str | None = None, *, ticket: str | None = None
    ) -> None:
        super().__init__(address, code, secret, show=msgspec.json.decode, ticket=ticket)
        self.heard: list[str] = []
        """Every message as it came."""

    @property
    def view(self) -> View:
        """The latest view, as it came; empty before there is one."""
        return self._shown or {}

    @property
    def you(self) -> dict[str, Any]:
        you: dict[str, Any] = self.view["you"]
        return you

    async def until(
        self, condition: Callable[[View], object], seconds: float | None = PATIENCE
    ) -> View:
        return await super().until(condition, seconds)

    async def connect(self) -> None:
        try:
            await super().connect()
        finally:
            self.connected.add(self)

    async def disconnect(self) -> None:
        self.connected.discard(self)
        await super().disconnect()

    def receive(self, text: Text) -> bytes | None:
        assert isinstance(text, str)
        self.heard.append(text)
        return super().receive(text)

    async def play(
        self, rng: Random, *, until_turn: int | None = None, crosses: bool = True
    ) -> View:
        """Plays at random to the end of the game, or to the beginning of that turn. Without crosses
        a game ends soon."""
        while True:
            view = await self.until(
                lambda view: (
                    view["stage"] == "over"
                    or (until_turn and view["game"] and view["game"]["turn"] >= until_turn)
                    or (view["you"] and view["you"]["asked"] and view["you"]["answer"] is None)
                )
            )
            if view["stage"] == "over" or (until_turn and view["game"]["turn"] >= until_turn):
                return view
            try:
                seen = view["version"]
                if view["you"]["asked"] == "roll":
                    await self.act("roll", version=seen)
                else:
                    # Draws only if there is a choice. The server may be faster with a forced pass,
                    # and the same seed must lead to the same game.
                    moves = [offer["move"] for offer in view["you"]["offers"]]
                    move = rng.choice(moves) if moves and crosses else "-"
                    await self.act("choose", version=seen, move=move)
            except Refused as refused:
                # A second tab, or the house, was faster.
                assert refused.code in ("stale", "wrong-phase", "wrong-stage"), refused.code
                await self.until(lambda view, seen=seen: view["version"] > seen)  # type: ignore[misc]
