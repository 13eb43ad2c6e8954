"""Watches a server from outside: metrics, readiness, its database, its processes."""

import asyncio
import re
import sqlite3
from pathlib import Path

from qwixx.table.log import Entry, read_entry
from tests.server.client import request
from tests.server.running import Server


def figures(server: Server) -> dict[str, float]:
    """The metrics by name and labels, read as strictly as Prometheus does."""
    status, headers, body = request(server.metrics, "/metrics")
    assert status == 200
    assert headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, float] = {}
    declared: set[str] = set()
    for line in body.decode().splitlines():
        kind = re.fullmatch(r"# TYPE (\w+) (counter|gauge|histogram)", line)
        if kind:
            declared.add(kind[1])
        elif not line.startswith("# HELP "):
            sample = re.fullmatch(r'((\w+)(\{(\w+="[\w+.-]+",?)+\})?) ([\d.e+-]+)', line)
            assert sample, line
            assert re.sub("_(bucket|sum|count)$", "", sample[2]) in declared
            found[sample[1]] = float(sample[5])
    return found


def readiness(server: Server) -> tuple[int, str]:
    status, _, text = request(server.address, "/readyz")
    return status, text.decode().strip()


async def until_ready(server: Server) -> None:
    while readiness(server) != (200, "ok"):  # noqa: ASYNC110  (another process is waited for)
        await asyncio.sleep(0.05)


def stored(server: Server, code: str) -> list[Entry]:
    """The log of a table as it is on disk."""
    connection = sqlite3.connect(server.database)
    try:
        query = "select entry from entries where code = ? order by position"
        return [read_entry(entry) for (entry,) in connection.execute(query, [code])]
    finally:
        connection.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []
