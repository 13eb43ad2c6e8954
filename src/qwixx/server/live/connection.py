"""An open socket at a table. It sends messages as they become ready."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final, Protocol

from qwixx.server.limits import ConcurrencyLimit, TokenBucket, TokenBuckets
from qwixx.server.settings import Settings
from qwixx.table.decide import Actor
from qwixx.table.participant import Participant

_BUSY_SOCKETS: Final = 5
"""The number of sockets at full rate that one address may have.

A school has two hundred slow ones: each sends something every five seconds, and four people see it.
"""
_VIEWS_FOR_A_MESSAGE: Final = 5


class AddressLimits:
    def __init__(self, settings: Settings) -> None:
        self.connections = ConcurrencyLimit(settings.connections_per_address)
        self.requests = TokenBuckets(settings.request_rate, 3 * settings.request_rate)
        rate = _BUSY_SOCKETS * settings.message_rate
        self.messages = TokenBuckets(rate, 3 * rate)  # limits messages on all sockets
        views = _VIEWS_FOR_A_MESSAGE * rate
        self.views = TokenBuckets(views, 3 * views)  # limits the views that are sent


class Channel(Protocol):
    """Carries messages to a client. It calls `Connection.wake` when it can take more."""

    @property
    def is_writable(self) -> bool: ...
    def write(self, messages: list[bytes], *, last: bool) -> None:
        """Sends messages together, and says goodbye after the last ones."""

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...


@dataclass(eq=False)
class Connection(Participant):
    """An open socket. Messages that are ready at the same time are sent together."""

    shown: TokenBucket | None = None  # limits the views that are sent to its address
    _channel: Channel | None = field(default=None, init=False)
    _view: Callable[[Participant], bytes] = field(init=False)
    _due: asyncio.Handle | None = field(default=None, init=False)  # the next call of `_send`
    _stalled_since: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.actor = Actor(self.person, program=self.program)  # the author of its actions

    def open(self, channel: Channel, view: Callable[[Participant], bytes]) -> None:
        """Begins to send, with what is ready already."""
        self._channel, self._view = channel, view
        self.wake()

    def close(self) -> None:
        """Sends nothing more, because the client has gone."""
        self._channel = None

    def abort(self) -> None:
        if self._channel:
            self._channel.abort()

    def send_stalled_for(self) -> float:
        """The seconds for which the client has not read what is being sent."""
        return 0.0 if self._stalled_since is None else monotonic() - self._stalled_since

    def wake(self) -> None:
        """Sends the messages that are ready, as soon as nothing else is to be done."""
        if self._due is None and self._channel:
            self._due = asyncio.get_running_loop().call_soon(self._send)

    def _send(self, *, reserved: bool = False) -> None:
        """Sends what is ready. `reserved` says that its address may have the view now."""
        self._due = None
        channel = self._channel
        if channel is None or not (self.answers or self.needs_view or self.bye):
            return
        if not channel.is_writable:
            self._stalled_since = self._stalled_since or monotonic()
            return
        self._stalled_since = None
        last = self.bye is not None
        # An address that has used up its share gets fewer views.
        if self.shown and self.needs_view and not (reserved or last):
            delay = self.shown.reserve()
            if delay:
                channel.write(self.take_answers(), last=False)
                again = partial(self._send, reserved=True)
                self._due = asyncio.get_running_loop().call_later(delay, again)
                return
        channel.write(self.take(lambda: self._view(self)), last=last)
        if last:
            self.close()
