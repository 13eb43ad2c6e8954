"""Limits how much each address may request.

Sockets count too, and opening a table has an hourly limit of its own. Litestar's rate limit counts
requests alone, and each of them waits for its store.
"""

from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

from qwixx.server.limits import TokenBuckets
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.web.middleware.asgi import client_address, refusal_delay, refuse

# A page comes in a dozen files, and a whole school may be behind one address.
_FILES_PER_REQUEST: Final = 10
_OPENING_PATHS: Final = ("/api/tables", "/api/day")
_TRY_AGAIN: Final = 1013


class RateLimit:
    def __init__(self, app: ASGIApp, registry: TableRegistry) -> None:
        self._app = app
        self._registry = registry
        files = _FILES_PER_REQUEST * registry.settings.request_rate
        hourly = registry.settings.tables_per_address
        self._files = TokenBuckets(files, 3 * files)
        self._openings = TokenBuckets(hourly / 3600, hourly)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "websocket" and not self._registry.limits.requests.take(client_address(scope)):
            # Without a last message: the page tries again by itself.
            self._registry.metrics.answers[429] += 1
            await refusal_delay()
            await send({"type": "websocket.close", "code": _TRY_AGAIN, "reason": ""})
        elif kind == "http" and not self._allows(scope):
            await refuse(send, 429, "too-many-requests")
        else:
            await self._app(scope, receive, send)

    def _allows(self, scope: Any) -> bool:
        address = client_address(scope)
        # As the routes read it: another slash, anywhere in it, leads to the same place.
        path = "/" + "/".join(filter(None, scope["path"].split("/")))
        if not path.startswith("/api/"):
            return self._files.take(address)
        opens = scope["method"] == "POST" and path in _OPENING_PATHS
        return self._registry.limits.requests.take(address) and (
            not opens or self._openings.take(address)
        )
