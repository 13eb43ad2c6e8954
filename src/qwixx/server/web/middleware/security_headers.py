"""Tells browsers what an answer may do."""

from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from qwixx.server.web.pages import ENGINE_WORKER, PARTS, WORKER

_Headers = list[tuple[bytes, bytes]]

_FOR_FILES: Final[_Headers] = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""For the parts of the page, of which a first visit loads several. The policy of the page itself
holds for them."""
_FOR_DATA: Final[_Headers] = [
    *_FOR_FILES,
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
"""For everything else that is no page: in a window of its own it can do nothing at all."""
_FOR_WORKER: Final[_Headers] = [
    *_FOR_FILES,
    (
        b"content-security-policy",
        b"default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    ),
]
"""For the service worker. A worker obeys the policy of its own script, and it fetches the page."""
_ENGINE_POLICY: Final = (
    b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    b"frame-ancestors 'none'"
)
_FOR_ENGINE: Final[_Headers] = [
    *_FOR_FILES,
    (b"content-security-policy", _ENGINE_POLICY),
]
"""For the worker that plays on the device: only its script may compile WebAssembly."""
# Everything comes from here, and nothing is inline.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The policy of the page, as far as a page can also state it itself."""
_FOR_PAGES: Final[_Headers] = [
    *_FOR_FILES,
    (b"content-security-policy", f"{PAGE_POLICY}; frame-ancestors 'none'".encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                added = _headers_for(scope["path"], message["status"], dict(headers))
                message["headers"] = [*headers, *added]
            await send(message)

        is_http = str(scope["type"]) == "http"
        await self._app(scope, receive, send_with_headers if is_http else send)


def _headers_for(path: str, status: int, headers: dict[bytes, Any]) -> _Headers:
    if path == WORKER:
        return _FOR_WORKER
    if path.startswith(ENGINE_WORKER) and status == 200:
        return _FOR_ENGINE
    if path.startswith(PARTS) and status == 200:
        return _FOR_FILES
    # An answer of status 304 has no type: the browser keeps a page, or anything else.
    content_type: bytes = headers.get(b"content-type", b"text/html")
    return _FOR_PAGES if content_type.startswith(b"text/html") else _FOR_DATA
