"""The web application: its routes, its middleware, and the answers to errors."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from qwixx import __version__
from qwixx.protocol.http import Problem, ProblemCode
from qwixx.server.limits import LARGEST_BODY
from qwixx.server.live.bus import Bus
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.problems import STATUS, RequestRefused
from qwixx.server.settings import Settings
from qwixx.server.storage.store import SqlStore, StoreError
from qwixx.server.web.middleware import ClientGone, Middleware
from qwixx.server.web.page_errors import report
from qwixx.server.web.pages import COMPRESSED_ALREADY, engine_file, page
from qwixx.server.web.routes import ROUTES, client_address, seen
from qwixx.server.web.socket import table_socket
from qwixx.table.decide import Refused

_log: Final = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, State]


def create_app(store: SqlStore, bus: Bus, settings: Settings) -> Middleware:
    """Returns the ASGI application. The store must be migrated."""
    registry = TableRegistry(store, bus, settings)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await registry.open()
        try:
            yield
        finally:
            await registry.close()

    def failed(request: AnyRequest, error: Exception) -> Response[Problem]:
        registry.metrics.errors["internal"] += 1
        _log.error("a request failed: %s", request.scope.get("path_template"), exc_info=error)
        return _problem("server-error", 500)

    app = Litestar(
        route_handlers=[*ROUTES, seen, report, table_socket, engine_file, page],
        guards=[_takes_json],
        dependencies={
            "registry": Provide(lambda: registry, sync_to_thread=False),
            "address": Provide(client_address, sync_to_thread=False),
        },
        lifespan=[lifespan],
        state=State({"registry": registry}),
        logging_config=None,
        # A replay becomes forty times smaller in less than a millisecond.
        compression_config=CompressionConfig(
            "gzip", minimum_size=500, gzip_compress_level=6, exclude_opt_key=COMPRESSED_ALREADY
        ),
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Refused: lambda _, error: _problem(error.code),
            RequestRefused: lambda _, error: _problem(error.code),
            StoreError: lambda _request, _error: _problem("server-error"),
            ClientGone: lambda _request, _error: _problem("bad-message"),
            HTTPException: _http_problem,
            RecursionError: lambda _request, _error: _problem("bad-message"),
            500: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Qwixx",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )
    return Middleware(app, registry)


def _takes_json(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuses a body of another type where JSON is expected.

    A page of another site may send any other type without asking first.
    """
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if "data" in handler.parsed_fn_signature.parameters and kind != "application/json":
        raise HTTPException(status_code=415)


def _problem(code: ProblemCode, status: int = 0) -> Response[Problem]:
    # This also applies to routes that return text.
    status = status or STATUS.get(code, 400)
    return Response(Problem(code), status_code=status, media_type=MediaType.JSON)


def _http_problem(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    codes: dict[int, ProblemCode] = {
        **dict.fromkeys((400, 413, 415), "bad-message"),
        **dict.fromkeys((404, 405), "not-found"),
    }
    return _problem(codes.get(error.status_code, "server-error"), error.status_code)
