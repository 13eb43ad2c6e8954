"""Checks the room on the machine, and whether Redis answers."""

import os
import shutil
from importlib import import_module
from typing import Final

import sqlalchemy as sa

from qwixx.server.checkup.findings import PATIENCE, Finding, file_of
from qwixx.server.transport.open_files import allowed_connections

_LEAST_SPACE: Final = 500_000_000


def check_disk(url: sa.URL) -> Finding:
    file = file_of(url)
    if file is None:
        return Finding("disk", "SKIPPED", "is not checked: the database has its own")
    folder = file.resolve().parent
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        return Finding("disk", "WRONG", f"{folder} is not writable; give it to the server's user")
    if free < _LEAST_SPACE:
        return Finding("disk", "WRONG", f"{free / 1e6:.0f} MB are free at {folder}; make room")
    return Finding("disk", "ok", f"{free / 1e9:.1f} GB are free at {folder}")


def check_descriptors(connections: int) -> Finding:
    allowed = allowed_connections()
    if allowed < connections:
        text = (
            f"the system allows {allowed} connections, --connections promises {connections}; "
            "raise the limit of open files (LimitNOFILE= in systemd, ulimit -n)"
        )
        return Finding("descriptors", "WRONG", text)
    return Finding("descriptors", "ok", f"enough for {connections} connections")


async def check_redis(address: str, database: sa.URL) -> Finding:
    if not address:
        alone = database.get_backend_name() == "sqlite"
        text = "there is one node" if alone else "nodes exchange messages through PostgreSQL"
        return Finding("redis", "ok", f"is not used: {text}")
    redis = import_module("redis.asyncio")
    try:
        client = redis.from_url(address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        try:
            await client.ping()
        finally:
            await client.aclose()
    except ValueError:
        text = f"expected an address like redis://host, found {address}"
        return Finding("redis", "WRONG", text)
    except (OSError, redis.RedisError) as error:
        text = f"{error}; check that it runs and can be reached from here"
        return Finding("redis", "WRONG", text)
    return Finding("redis", "ok", "answers")
