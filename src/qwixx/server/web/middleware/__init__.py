"""Plain ASGI middleware around the application: one concern in each module.

Litestar's own middleware runs after routing, and so not for addresses without a route.
"""

from litestar.types import ASGIApp

from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.web.middleware.metrics import MetricsMiddleware
from qwixx.server.web.middleware.origin_check import OriginCheck
from qwixx.server.web.middleware.rate_limit import RateLimit
from qwixx.server.web.middleware.request_checks import RequestChecks
from qwixx.server.web.middleware.security_headers import SecurityHeaders

__all__ = ["MetricsMiddleware", "with_middleware"]


def with_middleware(app: ASGIApp, registry: TableRegistry) -> MetricsMiddleware:
    """Returns the application with all middleware. Metrics see a request first."""
    checked = OriginCheck(RateLimit(RequestChecks(app), registry), registry.settings.allow_origin)
    return MetricsMiddleware(SecurityHeaders(checked), registry)
