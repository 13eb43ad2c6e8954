"""Runs the server until it is told to stop."""

import asyncio
import logging
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import uvicorn

from qwixx.server.garbage import collect_seldom
from qwixx.server.limits import Networks
from qwixx.server.live.bus import Bus, MemoryBus
from qwixx.server.live.house import House
from qwixx.server.live.postgres_bus import PostgresBus
from qwixx.server.logging_setup import write_logs
from qwixx.server.settings import Settings
from qwixx.server.storage.database import database_url
from qwixx.server.storage.risks import risk
from qwixx.server.storage.store import SqlStore
from qwixx.server.transport.connections import ConnectionLimiter, ServerConfig
from qwixx.server.transport.http_protocol import HttpProtocol
from qwixx.server.transport.open_files import allow_connections
from qwixx.server.transport.websocket_protocol import WebSocketProtocol
from qwixx.server.web.app import create_app
from qwixx.server.web.process_metrics import ProcessMetrics

_log: Final = logging.getLogger(__name__)

LARGEST_MESSAGE: Final = 4096
_SEND_BUFFER: Final = 64 * 1024
_TIME_TO_SAY_GOODBYE: Final = 0.1
# The thread that writes to SQLite waits for this long whenever the game is busy, several times for
# each batch; Python's usual 5 ms are for threads that compute.
_SWITCH_AFTER: Final = 0.0005


class BadBus(ValueError):  # noqa: N818  (as it is named on the command line)
    """That address is of nothing that carries news."""


class _Server(uvicorn.Server):
    """Looks after the connections, and tells everybody to come back before it closes them."""

    def __init__(self, config: ServerConfig, house: House, metrics: ProcessMetrics) -> None:
        super().__init__(config)
        self._limiter = config.limiter
        self._house = house
        self._metrics = metrics

    async def on_tick(self, counter: int) -> bool:
        self._metrics.tick()
        self._limiter.pings.check()
        if counter % 10 == 0:  # every second
            self._limiter.enforce_timeouts()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.farewell()
        await asyncio.sleep(_TIME_TO_SAY_GOODBYE)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """The socket on which the server listens. OSError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def _set_send_timeout(listener: socket.socket, seconds: float) -> None:
    """Bounds the memory, and the time, that a connection may cost whose other end reads nothing.

    The game cuts such a connection after `seconds`; then the system has to drop what it has
    buffered. It starts counting earlier than the game, as soon as its own buffers are not emptied,
    so it gets twice the time and a margin: it must not be the first to cut.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        milliseconds = int(1000 * (2 * seconds + 10))
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def make_bus(redis: str, database: str) -> Bus:
    """Returns the bus at that address; without one, nodes use PostgreSQL, and SQLite has one node.

    Raises BadBus or BadDatabase.
    """
    if not redis:
        url = database_url(database)
        return PostgresBus(url) if url.get_backend_name() == "postgresql" else MemoryBus()
    module = import_module("qwixx.server.live.redis_bus")  # only who wants several nodes needs it
    try:
        bus: Bus = module.RedisBus(redis)
    except ValueError:
        raise BadBus(f"not the address of a Redis: {redis}") from None
    return bus


def prepare(database: str) -> str:
    """Makes the database, or brings an older one to the present shape. StoreError.

    Returns what about it may lose games in a crash; nothing, if all is well.
    """

    async def migrate() -> str:
        store = SqlStore(database_url(database))
        try:
            await store.migrate()
            return await store.look(risk)
        finally:
            await store.close()

    return asyncio.run(migrate())


def serve(
    listener: socket.socket,
    database: str,
    bus: Bus,
    settings: Settings,
    *,
    log_format: str,
    trusted_proxies: Networks,
    metrics_listener: socket.socket | None = None,
    backups: str = "",
    danger: str = "",
) -> None:
    """Serves until a signal ends it, with metrics on a separate port if there is a listener for it.

    `danger` is what `prepare` has found.
    """
    write_logs(log_format)
    if danger:
        _log.warning("the database is set dangerously: %s", danger)
    _set_send_timeout(listener, settings.send_timeout)
    app = create_app(SqlStore(database_url(database)), bus, settings)
    limiter = ConnectionLimiter(
        settings,
        allow_connections(settings.connections),
        trusted_proxies,
        app.house.metrics.rejected,
    )
    app.process = ProcessMetrics(limiter, Path(backups) if backups else None)
    config = ServerConfig(
        app,
        http=HttpProtocol,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # `PingMonitor` sends fewer
        timeout_graceful_shutdown=3,
        forwarded_allow_ips=str(trusted_proxies),
    )
    config.limiter, config.message_rate = limiter, settings.message_rate
    listeners = [listener]
    if metrics_listener:
        app.port = metrics_listener.getsockname()[1]
        listeners.append(metrics_listener)
    # uvicorn stops in order and then raises the signal again, for this handler.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    collect_seldom()
    sys.setswitchinterval(_SWITCH_AFTER)
    _Server(config, app.house, app.process).run(sockets=listeners)
