"""Reads the origins whose pages may use a server although they come from elsewhere."""

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
    return f"{parts.scheme}://{_host(parts)}{_port(parts)}"


def read_origins(text: str) -> tuple[str, ...]:
    """Returns the origins of a list with commas. Raises ValueError with the wrong part."""
    return tuple(origin_of(part) for part in text.split(",") if part.strip())


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        return f"[{host}]"
    name = host.encode("idna").decode()
    if not name.replace("-", "").replace(".", "").isalnum():
        raise ValueError(host)
    return name


def _port(parts: SplitResult) -> str:
    port = parts.port
    return "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
