"""Checks the room on the machine, the newest backup, and whether Redis answers."""

import os
import shutil
import time
from importlib import import_module
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from qwixx.server.checkup.findings import PATIENCE, Skipped, Wrong, file_of
from qwixx.server.storage.backup import FINISHED, is_backup, sqlite_damage
from qwixx.server.transport.connections import allowed_connections

_LEAST_SPACE: Final = 500_000_000
_DAY: Final = 86_400


def check_disk(url: sa.URL) -> str:
    file = file_of(url)
    if file is None:
        raise Skipped("is not checked: the database has its own")
    folder = file.resolve().parent
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        raise Wrong(f"{folder} is not writable; give it to the server's user")
    if free < _LEAST_SPACE:
        raise Wrong(f"{free / 1e6:.0f} MB are free at {folder}; make room")
    return f"{free / 1e9:.1f} GB are free at {folder}"


def check_descriptors(connections: int) -> str:
    allowed = allowed_connections()
    if allowed < connections:
        raise Wrong(
            f"the system allows {allowed} connections, --connections promises {connections}; "
            "raise the limit of open files (LimitNOFILE= in systemd, ulimit -n)"
        )
    return f"enough for {connections} connections"


async def check_redis(address: str, database: sa.URL) -> str:
    if not address:
        alone = database.get_backend_name() == "sqlite"
        text = "there is one node" if alone else "nodes exchange messages through PostgreSQL"
        return f"is not used: {text}"
    redis = import_module("redis.asyncio")
    try:
        client = redis.from_url(address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        try:
            await client.ping()
        finally:
            await client.aclose()
    except ValueError:
        raise Wrong(f"expected an address like redis://host, found {address}") from None
    except (OSError, redis.RedisError) as error:
        raise Wrong(f"{error}; check that it runs and can be reached from here") from None
    return "answers"


def check_backups(folder: str) -> str:
    """Finds the newest backup, and checks whether the server can be restored from it."""
    if not folder:
        raise Skipped("were not checked (--backups FOLDER)")
    files = sorted(Path(folder).glob("*.db"), key=lambda file: file.stat().st_mtime)
    if not files:
        raise Wrong(f"found none in {folder}; see deploy/qwixx-backup.timer")
    newest = files[-1]
    damage = sqlite_damage(newest, FINISHED)
    if damage or not is_backup(newest):
        damage = damage or "it is no backup"
        raise Wrong(f"{newest.name} cannot be restored: {damage}; make another one")
    age = max(0.0, time.time() - newest.stat().st_mtime)
    if age > 1.5 * _DAY:
        timer = "check the timer (deploy/qwixx-backup.timer)"
        raise Wrong(f"the newest is {age / _DAY:.1f} days old; {timer}")
    return f"the newest is complete and {age / 3600:.1f} hours old"
