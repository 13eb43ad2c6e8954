"""The door of the house: every request comes through here, and every answer goes out.

It counts, turns away whoever asks too often, sends whoever watches over the server to a side door,
and adds to every answer what browsers are to be told.
"""

import asyncio
import logging
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from qwixx.protocol.http import Problem
from qwixx.server.limits import TokenBuckets, counted_address
from qwixx.server.live.house import House
from qwixx.server.metrics import CONTENT_TYPE
from qwixx.server.web.origins import may_come_from
from qwixx.server.web.pages import PARTS, WORKER
from qwixx.server.web.watching import Watching  # noqa: TC001  (a part of it)

_log: Final = logging.getLogger(__name__)

# Who is turned away hears it a little later: a flood waits for its own answers.
_PENANCE: Final = 0.5
# A page comes in a dozen files, and a whole school may be behind one address.
_FILES_FOR_A_REQUEST: Final = 10
_LONGEST_PATH: Final = 255
_READING: Final = ("GET", "HEAD", "OPTIONS")
"""The methods that change nothing. Browsers send no origin with them."""

_FOR_FILES: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""For parts of the page, of which a first visit loads several. What a window may do is said by the
page that is in it."""
_FOR_DATA: Final = [
    *_FOR_FILES,
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
"""For everything else that is no page: in a window of its own it can do nothing at all."""
_FOR_WORKER: Final = [
    *_FOR_FILES,
    (
        b"content-security-policy",
        b"default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    ),
]
"""For the service worker. A worker obeys the policy of its own script, and it fetches the page."""
# Everything comes from here, and nothing is inline.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FOR_WINDOWS: Final = [
    *_FOR_FILES,
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


class HungUp(Exception):  # noqa: N818  (that is nobody's error)
    """Who was asking has gone before the end of the question."""


class Door:
    def __init__(self, app: ASGIApp, house: House) -> None:
        self.house = house
        self.side_door = 0
        """The port at which figures are told."""
        self.watching: Watching | None = None
        self._app = app
        settings = house.settings
        rate, hourly = settings.request_rate, settings.tables_per_address
        self._files = TokenBuckets(_FILES_FOR_A_REQUEST * rate, 3 * _FILES_FOR_A_REQUEST * rate)
        self._opened = TokenBuckets(hourly / 3600, hourly)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await self._http(scope, receive, self._out(send, scope["path"]))
        elif kind == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if self.side_door and scope["server"][1] == self.side_door:
            await self._tell_figures(path, send)
        elif not self._may_come_from_there(scope):
            await asyncio.sleep(_PENANCE)
            await _problem(send, 403, "bad-message")
        elif not self._may_ask(scope, path):
            await asyncio.sleep(_PENANCE)
            await _problem(send, 429, "too-many-requests")
        elif "\0" in path or len(path) > _LONGEST_PATH:
            _log.info("no such page: an impossible address")
            await _problem(send, 404, "not-found")
        else:
            if scope["method"] == "HEAD":  # uvicorn leaves the body out, and its length in
                scope = {**scope, "method": "GET"}
            await self._app(scope, _noticing(receive), send)

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        if self.house.asked.take(_address(scope)):
            await self._app(scope, receive, send)
            return
        # Without a goodbye: the page comes back by itself.
        self.house.metrics.answers[429] += 1
        await asyncio.sleep(_PENANCE)
        await send({"type": "websocket.close", "code": 1013, "reason": ""})

    @staticmethod
    def _may_come_from_there(scope: Any) -> bool:
        """Returns whether the page that asks may change anything here.

        Without this, a page of another site could use up the limits of its visitors.
        """
        if scope["method"] in _READING:
            return True
        headers = dict(scope["headers"])
        return may_come_from(_text(headers.get(b"origin")), _text(headers.get(b"host")))

    def _may_ask(self, scope: Any, path: str) -> bool:
        address = _address(scope)
        # As the routes read it: a slash more, anywhere in it, leads to the same place.
        plain = "/" + "/".join(filter(None, path.split("/")))
        if not plain.startswith("/api/"):
            return self._files.take(address)
        opens = scope["method"] == "POST" and plain in ("/api/tables", "/api/day")
        return self.house.asked.take(address) and (not opens or self._opened.take(address))

    async def _tell_figures(self, path: str, send: Send) -> None:
        if path == "/metrics" and self.watching:
            figures = self.house.figures(self.watching.gauges())
            await _answer(send, 200, figures.encode(), CONTENT_TYPE)
        else:
            await _problem(send, 404, "not-found")

    def _out(self, send: Send, path: str) -> Send:
        async def out(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = message["status"]
                self.house.metrics.answers[status] += 1
                headers = list(message.get("headers", []))
                if path == WORKER:
                    added = _FOR_WORKER
                elif path.startswith(PARTS) and status == 200:
                    added = _FOR_FILES
                else:
                    added = _for_kind(dict(headers))
                message["headers"] = [*headers, *added]
            await send(message)

        return out


def _for_kind(headers: dict[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    kind = headers.get(b"content-type", b"text/html")  # one that is known already has none
    return _FOR_WINDOWS if kind.startswith(b"text/html") else _FOR_DATA


def _address(scope: Any) -> str:
    return counted_address(scope["client"][0] if scope.get("client") else "")


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")


def _noticing(receive: Receive) -> Receive:
    async def notice() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HungUp
        return message

    return notice


async def _problem(send: Send, status: int, code: str) -> None:
    body = msgspec.json.encode(Problem(code))  # type: ignore[arg-type]
    await _answer(send, status, body, "application/json")


async def _answer(send: Send, status: int, body: bytes, kind: str) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
