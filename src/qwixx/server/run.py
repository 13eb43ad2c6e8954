"""Runs the server until it is told to stop."""

import asyncio
import logging
import socket

import uvicorn
from litestar import Litestar

from qwixx.server.app import create_app
from qwixx.server.bus import Bus, MemoryBus
from qwixx.server.settings import Settings
from qwixx.server.store import SqlStore, database_url

LARGEST_MESSAGE = 4096


class _Server(uvicorn.Server):
    """Tells everybody to come back before it closes the sockets."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        assert isinstance(app, Litestar)
        app.state.house.farewell()
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def make_app(database: str, settings: Settings) -> Litestar:
    bus: Bus = MemoryBus()
    return create_app(SqlStore(database_url(database)), bus, settings)


def listen(host: str, port: int) -> socket.socket:
    """The socket on which the server listens. OSError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    listener.set_inheritable(False)
    return listener


def serve(app: Litestar, listener: socket.socket) -> None:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    _Server(config).run(sockets=[listener])
