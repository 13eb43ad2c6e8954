"""The headers that tell browsers what an answer may do."""

from typing import Any, Final, TypeAlias

from qwixx.server.web.pages import ENGINE_WORKER, PARTS, WORKER

Headers: TypeAlias = list[tuple[bytes, bytes]]

# Everything comes from here, and nothing is inline.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The policy of the page, as far as a page can also state it itself."""
_NO_FRAME: Final = "frame-ancestors 'none'"


def _with_policy(policy: str) -> Headers:
    return [*_FOR_FILES, (b"content-security-policy", f"{policy}; {_NO_FRAME}".encode())]


_FOR_FILES: Final[Headers] = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""For the parts of the page, of which a first visit loads several. The policy of the page itself
holds for them."""
_FOR_DATA: Final = _with_policy("default-src 'none'")
"""For everything else that is no page: in a window of its own it can do nothing at all."""
_FOR_WORKER: Final = _with_policy("default-src 'none'; connect-src 'self'")
"""For the service worker. A worker obeys the policy of its own script, and it fetches the page."""
_FOR_ENGINE: Final = _with_policy(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)
"""For the worker that plays on the device: only its script may compile WebAssembly."""
_FOR_PAGES: Final[Headers] = [
    *_with_policy(PAGE_POLICY),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


def security_headers(path: str, status: int, headers: dict[bytes, Any]) -> Headers:
    if path == WORKER:
        return _FOR_WORKER
    if path.startswith(ENGINE_WORKER) and status == 200:
        return _FOR_ENGINE
    if path.startswith(PARTS) and status == 200:
        return _FOR_FILES
    # An answer of status 304 has no type: the browser keeps a page, or anything else.
    content_type: bytes = headers.get(b"content-type", b"text/html")
    return _FOR_PAGES if content_type.startswith(b"text/html") else _FOR_DATA
