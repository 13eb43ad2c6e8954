"""Counts the answers by status, and serves the metrics on a separate port."""

from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.metrics import CONTENT_TYPE
from qwixx.server.web.middleware.asgi import send_problem, send_response
from qwixx.server.web.process_metrics import ProcessMetrics  # noqa: TC001  (a part of it)


class MetricsMiddleware:
    def __init__(self, app: ASGIApp, registry: TableRegistry) -> None:
        self.registry = registry
        self.port = 0
        """The separate port of the metrics; 0 for none."""
        self.process: ProcessMetrics | None = None
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind != "http":
            await self._app(scope, receive, send)
            return

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.registry.metrics.answers[message["status"]] += 1
            await send(message)

        if self.port and scope["server"] and scope["server"][1] == self.port:
            await self._serve_metrics(scope, count)
        else:
            await self._app(scope, receive, count)

    async def _serve_metrics(self, scope: Any, send: Send) -> None:
        if scope["path"] == "/metrics" and self.process:
            text = self.registry.figures(self.process.gauges())
            await send_response(send, 200, text.encode(), CONTENT_TYPE)
        else:
            await send_problem(send, 404, "not-found")
