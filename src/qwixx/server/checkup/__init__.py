"""Checks a server for its operator: one finding for each thing that can be wrong.

A check returns its result as a text. It raises `Wrong` or `Skipped` if there is none.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import sqlalchemy as sa

from qwixx.server.checkup.database import check_clock, check_database
from qwixx.server.checkup.findings import Skipped, Wrong
from qwixx.server.checkup.machine import check_backups, check_descriptors, check_disk, check_redis
from qwixx.server.checkup.proxy import check_proxy


class Finding(NamedTuple):
    about: str
    state: Literal["ok", "WRONG", "SKIPPED"]
    text: str
    """The result, with what to do if it is wrong, or how to ask for a check that was skipped."""


def checkup(
    url: sa.URL, redis: str, site: str, backups: str, connections: int
) -> Iterator[Finding]:
    yield _finding("database", lambda: asyncio.run(check_database(url)))
    yield _finding("disk", lambda: check_disk(url))
    yield _finding("descriptors", lambda: check_descriptors(connections))
    yield _finding("clock", lambda: asyncio.run(check_clock(url)))
    yield _finding("redis", lambda: asyncio.run(check_redis(redis, url)))
    yield _finding("proxy", lambda: check_proxy(site))
    yield _finding("backups", lambda: check_backups(backups))


def _finding(about: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(about, "ok", check())
    except Wrong as problem:
        return Finding(about, "WRONG", str(problem))
    except Skipped as reason:
        return Finding(about, "SKIPPED", str(reason))
