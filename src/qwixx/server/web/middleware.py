"""Everything around the routes, in the order in which a request passes it.

Litestar's middleware runs after routing, and so not for addresses without a route. Its rate limit
counts requests alone, and each of them waits for its store.
"""

import asyncio
import logging
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from qwixx.protocol.http import Problem, ProblemCode
from qwixx.server.limits import TokenBuckets, client_of
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.metrics import CONTENT_TYPE
from qwixx.server.origins import may_come_from
from qwixx.server.problems import STATUS
from qwixx.server.web.process_metrics import ProcessMetrics  # noqa: TC001  (a part of it)
from qwixx.server.web.security_headers import Headers, security_headers

_log: Final = logging.getLogger(__name__)

# A page comes in a dozen files, and a whole school may be behind one address.
_FILES_PER_REQUEST: Final = 10
_OPENING_PATHS: Final = ("/api/tables", "/api/day")
_LONGEST_PATH: Final = 255
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
"""The methods that change nothing. Browsers of the same origin send no origin with them."""
_PREFLIGHT: Final = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"content-type"),
    (b"access-control-max-age", b"3600"),
]
"""Answers the question of a browser whether it may send a request. The route itself answers with
its methods, after the limits."""
_REFUSAL_DELAY: Final = 0.5  # seconds before a refusal, so that a flood waits for its own answers
_TRY_AGAIN: Final = 1013


class ClientGone(Exception):  # noqa: N818  (that is nobody's error)
    """The client has closed the connection before its request was complete."""


class Middleware:
    """Counts, limits and checks requests, and adds headers to the answers."""

    def __init__(self, app: ASGIApp, registry: TableRegistry) -> None:
        self.registry = registry
        self.port = 0  # the separate port of the metrics; 0 for none
        self.process: ProcessMetrics | None = None
        self._app = app
        self._origins = registry.settings.allow_origin
        files = _FILES_PER_REQUEST * registry.settings.request_rate
        self._files = TokenBuckets(files, 3 * files)
        hourly = registry.settings.tables_per_address
        self._openings = TokenBuckets(hourly / 3600, hourly)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await self._http(scope, receive, send)
        elif kind == "websocket" and not self.registry.limits.requests.take(client_of(scope)):
            # Without a last message: the page tries again by itself.
            self.registry.metrics.answers[429] += 1
            await asyncio.sleep(_REFUSAL_DELAY)
            await send({"type": "websocket.close", "code": _TRY_AGAIN, "reason": ""})
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        given = dict(scope["headers"])
        origin, host = (_text(given.get(name)) for name in (b"origin", b"host"))
        shared = self._headers_for_origin(scope, origin)

        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.registry.metrics.answers[message["status"]] += 1
                headers = [*message.get("headers", []), *shared]
                added = security_headers(path, message["status"], dict(headers))
                message["headers"] = [*headers, *added]
            await send(message)

        if self.port and scope["server"] and scope["server"][1] == self.port:
            await self._serve_metrics(path, send_more)
        elif scope["method"] not in _SAFE_METHODS and not may_come_from(
            origin, host, self._origins
        ):
            # Before the limits, which belong to the visitor of another site.
            await _refuse(send_more, "bad-message", 403)
        elif not self._allows(scope):
            await _refuse(send_more, "too-many-requests", 429)
        elif "\0" in path or len(path) > _LONGEST_PATH:
            _log.info("no such page: an impossible address")
            await _send_problem(send_more, "not-found")
        else:
            if scope["method"] == "HEAD":  # uvicorn leaves the body out, and its length in
                scope = {**scope, "method": "GET"}
            await self._app(scope, _raising_if_gone(receive), send_more)

    def _headers_for_origin(self, scope: Any, origin: str | None) -> Headers:
        """Returns the headers of CORS. Pages of the allowed origins may read the answers.

        There are no cookies, so the headers never allow credentials.
        """
        if not self._origins or not scope["path"].startswith("/api/"):
            return []
        # All pages get it, so that no cache gives another page the answer to an allowed one.
        headers = [(b"vary", b"origin")]
        if origin is not None and origin in self._origins:
            headers.append((b"access-control-allow-origin", origin.encode("latin-1")))
            headers += _PREFLIGHT if scope["method"] == "OPTIONS" else []
        return headers

    def _allows(self, scope: Any) -> bool:
        """Counts a request of its address. Opening a table has an hourly limit of its own."""
        address = client_of(scope)
        # As the routes read it: another slash, anywhere in it, leads to the same place.
        path = "/" + "/".join(filter(None, scope["path"].split("/")))
        if not path.startswith("/api/"):
            return self._files.take(address)
        opens = scope["method"] == "POST" and path in _OPENING_PATHS
        return self.registry.limits.requests.take(address) and (
            not opens or self._openings.take(address)
        )

    async def _serve_metrics(self, path: str, send: Send) -> None:
        if path == "/metrics" and self.process:
            text = self.registry.figures(self.process.gauges())
            await _send(send, 200, text.encode(), CONTENT_TYPE)
        else:
            await _send_problem(send, "not-found")


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")


async def _refuse(send: Send, code: ProblemCode, status: int) -> None:
    await asyncio.sleep(_REFUSAL_DELAY)
    await _send_problem(send, code, status)


async def _send_problem(send: Send, code: ProblemCode, status: int = 0) -> None:
    body = msgspec.json.encode(Problem(code))
    await _send(send, status or STATUS[code], body, "application/json")


async def _send(send: Send, status: int, body: bytes, kind: str) -> None:
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _raising_if_gone(receive: Receive) -> Receive:
    async def receive_or_raise() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        return message

    return receive_or_raise
