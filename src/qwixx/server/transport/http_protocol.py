"""HTTP with limits on the size of a request, enforced before the application sees any of it.

A browser never gets near them. Data that is no request, or too large a one, is answered in one line
and ends the connection.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any, Final, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from qwixx.server.limits import LARGEST_BODY, LONGEST_RECORD
from qwixx.server.transport.connections import ConnectionMixin, ServerConfig

_log: Final = logging.getLogger(__name__)

PEER: Final = "qwixx.peer"
"""The key of the scope for the other end of the connection, be it a proxy or the client."""

_LARGEST_HEAD: Final = 32 * 1024
_LONGEST_URL: Final = 4 * 1024
_MOST_HEADERS: Final = 100
_MOST_BODY_PIECES: Final = 256  # A network makes packets of a body, of more than a kilobyte each
_LONGEST_PIPELINE: Final = 8  # requests that wait for the answer to the one before them
# An answer may be given before the whole body has come. The rest is read and dropped.
_LARGEST_OF_ALL: Final = LARGEST_BODY + LONGEST_RECORD
_LARGEST_REQUEST: Final = 128 * 1024
"""Includes what stands between the pieces of a body, which is counted nowhere else."""


class _TooMuch(Exception):  # noqa: N818  (the request is)
    """Ends the parsing; `HttpProtocol._status` is the answer."""


class HttpProtocol(ConnectionMixin, HttpToolsProtocol):
    def __init__(self, config: ServerConfig, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self._limiter = config.limiter
        self._in_head = True
        self._head_bytes = 0
        self._request_bytes = 0
        self._header_bytes = 0
        self._body_bytes = 0
        self._body_pieces = 0
        self._status = 400
        self._running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._limiter.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._drop_answers()
        super().connection_lost(exc)
        self._limiter.unregister(self)

    def handle_websocket_upgrade(self) -> None:
        self._limiter.unregister(self)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        self._request_bytes += len(data)
        if self._in_head:
            self._head_bytes += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            # Nothing here may keep the error: with it, all that was sent would stay in memory.
            self._reject(self._status)
        else:
            if self._in_head and self._head_bytes > _LARGEST_HEAD:
                self._reject(431)
            elif self._request_bytes > _LARGEST_REQUEST:
                self._reject(413)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= _LONGEST_PIPELINE:
            self._stop_parsing(400)
        self._header_bytes = self._body_bytes = self._body_pieces = 0
        super().on_message_begin()
        self.scope[PEER] = self.client  # type: ignore[typeddict-unknown-key]

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > _LONGEST_URL:
            self._stop_parsing(414)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._header_bytes += len(name) + len(value)
        if len(self.headers) > _MOST_HEADERS or self._header_bytes > _LARGEST_HEAD:
            self._stop_parsing(431)

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        self._body_pieces += 1
        if self._body_bytes > _LARGEST_OF_ALL or self._body_pieces > _MOST_BODY_PIECES:
            self._stop_parsing(413)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._head_bytes = self._request_bytes = 0
        super().on_message_complete()
        cycle: RequestResponseCycle | None = self.cycle  # a WebSocket has none
        if cycle and not cycle.response_complete:
            self._limiter.request_done(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._limiter.response_done(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _drop_answers(self) -> None:
        """Stops the answer that is being made, and those that wait behind it."""
        self.pipeline.clear()
        if self._running and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def _stop_parsing(self, status: int) -> NoReturn:
        self._status = status
        raise _TooMuch

    def _reject(self, status: int) -> None:
        """Answers and logs a bad request in one line each; an address that sends many gets none."""
        running = self._running
        answering = running and running.response_started and not running.response_complete
        self._drop_answers()
        if not self._limiter.report_bad_request(self) or answering:
            self.transport.abort()
            return
        phrase = HTTPStatus(status).phrase
        _log.info("bad request: %s", phrase)
        self.transport.write(
            f"HTTP/1.1 {status} {phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(phrase) + 1}\r\nConnection: close\r\n\r\n{phrase}\n".encode()
        )
        self.transport.close()
