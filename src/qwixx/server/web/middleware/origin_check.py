"""Refuses changes that a page of another site asks for, before they use up its visitor's limits."""

from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

from qwixx.server.web.middleware.asgi import refuse
from qwixx.server.web.origins import may_come_from

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
"""The methods that change nothing. Browsers send no origin with them."""


class OriginCheck:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "http" and not _is_allowed(scope):
            await refuse(send, 403, "bad-message")
        else:
            await self._app(scope, receive, send)


def _is_allowed(scope: Any) -> bool:
    if scope["method"] in _SAFE_METHODS:
        return True
    headers = dict(scope["headers"])
    return may_come_from(_text(headers.get(b"origin")), _text(headers.get(b"host")))


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("latin-1")
