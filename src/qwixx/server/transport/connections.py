"""Limits the connections to the server: how many at once, how often, and for how long.

A connection that does not finish its request, or does not take its answer, is cut. While all places
are taken, the connection that has waited longest without completing a request is closed.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Final

import uvicorn

from qwixx.server.limits import TokenBucket, TokenBuckets, counted_address
from qwixx.server.settings import Settings
from qwixx.server.transport.ping_monitor import PingMonitor

try:
    import resource
except ImportError:  # Windows has no limit of open files
    resource = None  # type: ignore[assignment]

_log: Final = logging.getLogger(__name__)

# For the database, Redis, the helper processes, and the files that Python opens.
_RESERVED: Final = 64
# A slow phone may take this long for the largest answer.
_TAKE_WITHIN: Final = 60.0
# Browsers open some more connections than they use.
_CONNECTIONS_PER_REQUEST: Final = 10
# A message may come in a few fragments, and an answer to a ping beside it.
FRAMES_PER_MESSAGE: Final = 5
# Together, the sockets of an address may send as many frames as this many of them at full rate.
_BUSY_SOCKETS: Final = 10


class ConnectionMixin:
    """The part of a connection that the limiter needs, HTTP or WebSocket."""

    client: tuple[str, int] | None
    transport: asyncio.Transport

    @property
    def peer(self) -> str:
        return self.client[0] if self.client else ""

    def is_sending(self) -> bool:
        """Returns whether the other end has yet to take something."""
        return self.transport.get_write_buffer_size() > 0

    def abort(self) -> None:
        self.transport.abort()


class ConnectionLimiter:
    def __init__(
        self,
        settings: Settings,
        most: int,
        rejected: Counter[str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.rejected = rejected  # connections that were cut or refused, by reason
        self.most = most
        self.pings = PingMonitor(clock)
        self._most_of_address = max(1, min(2 * settings.connections_per_address, most // 2))
        self._request_within = settings.request_timeout
        self._trusted = settings.trusted_proxies
        self._clock = clock
        rate = _CONNECTIONS_PER_REQUEST * settings.request_rate
        self._openings = TokenBuckets(rate, 3 * rate)
        self._bad_requests = TokenBuckets(settings.request_rate, 3 * settings.request_rate)
        frames = FRAMES_PER_MESSAGE * _BUSY_SOCKETS * settings.message_rate
        self._frames = TokenBuckets(frames, 3 * frames)
        self._connections: set[ConnectionMixin] = set()
        self._by_address: Counter[str] = Counter()
        # Both map to the time at which it began, oldest first.
        self._requesting: dict[ConnectionMixin, float] = {}
        self._responding: dict[ConnectionMixin, float] = {}

    @property
    def count(self) -> int:
        return len(self._connections)

    def admit(self, connection: ConnectionMixin) -> bool:
        """Returns whether a new connection may stay. Its request is then expected in time."""
        address = counted_address(connection.peer)
        # A proxy limits its clients itself: they all come from its address.
        if connection.peer not in self._trusted and not (
            self._by_address[address] < self._most_of_address and self._openings.take(address)
        ):
            self.rejected["address"] += 1
            return False
        if self.count >= self.most and not self._cut_oldest():
            self.rejected["full"] += 1
            return False
        self.register(connection)
        self._requesting[connection] = self._clock()
        return True

    def register(self, connection: ConnectionMixin) -> None:
        """Counts a connection: one that was admitted, or one that has become a WebSocket."""
        self._connections.add(connection)
        self._by_address[counted_address(connection.peer)] += 1

    def unregister(self, connection: ConnectionMixin) -> None:
        self._requesting.pop(connection, None)
        self._responding.pop(connection, None)
        if connection in self._connections:
            self._connections.discard(connection)
            address = counted_address(connection.peer)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def request_done(self, connection: ConnectionMixin) -> None:
        """Notes that a request is complete: the server has to respond now."""
        self._requesting.pop(connection, None)
        self._responding[connection] = self._clock()

    def response_done(self, connection: ConnectionMixin) -> None:
        """Notes that a response is complete: the next request is expected now."""
        self._responding.pop(connection, None)
        if connection in self._connections:
            self._requesting.pop(connection, None)
            self._requesting[connection] = self._clock()

    def report_bad_request(self, connection: ConnectionMixin) -> bool:
        """Counts data that is no request, and returns whether to answer it and log it."""
        self.rejected["nonsense"] += 1
        return self._bad_requests.take(counted_address(connection.peer))

    def frame_limit(self, connection: ConnectionMixin) -> TokenBucket | None:
        """Returns the limit that all sockets of an address share. A proxy has none."""
        if connection.peer in self._trusted:
            return None
        return self._frames.of(counted_address(connection.peer))

    def enforce_timeouts(self) -> None:
        """Cuts the connections that take too long."""
        now = self._clock()
        for connection, since in list(self._requesting.items()):
            if now - since < self._request_within:
                break
            if now - since < _TAKE_WITHIN and connection.is_sending():
                continue
            self._cut(connection, "slow-request")
        for connection, since in list(self._responding.items()):
            if now - since < _TAKE_WITHIN:
                break
            self._cut(connection, "slow-reader")

    def _cut_oldest(self) -> bool:
        oldest = next(iter(self._requesting), None)
        if oldest is None:
            return False
        self._cut(oldest, "full")
        return True

    def _cut(self, connection: ConnectionMixin, reason: str) -> None:
        self.rejected[reason] += 1
        self.unregister(connection)
        connection.abort()


class ServerConfig(uvicorn.Config):
    limiter: ConnectionLimiter
    message_rate: float


def allowed_connections() -> int:
    """Returns how many connections the system allows at most, besides other open files."""
    if resource is None:
        return 1 << 20
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (1 << 20 if hard == resource.RLIM_INFINITY else hard) - _RESERVED


def allow_connections(wanted: int) -> int:
    """Raises the limit of open files as far as possible, and returns how many connections fit."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = wanted + _RESERVED
        if soft != resource.RLIM_INFINITY and soft < files:
            most = files if hard == resource.RLIM_INFINITY else min(files, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    allowed = max(1, min(wanted, allowed_connections()))
    if allowed < wanted:
        _log.warning(
            "only %d connections at a time instead of %d, because the system allows %d open files. "
            "Raise that limit (LimitNOFILE= in systemd, ulimit -n) or lower --connections",
            allowed,
            wanted,
            allowed_connections() + _RESERVED,
        )
    return allowed
