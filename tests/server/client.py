"""A scripted player: what a browser does, without drawing anything."""

import asyncio
import hashlib
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from functools import wraps
from random import Random
from types import TracebackType
from typing import Any, ClassVar, ParamSpec, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

View = dict[str, Any]
PATIENCE = 20.0


def request(
    address: str, path: str, body: object = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """An HTTP request: the status, the headers and the body of the answer."""
    data = None if body is None else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **(headers or {})}
    asked = urllib.request.Request(f"http://{address}{path}", data, given)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()


def ask(address: str, path: str, body: object = None) -> Any:
    """The answer to a request that must succeed."""
    status, _, text = request(address, path, body)
    assert 200 <= status < 300, (status, text)
    return json.loads(text) if text else None


def new_secret() -> str:
    return secrets.token_hex(16)


# A wish for a table that is granted.
GOOD = {
    "secret": "0" * 32,
    "name": "Anna",
    "options": {"variant": "classic", "seats": 2, "timer": 0},
    "bots": [],
    "start": False,
}


def open_table(
    address: str,
    secret: str,
    *,
    name: str = "Anna",
    variant: str = "classic",
    seats: int = 2,
    timer: int = 0,
    bots: tuple[str, ...] = (),
    start: bool = False,
    hints: bool = False,
) -> str:
    options = {"variant": variant, "seats": seats, "timer": timer, "hints": hints}
    wish = {"secret": secret, "name": name, "options": options, "bots": bots, "start": start}
    code: str = ask(address, "/api/tables", wish)["code"]
    return code


class Refused(Exception):
    """The server refused an action; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Bye(Exception):
    """The server has closed the socket; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


P = ParamSpec("P")


def in_loop(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Runs an asynchronous test, and sends all players home who are still there."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def bounded() -> None:
            try:
                await asyncio.wait_for(test(*args, **kwargs), 60)
            finally:
                while Player.connected:
                    await Player.connected.pop().go()

        asyncio.run(bounded())

    return run


class Player:
    """One browser at one table."""

    connected: ClassVar[set["Player"]] = set()

    def __init__(
        self, address: str, code: str, secret: str | None = None, *, ticket: str | None = None
    ) -> None:
        self.address = address
        self.code = code
        self.secret = secret or new_secret()
        self.parts: dict[str, str] = {}
        """What it has drawn for the dice of each game."""
        self.seals = True
        """Whether it takes part in sealing the dice, as the page does by itself."""
        self.view: View = {}
        self.heard: list[str] = []
        """Every message as it came."""
        self.bye: str | None = None
        self._ticket = ticket
        self._count = 0
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.come()
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.go()

    async def come(self) -> None:
        """Connects, and waits for the first view."""
        await self.go()
        self.view, self.bye = {}, None
        self._socket = await connect(f"ws://{self.address}/api/tables/{self.code}/socket")
        hello = {"type": "hello", "secret": self.secret, "ticket": self._ticket}
        await self._socket.send(json.dumps(hello))
        self._reader = asyncio.create_task(self._read(self._socket))
        self.connected.add(self)
        await self.until(bool)

    async def go(self) -> None:
        """Disconnects, like a phone that falls asleep."""
        self.connected.discard(self)
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader

    async def send(self, text: str) -> None:
        """Any text at all."""
        assert self._socket
        await self._socket.send(text)

    async def act(self, kind: str, *, action_id: str = "", version: int = -1, **more: Any) -> int:
        """Does something, and waits until the server has confirmed it and shown what came of it."""
        self._count += 1
        message = {
            "type": kind,
            "id": action_id or f"{self._count}-{secrets.token_hex(4)}",
            "version": self.view["version"] if version < 0 else version,
            **more,
        }
        answer = self._answers[message["id"]] = asyncio.get_running_loop().create_future()
        await self.send(json.dumps(message))
        done: int = await asyncio.wait_for(answer, PATIENCE)
        await self.until(lambda view: view["version"] >= done)
        return done

    async def until(self, condition: Callable[[View], bool]) -> View:
        """Waits for a view that fulfils the condition."""

        async def wait() -> View:
            while not (self.view and condition(self.view)):
                if self.bye is not None:
                    raise Bye(self.bye)
                self._changed.clear()
                await self._changed.wait()
            return self.view

        return await asyncio.wait_for(wait(), PATIENCE)

    @property
    def you(self) -> dict[str, Any]:
        you: dict[str, Any] = self.view["you"]
        return you

    async def play(self, rng: Random, *, until_turn: int | None = None) -> View:
        """Plays at random to the end of the game, or to the beginning of that turn."""
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
                    moves = [offer["move"] for offer in view["you"]["offers"]] or ["-"]
                    await self.act("choose", version=seen, move=rng.choice(moves))
            except Refused as refused:
                # A second tab, or the house, was faster.
                assert refused.code in ("stale", "wrong-phase", "wrong-stage"), refused.code
                await self.until(lambda view, seen=seen: view["version"] > seen)  # type: ignore[misc]

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                self.heard.append(text)
                await self._hear(json.loads(text))
        except ConnectionClosed:
            pass
        self.bye = self.bye or "closed"
        self._changed.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Bye(self.bye))
                answer.exception()  # nobody need be waiting for it

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "view":
            self.view = message
            self._changed.set()
            if self.seals:
                await self._seal()
        elif message["type"] == "bye":
            self.bye = message["code"]
        else:
            answer = self._answers.get(message["id"])
            if answer and not answer.done():
                if message["type"] == "ack":
                    answer.set_result(message["version"])
                else:
                    answer.set_exception(Refused(message["code"]))

    async def _seal(self) -> None:
        """Commits to a part and reveals it when it is time, as the page does."""
        fair, you = self.view["fair"], self.view["you"]
        if you is None or self.view["stage"] not in ("lobby", "sealing"):
            return
        own = next(part for part in fair["parts"] if part["seat"] == you["seat"])
        action = {"id": secrets.token_hex(8), "version": 0, "game": fair["game"]}
        if own["excused"] and fair["reveal"]:
            return
        part = self.parts.setdefault(fair["game"], secrets.token_hex(32))
        if own["commitment"] is None:
            commitment = hashlib.sha256(bytes.fromhex(part)).hexdigest()
            action |= {"type": "commit", "commitment": commitment}
        elif fair["reveal"] and own["part"] is None:
            action |= {"type": "reveal", "part": part}
        else:
            return
        await self.send(json.dumps(action))
