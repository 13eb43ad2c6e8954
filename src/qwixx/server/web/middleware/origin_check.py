"""Refuses changes that a page of another site asks for, before they use up its visitor's limits.

Pages of the allowed origins may make changes and read the answers. For them alone the answers carry
the headers of CORS. There are no cookies, so the headers never allow credentials.
"""

from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Send

from qwixx.server.web.middleware.asgi import refuse
from qwixx.server.web.origins import may_come_from

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
"""The methods that change nothing. Browsers of the same origin send no origin with them."""
_API: Final = "/api/"
_PREFLIGHT: Final = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"content-type"),
    (b"access-control-max-age", b"3600"),
]
"""Answers the question of a browser whether it may send a request. The route itself answers with
its methods, after the limits."""


class OriginCheck:
    def __init__(self, app: ASGIApp, allowed: tuple[str, ...]) -> None:
        self._app = app
        self._allowed = allowed

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        origin, host = _text(headers.get(b"origin")), _text(headers.get(b"host"))
        if self._allowed and scope["path"].startswith(_API):
            is_allowed = origin is not None and origin in self._allowed
            send = _with_headers(send, self._headers(scope, origin if is_allowed else None))
        if scope["method"] in _SAFE_METHODS or may_come_from(origin, host, self._allowed):
            await self._app(scope, receive, send)
        else:
            await refuse(send, 403, "bad-message")

    def _headers(self, scope: Any, origin: str | None) -> list[tuple[bytes, bytes]]:
        """Returns the headers of an answer to a page of that origin; None is any other page."""
        # All pages get it, so that no cache gives another page the answer to an allowed one.
        headers = [(b"vary", b"origin")]
        if origin is not None:
            headers.append((b"access-control-allow-origin", origin.encode("latin-1")))
            headers += _PREFLIGHT if scope["method"] == "OPTIONS" else []
        return headers


def _with_headers(send: Send, added: list[tuple[bytes, bytes]]) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return send_with_headers


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")
