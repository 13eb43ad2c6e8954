"""Checks that a request comes from a page of this server, or of a site that it allows."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler


def takes_json(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuses a body of another type where JSON is expected.

    A page of another site may send any other type without asking first.
    """
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if "data" in handler.parsed_fn_signature.parameters and kind != "application/json":
        raise HTTPException(status_code=415)


def may_come_from(origin: str | None, host: str | None, allowed: tuple[str, ...] = ()) -> bool:
    """Returns whether a page of that origin may open sockets and send requests with a body.

    A program that is no browser sends no origin, and may. Each allowed origin has the form in
    which browsers send it, so only the very same text is allowed.
    """
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # that is no address
        return False
