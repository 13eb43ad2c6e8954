"""Finds the sockets whose other end has gone without closing them.

A phone that lost its network or fell asleep closes nothing. So a socket that has been silent is
pinged, and dropped if it does not answer. Everything that arrives counts as a sign of life, if the
other end also reads. A ping that leaves together with something else costs next to nothing, so it
is sent a little earlier then.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

# An absence is noticed within ten seconds: 4 s of silence, 3 s for the answer, 3 s `Delays.away`.
_PING_WITH_DATA_AFTER: Final = 3.0
_PING_AFTER: Final = 4.0
_ANSWER_WITHIN: Final = 3.0


class Pingable(Protocol):
    def is_unread(self) -> bool:
        """Returns whether the server does not read from it now, so that silence means nothing."""

    def send_ping(self) -> None: ...

    def drop(self) -> None: ...


class PingMonitor:
    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        # Both map to the time of the last change, oldest first.
        self._heard: dict[Pingable, float] = {}
        self._pinged: dict[Pingable, float] = {}

    def heard_from(self, socket: Pingable) -> None:
        self.remove(socket)
        self._heard[socket] = self._clock()

    def remove(self, socket: Pingable) -> None:
        self._pinged.pop(socket, None)
        self._heard.pop(socket, None)

    def ping_with_data(self, socket: Pingable) -> bool:
        """Returns whether the data that is being sent now should carry a ping."""
        heard = self._heard.get(socket)
        if heard is None or self._clock() < heard + _PING_WITH_DATA_AFTER:
            return False
        self._note_ping(socket)
        return True

    def check(self) -> None:
        """Pings the silent sockets, and drops those that did not answer."""
        now = self._clock()
        for socket in _up_to(self._heard, now - _PING_AFTER):
            self._note_ping(socket)
            socket.send_ping()
        for socket in _up_to(self._pinged, now - _ANSWER_WITHIN):
            if socket.is_unread():
                self.heard_from(socket)
            else:
                self.remove(socket)
                socket.drop()

    def _note_ping(self, socket: Pingable) -> None:
        del self._heard[socket]
        self._pinged[socket] = self._clock()


def _up_to(times: dict[Pingable, float], then: float) -> list[Pingable]:
    """Returns the sockets whose time is `then` or before, oldest first."""
    found = []
    for socket, time in times.items():
        if time > then:
            break
        found.append(socket)
    return found
