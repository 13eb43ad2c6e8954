"""Checks that a request comes from a page of this server, or of a site that it allows."""

from typing import Final
from urllib.parse import SplitResult, urlsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Returns the origin of an address in the form in which browsers send it.

    A path is ignored, because browsers send none. Raises ValueError.
    """
    parts = urlsplit(url.strip())
    wrong = parts.username is not None or parts.query or parts.fragment
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or wrong:
        raise ValueError(url)
    port = "" if parts.port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{_host(parts)}{port}"


def read_origins(text: str) -> tuple[str, ...]:
    """Returns the origins of a list with commas. Raises ValueError with the wrong part."""
    return tuple(origin_of(part) for part in text.split(",") if part.strip())


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


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        return f"[{host}]"
    name = host.encode("idna").decode()
    if not name.replace("-", "").replace(".", "").isalnum():
        raise ValueError(host)
    return name
