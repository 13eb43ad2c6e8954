"""Checks a server for its operator: one finding for each thing that can be wrong."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import sqlalchemy as sa

from qwixx.server.checkup.backups import check_backups
from qwixx.server.checkup.database import check_clock, check_database
from qwixx.server.checkup.findings import Finding
from qwixx.server.checkup.machine import check_descriptors, check_disk, check_redis
from qwixx.server.checkup.proxy import check_proxy
from qwixx.server.settings import Settings

__all__ = ["Finding", "check_backups", "check_database", "check_proxy", "checkup"]


def checkup(
    url: sa.URL, redis: str, site: str, backups: str, connections: int = Settings().connections
) -> Iterator[Finding]:
    """Yields the findings, one check after the other."""
    yield _run(lambda: check_database(url))
    yield check_disk(url)
    yield check_descriptors(connections)
    yield _run(lambda: check_clock(url))
    yield _run(lambda: check_redis(redis, url))
    yield _run(lambda: check_proxy(site))
    yield check_backups(backups)


def _run(check: Callable[[], Awaitable[Finding]]) -> Finding:
    async def run() -> Finding:
        return await check()

    return asyncio.run(run())
