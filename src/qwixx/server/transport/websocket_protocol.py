"""WebSockets with a limit on frames of all kinds.

The application counts messages. Pings, pongs and fragments never get there, and cost as much.
Messages that the application sends together leave in one write, because most of the server's work
is sending.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from qwixx.server.limits import TokenBucket
from qwixx.server.transport.connections import FRAMES_PER_MESSAGE, ConnectionMixin, ServerConfig

if TYPE_CHECKING:
    from collections.abc import Callable

DIRECT_MESSAGES: Final = "qwixx.direct_messages"
"""The extension of ASGI that holds the connection itself, whose messages need no events then."""

# Data is parsed in pieces of this size, so that few frames are parsed before they are counted: an
# empty frame has six bytes.
_PIECE: Final = 1024
_LARGEST_BACKLOG: Final = 16 * 1024
"""Bytes that may wait on a socket whose address has sent too much. No player has this many."""
_POLICY_VIOLATION: Final = 1008
_NOT_TEXT: Final = 1007
_NO_ANSWER: Final = 1011
_BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class WebSocketProtocol(ConnectionMixin, WebSocketsSansIOProtocol):
    """A connection of a player or spectator."""

    def __init__(self, config: ServerConfig, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self._limiter = config.limiter
        self._pings = config.limiter.pings
        rate = FRAMES_PER_MESSAGE * config.message_rate
        self._frames = TokenBucket(rate, 3 * rate)
        self._shared: TokenBucket | None = None
        self._throttled = False
        self._backlog = b""
        self.on_text: Callable[[str], None] | None = None
        """Takes each message, in place of the application."""
        self.on_writable: Callable[[], None] = lambda: None
        """Called when the other end takes data again."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._limiter.register(self)
        self._shared = self._limiter.frame_limit(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._limiter.unregister(self)
        self._pings.remove(self)
        self.on_text, self.on_writable = None, lambda: None  # they hold a table

    def data_received(self, data: bytes) -> None:
        if self._can_send():
            self._pings.heard_from(self)
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            if self._throttled:  # the rest must not be done in one go
                self._delay(data[start:])
                return
            super().data_received(data[start : start + _PIECE])
        # The first data is the whole request. It may be valid HTTP and no valid handshake; uvicorn
        # does not answer that, so the connection would stay for ever.
        if not self.handshake_initiated:
            if self._limiter.report_bad_request(self):
                self.transport.write(_BAD_REQUEST)
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[DIRECT_MESSAGES] = self

    def _can_send(self) -> bool:
        """Returns whether the other end reads; if not, it is as good as gone."""
        return self.writable.is_set() and not self.transport.is_closing()

    def is_unread(self) -> bool:
        return self._can_send() and (self._throttled or self.read_paused)

    def send_ping(self) -> None:
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self._write(ping=True)

    def drop(self) -> None:
        if not self.transport.is_closing():
            self.conn.fail(_NO_ANSWER, "nobody answers")
            self._write()
        self.transport.abort()  # without waiting for what the other end has not taken

    def shutdown(self) -> None:
        if self.transport.is_closing():  # the other end may never take the rest
            self.transport.abort()
        else:
            super().shutdown()

    async def send(self, message: Any) -> None:
        try:
            await super().send(message)
        except RuntimeError:
            if not self.close_sent:
                raise
            # The connection was dropped while the application was sending.
            raise ClientDisconnected from None

    # Direct messages

    @property
    def is_writable(self) -> bool:
        return self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_writable()

    def write(self, messages: list[bytes], *, last: bool) -> None:
        """Sends several messages, each of them in UTF-8, in one write."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        for message in messages:
            self.conn.send_text(message)
        self._write(ping=self._pings.ping_with_data(self))
        if last:
            task = self.loop.create_task(self._close())
            self.tasks.add(task)
            task.add_done_callback(self.on_task_complete)

    async def _close(self) -> None:
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": 1000})

    def pause_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self._resume()

    def _resume(self) -> None:
        if not (self._throttled or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def _write(self, *, ping: bool = False) -> None:
        if ping:
            self.conn.send_ping(b"")
        self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_events(self) -> None:
        frames = len(self.conn.events)
        if self._shared and (delay := self._shared.reserve(frames)):
            self.transport.pause_reading()
            self._throttled = True
            self.loop.call_later(delay, self._read_on)
        if not self._frames.take(frames):
            self._refuse_frames()
            return
        super().handle_events()

    def _delay(self, data: bytes) -> None:
        self._backlog += data
        if len(self._backlog) > _LARGEST_BACKLOG:
            self._refuse_frames()

    def _refuse_frames(self) -> None:
        self._limiter.rejected["frames"] += 1
        self.conn.fail(_POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()

    def _read_on(self) -> None:
        self._throttled = False
        if self.transport.is_closing():
            return
        backlog, self._backlog = self._backlog, b""
        self.data_received(backlog)
        self._resume()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            data, self.frames = b"".join(self.frames), []
            try:
                text = data.decode()
            except UnicodeDecodeError:  # uvicorn checks too, but fills the log with failures
                self._limiter.rejected["nonsense"] += 1
                self.conn.fail(_NOT_TEXT, "no text")
                self.handle_parser_exception()
                return
            if self.on_text and not self.close_sent:
                self.on_text(text)
                return
            self.frames = [data]
        super().send_receive_event_to_app()
