"""WebSockets as they are spoken here: so many frames a second, whatever is in them.

The application counts messages. Pings, pongs and fragments never get there, and cost as much. What
it sends at the same time leaves at the same time: most of what a server does is sending.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request
from websockets.protocol import State

from qwixx.server.limits import Bucket
from qwixx.server.web.guard import FRAMES_FOR_A_MESSAGE, DoorConfig, Line
from qwixx.server.web.socket import TOGETHER

# What is read at once is taken apart in pieces of this size, so that not many frames are looked at
# before somebody counts them: an empty one has six bytes.
_PIECE: Final = 1024
_MOST_WAITING: Final = 16 * 1024
"""Bytes that wait with a line whose address has sent too much; nobody who plays has so many."""
_TOO_MANY: Final = 1008
_NO_TEXT: Final = 1007
_NO_ANSWER: Final = 1011
_NO_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class SocketDoor(Line, WebSocketsSansIOProtocol):
    """A connection on which a game is played."""

    def __init__(self, config: DoorConfig, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self._guard = config.guard
        self._pulse = config.guard.pulse
        rate = FRAMES_FOR_A_MESSAGE * config.message_rate
        self._frames = Bucket(rate, 3 * rate)
        self._shared: Bucket | None = None
        self._waits = False
        self._waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._guard.stays(self)
        self._shared = self._guard.frames_of(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._guard.goes(self)
        self._pulse.lose(self)

    def data_received(self, data: bytes) -> None:
        if self._takes():
            self._pulse.hear(self)
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            if self._waits:  # what has come meanwhile must not be done in one go
                self._let_wait(data[start:])
                return
            super().data_received(data[start : start + _PIECE])
        # The first that comes is the whole request. One that is none, though it was good enough as
        # HTTP, is told to nobody by uvicorn: its line would stay for ever.
        if not self.handshake_initiated:
            if self._guard.tells_nonsense(self):
                self.transport.write(_NO_REQUEST)
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[TOGETHER] = {}

    def _takes(self) -> bool:
        """Whether what is sent arrives: who speaks and does not listen is as good as gone."""
        return self.writable.is_set() and not self.transport.is_closing()

    def unheard(self) -> bool:
        return self._takes() and (self._waits or self.read_paused)

    def ask(self) -> None:
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self._write(ping=True)

    def give_up(self) -> None:
        """What they have not taken is not waited for."""
        if not self.transport.is_closing():
            self.conn.fail(_NO_ANSWER, "nobody answers")
            self._write()
        self.transport.abort()

    def shutdown(self) -> None:
        if self.transport.is_closing():  # what they have not taken is not waited for
            self.transport.abort()
        else:
            super().shutdown()

    async def send(self, message: Any) -> None:
        if "texts" in message:
            await self._send_texts(message["texts"])
            return
        try:
            await super().send(message)
        except RuntimeError:
            if not self.close_sent:
                raise
            # The line was given up while the application had something to say.
            raise ClientDisconnected from None

    async def _send_texts(self, texts: list[bytes]) -> None:
        """Several messages, each of them in UTF-8, in one go."""
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            raise ClientDisconnected from None
        self._write(ping=self._pulse.ask_in_passing(self))

    def _write(self, *, ping: bool = False) -> None:
        if ping:
            self.conn.send_ping(b"")
        self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_events(self) -> None:
        frames = len(self.conn.events)
        if self._shared and (early := self._shared.early(frames)):
            self.transport.pause_reading()
            self._waits = True
            self.loop.call_later(early, self._read_on)
        if not self._frames.take(frames):
            self._refuse()
            return
        super().handle_events()

    def _let_wait(self, data: bytes) -> None:
        self._waiting += data
        if len(self._waiting) > _MOST_WAITING:
            self._refuse()

    def _refuse(self) -> None:
        self._guard.turned_away["frames"] += 1
        self.conn.fail(_TOO_MANY, "too many frames")
        self.handle_parser_exception()

    def _read_on(self) -> None:
        self._waits = False
        if self.transport.is_closing():
            return
        waiting, self._waiting = self._waiting, b""
        self.data_received(waiting)
        if not self._waits and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self._guard.turned_away["nonsense"] += 1
            self.conn.fail(_NO_TEXT, "no text")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _is_text(parts: list[bytes]) -> bool:
    """uvicorn would find out as well, and fill the log with it."""
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True
