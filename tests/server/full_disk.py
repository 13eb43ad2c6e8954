"""A disk without room, for one server."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.running import Server


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the server may grow any more."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    log = server.database.with_name(f"{server.database.name}-wal")
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, most))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
