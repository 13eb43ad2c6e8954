"""Thousands of made-up messages: each is answered, none does harm, and nobody learns more."""

import asyncio
import json
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qwixx.protocol import types
from qwixx.protocol.codec import read_message
from qwixx.protocol.messages import Ack, Hello, Refusal, Reply, ServerMessage
from qwixx.protocol.messages import Bye as ByeMessage
from qwixx.protocol.views import View
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.table.log import read_entry
from qwixx.table.names import person_of
from qwixx.table.state import Table
from tests.fuzz.making import KINDS, Maker
from tests.server.checking import check_view
from tests.server.client import open_table, request
from tests.server.running import Server

A_TABLE = 600
AT_ONCE = (1, 1, 2, 4, 12)
BYES = set(get_args(types.ByeCode))
CODES = {code for union in get_args(types.RefusalCode) for code in get_args(union)} | set(
    get_args(types.Reason)
)
read_view = msgspec.json.Decoder(View).decode
read_reply = msgspec.json.Decoder(Reply).decode


class Pest:
    """A client at a table that sends random messages and checks every answer."""

    def __init__(self, server: Server, code: str, rng: Random, name: str) -> None:
        self.secret = rng.randbytes(16).hex()
        self.views: dict[int, str] = {}
        """The last view of each version."""
        self.codes: Counter[str] = Counter()
        self._address = f"ws://{server.address}/api/tables/{code}/socket"
        self._rng = rng
        self._maker = Maker(rng, name)
        self._socket: ClientConnection | None = None
        self._view: dict[str, Any] = {}
        self.sent = 0

    async def connect(self) -> None:
        self._socket = await connect(self._address)
        await self._socket.send(json.dumps({"type": "hello", "secret": self.secret}))
        while not self._view:
            await self._hear()

    async def annoy(self, number: int) -> None:
        """Sends that many messages; all but greetings must be answered, in order."""
        if self._socket is None:
            await self.connect()
        socket = self._socket
        assert socket
        if self._view["stage"] == "sealing":
            await asyncio.sleep(0.02)  # the table waits for absent players, so save messages
        expected = 0
        last = f"last-{self.sent}"
        # A connection that is closed meanwhile is handled below.
        with suppress(ConnectionClosed):
            for _ in range(number):
                self.sent += 1
                sent = self._maker.message(self._view, f"{self.sent}")
                await socket.send(sent)
                expected += not _is_greeting(sent)
            await socket.send(json.dumps({"type": "retract", "id": last, "version": -1}))
        answers = 0
        while True:
            try:
                message = await self._hear()
            except ConnectionClosed as closed:
                # Only dismissed connections are closed, with a reason.
                assert closed.rcvd, "cut off without a word"
                assert closed.rcvd.code == 1000, closed
                assert self.codes["bye"], "sent away without a reason"
                self._socket, self._view = None, {}
                self.codes["bye"] = 0
                return
            if isinstance(message, (Ack, Refusal)):
                if message.id == last:
                    break
                answers += 1
        assert answers == expected, f"{expected} messages, {answers} answers"

    async def _hear(self) -> ServerMessage:
        assert self._socket
        text = await asyncio.wait_for(self._socket.recv(), 30)
        assert isinstance(text, str)
        told = json.loads(text)
        message: ServerMessage = read_view(text) if told["type"] == "view" else read_reply(text)
        if isinstance(message, View):
            assert message.version >= max(self.views, default=0), "back in time"
            self.views[message.version] = text
            self._view = told
        elif isinstance(message, Refusal):
            assert message.code in CODES
            assert message.code != "server-error"
            self.codes[message.code] += 1
        elif isinstance(message, ByeMessage):
            assert message.code in BYES
            self.codes[f"bye {message.code}"] += 1
            self.codes["bye"] = 1
        else:
            self.codes["ack"] += 1
        return message

    async def disconnect(self) -> None:
        if self._socket:
            await self._socket.close()


def _is_greeting(message: str | bytes) -> bool:
    """A good hello is answered by a view."""
    try:
        return isinstance(read_message(message), Hello)
    except msgspec.DecodeError:
        return False


async def check_views(server: Server, code: str, pests: list[Pest]) -> None:
    """Every view against the log: right to the last cell, and nothing in it that is not theirs."""
    store = SqlStore(database_url(f"sqlite:///{server.database}"))
    entries = [read_entry(entry) for entry in await store.read(code)]
    await store.close()
    secrets_at: dict[int, list[str]] = defaultdict(list)
    table = Table(code)
    for version, entry in enumerate(entries, 1):
        entry.apply(table)
        if table.stage != "over":
            secrets_at[version].append(table.secret)
        for pest in pests:
            text = pest.views.get(version)
            if text is None:
                continue
            view = json.loads(text)
            person = person_of(pest.secret)
            seat = table.seat_of(person)
            assert (view["you"] and view["you"]["seat"]) == seat
            assert view["stage"] == table.stage
            if table.game:
                check_view(view, table.game, seat)
            for other in pests:
                assert other.secret not in text
                assert person_of(other.secret) not in text
            assert not any(secret in text for secret in secrets_at[version])


def memory(server: Server) -> int:
    """Returns the memory of the server in KiB."""
    for line in Path(f"/proc/{server.pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no such process")


async def pester(server: Server, messages: int, rng: Random) -> Counter[str]:
    """Table after table of four who send anything at all."""
    codes: Counter[str] = Counter()
    before = 0
    for number in range(max(1, messages // A_TABLE)):
        secret = rng.randbytes(16).hex()
        variant = rng.choice(["classic", "longo"])
        code = open_table(server.address, secret, variant=variant, seats=rng.randint(2, 5))
        pests = [Pest(server, code, rng, name) for name in ("Anna", "Bert", "Cleo", "Dora")]
        pests[0].secret = secret
        while sum(pest.sent for pest in pests) < A_TABLE:
            await asyncio.gather(*(pest.annoy(rng.choice(AT_ONCE)) for pest in pests))
        for pest in pests:
            await pest.disconnect()
            codes.update(pest.codes)
        await check_views(server, code, pests)
        if number == 1:
            before = memory(server)  # by now everything is loaded that is ever needed
    after = memory(server)
    print(f"{before} KiB before, {after} KiB after; {dict(codes)}")  # noqa: T201
    # Tables stay in memory for a minute after the last person has gone: a megabyte each is a lot.
    assert after - before < 64 * 1024
    return codes


def test_every_message_is_answered_and_does_no_harm(
    tmp_path: Path, messages: int, seed: int
) -> None:
    print(f"--seed={seed} --messages={messages}")  # noqa: T201  (how to do it again)
    with Server(tmp_path) as server:
        codes = asyncio.run(pester(server, messages, Random(seed)))
        assert request(server.address, "/healthz")[0] == 200
    assert codes["ack"] > messages / 20, "hardly anything was allowed"
    assert codes["bad-message"] > messages / 20, "hardly anything was nonsense"
    assert len(codes) > len(KINDS) // 2, "hardly any reasons were given"
