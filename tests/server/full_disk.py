"""A disk without room, or on which nothing can be written at all, for one server."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.running import Server


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the server may grow any more."""
    log = server.database.with_name(f"{server.database.name}-wal")
    with _files_up_to(server, log.stat().st_size):
        yield


@contextmanager
def unwritable_disk(server: Server) -> Iterator[None]:
    """Every write of the server to a file fails."""
    with _files_up_to(server, 0):
        yield


@contextmanager
def _files_up_to(server: Server, size: int) -> Iterator[None]:
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
