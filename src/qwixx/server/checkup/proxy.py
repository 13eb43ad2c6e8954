"""Checks whether the proxy passes on what the server needs."""

import json
import os
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import SplitResult, urlsplit

from qwixx.server.checkup.findings import PATIENCE, SILENT, Skipped, Wrong
from qwixx.server.web.routes import CLAIM, SEEN

_LARGEST_ANSWER: Final = 64 * 1024
_NO_ADDRESS: Final = "does not set X-Forwarded-For (see deploy/nginx.conf)"
_SEEN: Final = {
    "missing": f"{_NO_ADDRESS}: all players count as one address",
    "unchanged": f"{_NO_ADDRESS}: a client can claim to have any address",
    "untrusted": (
        "is not trusted by the server, so all players count as one address; name the proxy's "
        "address there (--trusted-proxies)"
    ),
}
"""The problem, by the answer of `seen` in `web/routes.py`."""
_NO_UPGRADE: Final = "does not pass on the Upgrade and Connection headers; see deploy/nginx.conf"


def check_proxy(site: str) -> str:
    """Opens a WebSocket through the proxy as a page would, and asks which address is seen."""
    if not site:
        raise Skipped("was not checked (--site https://…)")
    try:
        return _check(site)
    except ssl.SSLCertVerificationError as error:
        problem = (
            f"{error.verify_message}; get a certificate that browsers trust. To check a site with "
            "a certificate of your own, name that in SSL_CERT_FILE"
        )
    except (HTTPException, ConnectionResetError):
        problem = "hangs up, or speaks no HTTP; check which program listens there"
    except ValueError as error:
        problem = str(error)
    except (OSError, TimeoutError) as error:
        problem = f"{str(error) or SILENT}; check that the proxy runs, and its address"
    raise Wrong(f"{site}: {problem}")


def _check(site: str) -> str:
    parts = urlsplit(site)
    if not parts.hostname or parts.scheme not in ("http", "https"):
        raise ValueError("expected the address of a site, https://… or http://…")
    status, headers = _ask_for_socket(parts)
    wrong = {
        101: "",
        **dict.fromkeys((301, 302, 307, 308), f"{site} leads elsewhere; name where players arrive"),
        404: f"{site} has no such game; see deploy/nginx.conf, or nginx-path.conf for a folder",
        403: "does not pass on the Host header; set it (proxy_set_header Host $http_host)",
        400: _NO_UPGRADE,
        426: _NO_UPGRADE,
        502: "does not reach the server; check the address where it listens",
    }
    problem = wrong.get(status, f"answers a WebSocket with {status}; see deploy/nginx.conf")
    if not problem and parts.scheme == "https" and "Strict-Transport-Security" not in headers:
        problem = "sends no Strict-Transport-Security; see deploy/nginx.conf"
    seen = "" if problem else _seen(parts)
    if problem or seen in _SEEN:
        raise Wrong(problem or _SEEN[seen])
    if seen == "direct":
        return "there is none before the server, and WebSockets reach it"
    return "passes on WebSockets, the Host header and the client's address"


def _ask_for_socket(parts: SplitResult) -> tuple[int, Message]:
    """Returns the status and the headers of the answer to the handshake of a WebSocket."""
    with _connected(parts) as connection:
        connection.request(
            "GET",
            f"{parts.path.rstrip('/')}/api/tables/CDFGHJ/socket",
            headers={
                "Origin": f"{parts.scheme}://{parts.netloc}",
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
            },
        )
        answer = connection.getresponse()
        return answer.status, answer.headers


def _seen(parts: SplitResult) -> str:
    """Returns the answer of `seen` in `web/routes.py`; nothing, if it is none of them."""
    with _connected(parts) as connection:
        port = connection.sock.getsockname()[1]
        path = f"{parts.path.rstrip('/')}{SEEN}?me={port}"
        connection.request("GET", path, headers={"X-Forwarded-For": CLAIM})
        try:
            answer = json.loads(connection.getresponse().read(_LARGEST_ANSWER))
        except ValueError:
            return ""
    return str(answer.get("seen", "")) if isinstance(answer, dict) else ""


@contextmanager
def _connected(parts: SplitResult) -> Iterator[HTTPConnection]:
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.hostname or "", parts.port, timeout=PATIENCE)) as connection:
        connection.connect()
        yield connection
