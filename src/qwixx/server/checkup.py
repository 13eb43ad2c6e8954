"""What a host should know before players do: one finding for each thing that can be wrong."""

import asyncio
import base64
import os
import re
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import sqlalchemy as sa

from qwixx.server.settings import Settings
from qwixx.server.storage.store import SqlStore, StoreError
from qwixx.server.web.descriptors import allowed
from qwixx.server.web.watching import backup_age

_PATIENCE: Final = 5.0
_LEAST_SPACE: Final = 500_000_000
_SLOW: Final = 0.1
_TRIES: Final = 3
"""The first one also connects, and the machine may be busy just then."""
_DAY: Final = 86_400


_SILENT: Final = f"no answer within {_PATIENCE:g} seconds"
_NO_TABLES: Final = ("no such table: tables", 'relation "tables" does not exist')


def _file(database: sa.URL) -> Path | None:
    """The file of the database, if it is one."""
    if database.get_backend_name() != "sqlite":
        return None
    return Path((database.database or "").removeprefix("file:"))


def _is_new(database: sa.URL) -> bool:
    file = _file(database)
    return file is not None and (not file.exists() or not file.stat().st_size)


@dataclass(frozen=True)
class Finding:
    about: str
    wrong: bool
    text: str
    """What was found; where it is wrong, what to do."""


async def check_database(url: sa.URL) -> Finding:
    """Writes and reads back, as the server does for `/readyz`."""
    if _is_new(url):
        return Finding("database", False, "there is none yet; the server will make it")
    store = SqlStore(url)
    times = []
    try:
        async with asyncio.timeout(_PATIENCE):
            for _ in range(_TRIES):
                began = time.monotonic()
                await store.check()
                times.append(time.monotonic() - began)
    except (StoreError, TimeoutError) as error:
        reason = str(error) or _SILENT
        if reason in _NO_TABLES:
            return Finding("database", False, "is empty; the server will make what it needs")
        advice = (
            "that it is the server's file, has room and may be written"
            if _file(url)
            else "that it runs, can be reached from here and lets this user write"
        )
        return Finding("database", True, f"{reason}; see {advice}")
    finally:
        await store.close()
    took = min(times)
    if took > _SLOW:
        text = f"takes {1000 * took:.0f} ms to write; players wait for it: use a faster disk"
        return Finding("database", True, text)
    return Finding("database", False, f"writes and reads back in {1000 * took:.0f} ms")


def check_disk(url: sa.URL) -> Finding:
    file = _file(url)
    if file is None:
        return Finding("disk", False, "is the database's own")
    folder = file.resolve().parent
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        return Finding("disk", True, f"{folder} may not be written; give it to the server's user")
    if free < _LEAST_SPACE:
        return Finding("disk", True, f"{free / 1e6:.0f} MB are free at {folder}; make room")
    return Finding("disk", False, f"{free / 1e9:.1f} GB are free at {folder}")


def check_descriptors(connections: int) -> Finding:
    if allowed() < connections:
        text = (
            f"the system allows {allowed()} connections, --connections promises {connections}; "
            "raise the limit of open files (LimitNOFILE= in systemd, ulimit -n)"
        )
        return Finding("descriptors", True, text)
    return Finding("descriptors", False, f"enough for {connections} connections")


async def check_clock(url: sa.URL) -> Finding:
    """Against the database, which knows when somebody last played."""
    now = time.time()
    if now < time.mktime((2026, 1, 1, 0, 0, 0, 0, 0, 0)):
        return Finding("clock", True, f"says {time.strftime('%F %T')}; set it (timedatectl)")
    if _is_new(url):
        return Finding("clock", False, f"says {time.strftime('%F %T')}")
    store = SqlStore(url)
    try:
        async with asyncio.timeout(_PATIENCE):
            last = await store.last_use()
    except (StoreError, TimeoutError):
        last = None
    finally:
        await store.close()
    if last is not None and last / 1000 > now + 60:
        text = "is behind what the database has seen; set it (timedatectl). Nothing is lost by it"
        return Finding("clock", True, text)
    return Finding("clock", False, f"says {time.strftime('%F %T')}")


async def check_redis(address: str) -> Finding:
    if not address:
        return Finding("redis", False, "is not used: one node")
    redis = import_module("redis.asyncio")
    try:
        client = redis.from_url(address, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
        try:
            await client.ping()
        finally:
            await client.aclose()
    except ValueError:
        return Finding(
            "redis", True, f"{address} is no address of a Redis; it is like redis://host"
        )
    except (OSError, redis.RedisError) as error:
        return Finding("redis", True, f"{error}; see that it runs and can be reached from here")
    return Finding("redis", False, "answers")


async def check_proxy(site: str) -> Finding:
    """Opens a WebSocket through the proxy as a page of that site would."""
    if not site:
        return Finding("proxy", False, "was not looked at (--site https://…)")
    try:
        async with asyncio.timeout(_PATIENCE):
            status, heard = await _upgrade(site)
    except ValueError as error:
        return Finding("proxy", True, f"{site}: {error}; see what listens there, and where it is")
    except (OSError, TimeoutError) as error:
        reason = str(error) or _SILENT
        return Finding("proxy", True, f"{site}: {reason}; see that the proxy runs, and its address")
    wrong = {
        101: "",
        **dict.fromkeys((301, 302, 307, 308), f"{site} leads elsewhere; name where players arrive"),
        404: f"{site} has no such game; see deploy/nginx.conf, or nginx-path.conf for a folder",
        403: "does not pass on the Host header; set it (proxy_set_header Host $http_host)",
        400: "does not pass on the Upgrade and Connection headers; see deploy/nginx.conf",
        426: "does not pass on the Upgrade and Connection headers; see deploy/nginx.conf",
        502: "does not reach the server; look where it listens",
    }
    problem = wrong.get(status, f"answers a WebSocket with {status}; see deploy/nginx.conf")
    if problem:
        return Finding("proxy", True, problem)
    if site.startswith("https:") and "strict-transport-security" not in heard:
        return Finding("proxy", True, "sends no Strict-Transport-Security; see deploy/nginx.conf")
    return Finding("proxy", False, "passes on WebSockets and the Host header")


async def _upgrade(site: str) -> tuple[int, str]:
    parts = urlsplit(site)
    secure = parts.scheme == "https"
    if not parts.hostname or parts.scheme not in ("http", "https"):
        raise ValueError("a site is https://… or http://…")
    reader, writer = await asyncio.open_connection(
        parts.hostname, parts.port or (443 if secure else 80), ssl=secure or None
    )
    key = base64.b64encode(os.urandom(16)).decode()
    path = f"{parts.path.rstrip('/')}/api/tables/CDFGHJ/socket"
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {parts.scheme}://{parts.netloc}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        raise ValueError("hangs up, or speaks no HTTP") from None
    finally:
        writer.close()
    status = re.match(r"http/1\.[01] (\d{3})", head)
    if status is None:
        raise ValueError("speaks no HTTP")
    return int(status[1]), head


def check_backups(folder: str) -> Finding:
    if not folder:
        return Finding("backups", False, "were not looked at (--backups FOLDER)")
    age = backup_age(Path(folder))
    if age is None:
        return Finding("backups", True, f"there is none in {folder}; see deploy/qwixx-backup.timer")
    days = age / _DAY
    if days > 1.5:
        return Finding("backups", True, f"the newest is {days:.1f} days old; look at the timer")
    return Finding("backups", False, f"the newest is {age / 3600:.1f} hours old")


def checkup(
    url: sa.URL, redis: str, site: str, backups: str, connections: int = Settings().connections
) -> Iterator[Finding]:
    """Everything, one after the other."""
    later: list[Callable[[], Awaitable[Finding]]] = [
        lambda: check_clock(url),
        lambda: check_redis(redis),
        lambda: check_proxy(site),
    ]
    yield asyncio.run(_await(lambda: check_database(url)))
    yield check_disk(url)
    yield check_descriptors(connections)
    for look in later:
        yield asyncio.run(_await(look))
    yield check_backups(backups)


async def _await(look: Callable[[], Awaitable[Finding]]) -> Finding:
    return await look()
