"""Requests over HTTP, for everything but playing itself."""

import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any, Final

TIMEOUT: Final = 20.0  # seconds to wait for an answer


def request(
    address: str, path: str, body: object = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Asks the server at that address. Returns status, headers and body of the answer.

    An address is `host:port`, or `https://host/path` for a server behind a proxy.

    Examples:
        >>> address = "localhost:8000"
        >>> from qwixx.client import request
        >>> status, headers, body = request(address, "/healthz")
        >>> status, body.strip()
        (200, b'ok')
    """
    data = None if body is None else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **(headers or {})}
    asked = urllib.request.Request(_url(address) + path, data, given)  # noqa: S310
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:  # noqa: S310
            return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()


def socket_url(address: str) -> str:
    """Returns the first part of the addresses of that server's sockets."""
    return _url(address).replace("http", "ws", 1)


def _url(address: str) -> str:
    return address.rstrip("/") if "://" in address else f"http://{address}"


def ask(address: str, path: str, body: object = None) -> Any:
    """Returns the answer to a request that must succeed.

    Examples:
        >>> address = "localhost:8000"
        >>> from qwixx.client import ask
        >>> "strong" in [level["name"] for level in ask(address, "/api/bots")]
        True
    """
    status, _, text = request(address, path, body)
    assert 200 <= status < 300, (status, text)
    return json.loads(text) if text else None


def new_secret() -> str:
    """Returns a new secret, which identifies a player at a table.

    Examples:
        >>> from qwixx.client import new_secret
        >>> len(new_secret())
        32
    """
    return secrets.token_hex(16)


def open_table(
    address: str,
    secret: str,
    *,
    name: str = "Anna",
    variant: str = "classic",
    seats: int = 2,
    timer: int = 0,
    bots: Sequence[str] = (),
    start: bool = False,
    program: bool = False,
    **options: object,
) -> str:
    """Opens a table with that person in the first seat, and returns its code.

    Examples:
        >>> address = "localhost:8000"
        >>> from qwixx.client import new_secret, open_table
        >>> code = open_table(address, new_secret(), name="Ann", variant="longo", bots=["casual"])
        >>> len(code)
        6
    """
    chosen = {"variant": variant, "seats": seats, "timer": timer, **options}
    wish = {"secret": secret, "name": name, "options": chosen, "bots": bots, "start": start}
    code: str = ask(address, "/api/tables", {**wish, "program": program})["code"]
    return code
