"""Refuses impossible addresses, and spares the routes HEAD and clients that have gone."""

import logging
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

from qwixx.server.web.middleware.asgi import send_problem

_log: Final = logging.getLogger(__name__)

_LONGEST_PATH: Final = 255


class ClientGone(Exception):  # noqa: N818  (that is nobody's error)
    """The client has closed the connection before its request was complete."""


class RequestChecks:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if "\0" in path or len(path) > _LONGEST_PATH:
            _log.info("no such page: an impossible address")
            await send_problem(send, 404, "not-found")
        else:
            if scope["method"] == "HEAD":  # uvicorn leaves the body out, and its length in
                scope = {**scope, "method": "GET"}
            await self._app(scope, _raising_if_gone(receive), send)


def _raising_if_gone(receive: Receive) -> Receive:
    async def receive_or_raise() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        return message

    return receive_or_raise
