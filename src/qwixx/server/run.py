"""Starts the server, and runs it until a signal stops it."""

import asyncio
import logging
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import sqlalchemy as sa
import uvicorn

from qwixx.server.garbage import collect_seldom
from qwixx.server.live.bus import Bus
from qwixx.server.live.postgres_bus import PostgresBus
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.logging_setup import write_logs
from qwixx.server.settings import Settings
from qwixx.server.storage.database import risk
from qwixx.server.storage.store import SqlStore
from qwixx.server.transport.connections import (
    ConnectionLimiter,
    ServerConfig,
    allow_connections,
)
from qwixx.server.transport.http_protocol import HttpProtocol
from qwixx.server.transport.websocket_protocol import WebSocketProtocol
from qwixx.server.web.app import create_app
from qwixx.server.web.process_metrics import ProcessMetrics

_log: Final = logging.getLogger(__name__)

LARGEST_MESSAGE: Final = 4096
_SEND_BUFFER: Final = 64 * 1024
_GOODBYE_SECONDS: Final = 0.1
# The thread that writes to SQLite waits for this long whenever the game is busy, several times for
# each batch. Python's default of 5 ms is for threads that compute.
_SWITCH_INTERVAL: Final = 0.0005


class BadBus(ValueError):  # noqa: N818  (as it is named on the command line)
    """The address is not one of a bus between nodes."""


class _Server(uvicorn.Server):
    """Checks the connections, and asks browsers to reconnect before it closes them."""

    def __init__(
        self, config: ServerConfig, registry: TableRegistry, metrics: ProcessMetrics
    ) -> None:
        super().__init__(config)
        self._limiter = config.limiter
        self._registry = registry
        self._metrics = metrics

    async def on_tick(self, counter: int) -> bool:
        self._metrics.tick()
        self._limiter.pings.check()
        if counter % 10 == 0:  # every second
            self._limiter.enforce_timeouts()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._registry.notify_shutdown()
        await asyncio.sleep(_GOODBYE_SECONDS)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def _set_send_timeout(listener: socket.socket, seconds: float) -> None:
    """Bounds the memory, and the time, that a connection may cost whose other end reads nothing.

    The game cuts that connection after `seconds`; then the system has to drop what it has
    buffered. The system counts from an earlier moment, and must not be the first to cut, so it gets
    twice the time and a margin.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        milliseconds = int(1000 * (2 * seconds + 10))
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def make_bus(redis: str, database: sa.URL) -> Bus:
    """Returns the bus at an address; without one, nodes use PostgreSQL, and SQLite has one node.

    Raises BadBus.
    """
    if not redis:
        postgres = database.get_backend_name() == "postgresql"
        return PostgresBus(database) if postgres else Bus()
    module = import_module("qwixx.server.live.redis_bus")  # the extra `cluster` need not be there
    try:
        bus: Bus = module.RedisBus(redis)
    except ValueError:
        raise BadBus(f"expected the address of a Redis (redis://host), found {redis!r}") from None
    return bus


def prepare(database: sa.URL) -> str:
    """Makes the database, or migrates an older one. Raises StoreError.

    Returns which of its settings may lose games in a crash; nothing, if all is well.
    """

    async def migrate() -> str:
        store = SqlStore(database)
        try:
            await store.migrate()
            return await store.query(risk)
        finally:
            await store.close()

    return asyncio.run(migrate())


def serve(
    listener: socket.socket,
    database: sa.URL,
    bus: Bus,
    settings: Settings,
    *,
    metrics_listener: socket.socket | None = None,
    danger: str = "",
) -> None:
    """Serves until a signal ends it. `danger` is what `prepare` returned."""
    write_logs(settings.log_format)
    if danger:
        _log.warning("the database is set dangerously: %s", danger)
    _set_send_timeout(listener, settings.send_timeout)
    app = create_app(SqlStore(database), bus, settings)
    limiter = ConnectionLimiter(
        settings, allow_connections(settings.connections), app.registry.metrics.rejected
    )
    metrics = ProcessMetrics(limiter, Path(settings.backups) if settings.backups else None)
    config = ServerConfig(
        app,
        http=HttpProtocol,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=None,  # `PingMonitor` sends fewer
        timeout_graceful_shutdown=3,
        forwarded_allow_ips=str(settings.trusted_proxies),
    )
    config.limiter, config.message_rate = limiter, settings.message_rate
    listeners = [listener]
    if metrics_listener:
        app.process, app.port = metrics, metrics_listener.getsockname()[1]
        listeners.append(metrics_listener)
    # uvicorn stops in order and then raises the signal again, for this handler.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    collect_seldom()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    _Server(config, app.registry, metrics).run(sockets=listeners)
