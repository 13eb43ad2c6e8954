"""HTTP as it may be spoken here: limits on what comes before the application sees any of it.

A browser never gets near them. What is no request, or too much of one, is answered in one line and
ends the connection.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from qwixx.server.live.reviews import LONGEST_RECORD
from qwixx.server.web.guard import DoorConfig, Line
from qwixx.server.web.seen import PEER

_log: Final = logging.getLogger(__name__)

LARGEST_BODY: Final = 16 * 1024
_LARGEST_HEAD: Final = 32 * 1024
_LONGEST_ADDRESS: Final = 4 * 1024
_MOST_HEADERS: Final = 100
_MOST_PIECES: Final = 256
"""Of a body. A network makes packets of it, of more than a kilobyte each."""
_MOST_AHEAD: Final = 8
"""Requests that wait for the answer to the one before them."""
# A record to be reviewed may be longer than other bodies. And an answer may be given before the
# whole body has come: what comes later is read and dropped.
_LARGEST_OF_ALL: Final = LARGEST_BODY + LONGEST_RECORD
_LARGEST_REQUEST: Final = 128 * 1024
"""With all that stands between the pieces of a body, which is counted nowhere else."""


class _TooMuch(Exception):  # noqa: N818  (the request is)
    """Ends the parsing; what is to be answered is in `HttpDoor._status`."""


class HttpDoor(Line, HttpToolsProtocol):
    """A connection on which requests come."""

    def __init__(self, config: DoorConfig, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self._guard = config.guard
        self._in_head = True
        self._head = 0
        self._taken = 0
        self._fields = 0
        self._body = 0
        self._pieces = 0
        self._status = 400
        self._running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._guard.comes(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._drop_answers()
        super().connection_lost(exc)
        self._guard.goes(self)

    def handle_websocket_upgrade(self) -> None:
        self._guard.goes(self)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        self._taken += len(data)
        if self._in_head:
            self._head += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            # Nothing here may keep the error: with it, all that was sent would stay in memory.
            self._turn_away()
        else:
            if self._in_head and self._head > _LARGEST_HEAD:
                self._status = 431
                self._turn_away()
            elif self._taken > _LARGEST_REQUEST:
                self._status = 413
                self._turn_away()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= _MOST_AHEAD:
            self._status = 400
            raise _TooMuch
        self._fields = self._body = self._pieces = 0
        super().on_message_begin()
        self.scope[PEER] = self.client  # type: ignore[typeddict-unknown-key]

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > _LONGEST_ADDRESS:
            self._status = 414
            raise _TooMuch

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._fields += len(name) + len(value)
        if len(self.headers) > _MOST_HEADERS or self._fields > _LARGEST_HEAD:
            self._status = 431
            raise _TooMuch

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        self._pieces += 1
        if self._body > _LARGEST_OF_ALL or self._pieces > _MOST_PIECES:
            self._status = 413
            raise _TooMuch
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._head = self._taken = 0
        super().on_message_complete()
        cycle: RequestResponseCycle | None = self.cycle  # there is none for a WebSocket
        if cycle and not cycle.response_complete:
            self._guard.has_asked(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._guard.may_ask(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _drop_answers(self) -> None:
        """Nobody waits any more for the answer that is being made, nor for those after it."""
        self.pipeline.clear()
        if self._running and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def _turn_away(self) -> None:
        """One line to them, one to the log; nothing at all to those who go on like that."""
        running = self._running
        answering = running and running.response_started and not running.response_complete
        self._drop_answers()
        if not self._guard.tells_nonsense(self) or answering:
            self.transport.abort()
            return
        phrase = HTTPStatus(self._status).phrase
        _log.info("no request: %s", phrase)
        self.transport.write(
            f"HTTP/1.1 {self._status} {phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(phrase) + 1}\r\nConnection: close\r\n\r\n{phrase}\n".encode()
        )
        self.transport.close()
