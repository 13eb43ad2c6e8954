"""A real server in a process of its own, on loopback, that ends with the test."""

import os
import re
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from types import TracebackType
from typing import IO, Self


def fixed_port() -> int:
    """A free port at which no outgoing connection may begin.

    A client that keeps trying a dead server must not take its port, nor connect to itself.
    """
    for port in Random().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no free port")


class Server:
    """`qwixx serve`, started and stopped as often as a test wants; the database stays."""

    def __init__(
        self, folder: Path, *options: str, pace: float = 0.0, url: str = "", port: int = 0
    ) -> None:
        self.database = folder / "qwixx.db"
        self._url = url or f"sqlite:///{self.database}"
        self.program: tuple[str, ...] = ("qwixx",)
        self.port = port
        self.metrics_port = 0
        self._options = (*options, "--pace", str(pace))
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self, *, stderr: IO[str] | None = None, limit: int = 0) -> None:
        """Starts the server, with a limit of file descriptors and a file for its log."""
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", *self.program, "serve"),
                *("--host", "127.0.0.1", "--port", str(self.port)),
                *("--database", self._url),
                *("--message-rate", "10000", "--request-rate", "10000"),
                *("--tables-per-address", "100000", "--reviews-per-address", "100000"),
                *("--connections-per-address", "100000"),
                *("--metrics", "127.0.0.1:0"),
                *self._options,
            ],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            preexec_fn=(lambda: _limit_descriptors(limit)) if limit else None,  # noqa: PLW1509
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout
        self.port, self.metrics_port = self._read_port(), self._read_port()

    def _read_port(self) -> int:
        assert self._process
        assert self._process.stdout
        line = self._process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {line!r}"
        return int(found[1])

    @property
    def metrics(self) -> str:
        """The address of the metrics."""
        return f"127.0.0.1:{self.metrics_port}"

    def stop(self) -> int:
        """Asks it to stop, as Ctrl-C does."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it without a warning."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        assert self._process
        assert self._process.stdout
        self._process.send_signal(how)
        code = self._process.wait(20)
        self._process.stdout.close()
        self._process = None
        return code

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._process:
            self.kill()


def _limit_descriptors(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
