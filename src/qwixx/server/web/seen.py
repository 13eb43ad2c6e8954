"""Tells `qwixx doctor` which address the server sees, to check a proxy.

The answer says only what became of the headers of the request, and no address.
"""

from typing import Any, Final

from litestar import Request, get

from qwixx.server.transport.http_protocol import PEER

PATH: Final = "/api/seen"
CLAIM: Final = "192.0.2.77"
"""An address of no computer. `qwixx doctor` claims it, and a proxy should correct that."""


@get(PATH, include_in_schema=False, sync_to_thread=False)
def seen(request: Request[Any, Any, Any], me: int = 0) -> dict[str, str]:
    """Compares the connection with the client's own port, `me`."""
    return {"seen": _seen(request, me)}


def _seen(request: Request[Any, Any, Any], port: int) -> str:
    peer, client = request.scope.get(PEER), request.scope["client"]
    given = request.headers.getall("x-forwarded-for", [])
    if not isinstance(peer, tuple) or not client:
        return "unknown"
    if peer[1] == port:
        return "direct"
    if not given:
        return "missing"
    if given == [CLAIM]:
        return "unchanged"
    return "untrusted" if client == peer else "named"
