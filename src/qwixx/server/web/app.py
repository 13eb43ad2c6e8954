"""The web application: routes, headers, errors, and the house behind them."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from qwixx import __version__
from qwixx.protocol.http import Problem
from qwixx.server.limits import Buckets, counted_address
from qwixx.server.live.bus import Bus
from qwixx.server.live.house import House
from qwixx.server.settings import Settings
from qwixx.server.storage.store import Store, StoreError
from qwixx.server.web.pages import COMPRESSED_ALREADY, page
from qwixx.server.web.routes import ROUTES
from qwixx.server.web.socket import table_socket
from qwixx.table.case import Refused

_log: Final = logging.getLogger(__name__)

LARGEST_BODY: Final = 16 * 1024

# Everything comes from here, and nothing is inline.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_RAW_HEADERS: Final = [(name.lower().encode(), text.encode()) for name, text in _HEADERS.items()]

AnyRequest = Request[Any, Any, State]


class _Application(Litestar):
    """Answers HEAD wherever it answers GET; uvicorn leaves the body out, and its length in."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await super().__call__(scope, receive, send)


def create_app(store: Store, bus: Bus, settings: Settings) -> Litestar:
    """The application. The store must be of the present shape."""
    house = House(store, bus, settings)
    opened = Buckets(settings.tables_per_address / 3600, settings.tables_per_address)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    async def limit(request: AnyRequest) -> Response[Problem] | None:
        if not request.url.path.startswith("/api/"):
            return None
        address = counted_address(request.client.host if request.client else "")
        opens = request.method == "POST" and request.url.path == "/api/tables"
        if house.asked.take(address) and (not opens or opened.take(address)):
            return None
        return _problem(429, "too-many-requests")

    def failed(request: AnyRequest, error: Exception) -> Response[Problem]:
        house.metrics.errors["internal"] += 1
        _log.error("a request failed: %s", request.scope.get("path_template"), exc_info=error)
        return _problem(500, "server-error")

    return _Application(
        route_handlers=[*ROUTES, table_socket, page],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        lifespan=[lifespan],
        state=State({"house": house}),
        before_request=limit,
        before_send=[_add_headers],
        logging_config=None,
        # A replay becomes forty times smaller in less than a millisecond.
        compression_config=CompressionConfig(
            "gzip", minimum_size=1024, gzip_compress_level=6, exclude_opt_key=COMPRESSED_ALREADY
        ),
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Refused: lambda _, error: _problem(400, error.code),
            StoreError: lambda _request, _error: _problem(503, "server-error"),
            HTTPException: _http_problem,
            RecursionError: lambda _request, _error: _problem(400, "bad-message"),
            500: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Qwixx",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )


async def _add_headers(message: Message, _scope: Scope) -> None:
    """To every answer, also to those that no route has made."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message.get("headers", []), *_RAW_HEADERS]


def _problem(status: int, code: str) -> Response[Problem]:
    return Response(Problem(code), status_code=status)  # type: ignore[arg-type]


def _http_problem(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    codes = {400: "bad-message", 413: "bad-message", 404: "not-found", 405: "not-found"}
    known = error.detail if error.detail in ("no-such-table", "not-over") else None
    return _problem(error.status_code, known or codes.get(error.status_code, "server-error"))
