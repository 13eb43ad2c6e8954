"""WebSockets with a limit on frames of all kinds.

The application counts messages. Pings, pongs and fragments never get there, and cost as much.
Messages that the application sends together leave in one write, because most of the server's work
is sending.
"""

import asyncio
from contextlib import suppress
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
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
_TEXT: Final = 0x81  # the first byte of a frame that holds a whole text
_PING: Final = b"\x89\x00"
_PONG: Final = b"\x8a\x80"
"""The head of a pong without content, from a client. The four bytes of the mask follow."""
_SHORTEST: Final = 6
"""The bytes of a frame from a client without its content, which has less than `_LONG` bytes."""
_LONG: Final = 126
_MASKED: Final = 0x80
_HEAD_16: Final = Struct("!BBH")
_HEAD_64: Final = Struct("!BBQ")
_BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class WebSocketProtocol(ConnectionMixin, WebSocketsSansIOProtocol):
    def __init__(self, config: ServerConfig, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self.conn.available_extensions = []  # frames are written here, without compression
        self._limiter = config.limiter
        self._pings = config.limiter.pings
        rate = FRAMES_PER_MESSAGE * config.message_rate
        self._frames = TokenBucket(rate, 3 * rate)
        self._shared: TokenBucket | None = None
        self._throttled = False
        self._backlog = b""
        self._open_bytes = 0  # the bytes that have arrived of a frame that is not complete
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
        if self._read_short_frame(data):
            return
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            if self._throttled:  # the rest must not be done in one go
                self._delay(data[start:])
                return
            piece = data[start : start + _PIECE]
            self._open_bytes += len(piece)
            super().data_received(piece)
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
            self.transport.write(_PING)

    def drop(self) -> None:
        if not self.transport.is_closing():
            self.conn.fail(_NO_ANSWER, "nobody answers")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.abort()  # without waiting until the other end has taken everything

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
        parts = [part for text in messages for part in (_text_head(len(text)), text)]
        if self._pings.ping_with_data(self):
            parts.append(_PING)
        self.transport.write(b"".join(parts))
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

    def _read_short_frame(self, data: bytes) -> bool:
        """Reads data that is one pong or one short text, the common cases; else returns False."""
        size = len(data)
        if self._open_bytes or self._throttled or self.conn.state is not State.OPEN:
            return False
        if size == _SHORTEST and data.startswith(_PONG):
            self._may_read(1)
            return True
        if self.on_text is None or self.frames or size < _SHORTEST or data[0] != _TEXT:
            return False
        if data[1] != size - _SHORTEST + _MASKED or data[1] >= _MASKED + _LONG:
            return False
        if self._may_read(1):
            self._take_text(_unmasked(data[2:_SHORTEST], data[_SHORTEST:]))
        return True

    def handle_events(self) -> None:
        for event in self.conn.events:
            size = _frame_size(len(event.data)) if isinstance(event, Frame) else self._open_bytes
            self._open_bytes -= size
        if self._may_read(len(self.conn.events)):
            super().handle_events()

    def _may_read(self, frames: int) -> bool:
        """Counts frames. Too many for the address are delayed, too many for one socket refused."""
        if self._shared and (delay := self._shared.reserve(frames)):
            self.transport.pause_reading()
            self._throttled = True
            self.loop.call_later(delay, self._read_on)
        if self._frames.take(frames):
            return True
        self._refuse_frames()
        return False

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
        # Binary data is no message. It is answered in its turn, like a text that nobody can read.
        data = b"".join(self.frames) if self.curr_msg_data_type == "text" else b""
        self.frames = []
        self._take_text(data)

    def _take_text(self, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:  # uvicorn checks too, but fills the log with failures
            self._limiter.rejected["nonsense"] += 1
            self.conn.fail(_NOT_TEXT, "no text")
            self.handle_parser_exception()
            return
        if self.on_text is None:
            self.frames = [data]
            super().send_receive_event_to_app()
        elif not self.close_sent:
            self.on_text(text)


def _frame_size(length: int) -> int:
    """Returns the bytes of a masked frame with content of that length."""
    return length + (6 if length < _LONG else 8 if length < 1 << 16 else 14)


def _unmasked(mask: bytes, data: bytes) -> bytes:
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data) ^ int.from_bytes(key)).to_bytes(size)


def _text_head(size: int) -> bytes:
    """Returns the head of a frame with a text of that size, without compression."""
    if size < _LONG:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return _HEAD_16.pack(_TEXT, 126, size)
    return _HEAD_64.pack(_TEXT, 127, size)
