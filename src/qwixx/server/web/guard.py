"""Who may have a line to the server at all: how many at once, how often, and for how long.

A line that does not finish its request, or does not take its answer, is cut. While all places are
taken, whoever has been asking for longest without getting to the point makes room.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Final

import uvicorn

from qwixx.server.limits import Bucket, Buckets, Networks, counted_address
from qwixx.server.settings import Settings
from qwixx.server.web.pulse import Pulse

# A slow phone may take this long for the largest answer.
_TAKE_WITHIN: Final = 60.0
# Of connections, for each request that an address may make: browsers open some more than they use.
_LINES_FOR_A_REQUEST: Final = 10
# For each message that may be sent on a socket: a few fragments and an answer to a ping.
FRAMES_FOR_A_MESSAGE: Final = 5
# So many sockets of an address may send as many frames as one may, all at the same time.
_BUSY_SOCKETS: Final = 10


class Line:
    """An open connection, of either kind."""

    client: tuple[str, int] | None
    transport: asyncio.Transport

    @property
    def peer(self) -> str:
        """The address at its other end."""
        return self.client[0] if self.client else ""

    def still_sending(self) -> bool:
        """Whether something waits to be taken by the other end."""
        return self.transport.get_write_buffer_size() > 0

    def cut(self) -> None:
        self.transport.abort()


class Guard:
    def __init__(
        self,
        settings: Settings,
        most: int,
        trusted: Networks,
        turned_away: Counter[str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.turned_away = turned_away
        self.most = most
        self.pulse = Pulse(clock)
        self._share = max(1, min(2 * settings.connections_per_address, most // 2))
        self._ask_within = settings.request_timeout
        self._trusted = trusted
        self._clock = clock
        rate = settings.request_rate
        self._coming = Buckets(_LINES_FOR_A_REQUEST * rate, 3 * _LINES_FOR_A_REQUEST * rate)
        self._nonsense = Buckets(rate, 3 * rate)
        frames = FRAMES_FOR_A_MESSAGE * _BUSY_SOCKETS * settings.message_rate
        self._frames = Buckets(frames, 3 * frames)
        self._lines: set[Line] = set()
        self._of: Counter[str] = Counter()
        # Both in the order in which they began, so that the first are the oldest.
        self._asking: dict[Line, float] = {}
        self._answered: dict[Line, float] = {}

    @property
    def lines(self) -> int:
        return len(self._lines)

    def comes(self, line: Line) -> bool:
        """Whether a new line may stay. Then a request is expected on it."""
        address = counted_address(line.peer)
        # All who come through a proxy have its address; it is the proxy that knows them apart.
        if line.peer not in self._trusted and not (
            self._of[address] < self._share and self._coming.take(address)
        ):
            self.turned_away["address"] += 1
            return False
        if len(self._lines) >= self.most and not self._make_room():
            self.turned_away["full"] += 1
            return False
        self.stays(line)
        self._asking[line] = self._clock()
        return True

    def stays(self, line: Line) -> None:
        """A line that was let in has become this one."""
        self._lines.add(line)
        self._of[counted_address(line.peer)] += 1

    def goes(self, line: Line) -> None:
        self._asking.pop(line, None)
        self._answered.pop(line, None)
        if line in self._lines:
            self._lines.discard(line)
            address = counted_address(line.peer)
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def has_asked(self, line: Line) -> None:
        """Its request is complete: now it is the server's turn."""
        self._asking.pop(line, None)
        self._answered[line] = self._clock()

    def may_ask(self, line: Line) -> None:
        """It has its answer, and may ask for something else."""
        self._answered.pop(line, None)
        if line in self._lines:
            self._asking.pop(line, None)
            self._asking[line] = self._clock()

    def tells_nonsense(self, line: Line) -> bool:
        """Whether what is no request is worth an answer and a line in the log."""
        self.turned_away["nonsense"] += 1
        return self._nonsense.take(counted_address(line.peer))

    def frames_of(self, line: Line) -> Bucket | None:
        """What all sockets of its address share; what comes through a proxy is told apart there."""
        return None if line.peer in self._trusted else self._frames.of(counted_address(line.peer))

    def look_round(self) -> None:
        """Cuts those that take too long."""
        now = self._clock()
        for line, since in list(self._asking.items()):
            if now - since < self._ask_within:
                break
            if now - since < _TAKE_WITHIN and line.still_sending():
                continue
            self._cut(line, "slow-request")
        for line, since in list(self._answered.items()):
            if now - since < _TAKE_WITHIN:
                break
            self._cut(line, "slow-reader")

    def _make_room(self) -> bool:
        oldest = next(iter(self._asking), None)
        if oldest is None:
            return False
        self._cut(oldest, "full")
        return True

    def _cut(self, line: Line, reason: str) -> None:
        self.turned_away[reason] += 1
        self.goes(line)
        line.cut()


class DoorConfig(uvicorn.Config):
    """What every connection is told by uvicorn, and who watches over it."""

    guard: Guard
    message_rate: float
