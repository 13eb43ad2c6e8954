"""The proxy before a server in some tests: its program, its files, a place to listen."""

import shutil
import socket
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


def nginx() -> str:
    """The program, which Debian installs where only root looks for programs."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert found, "no nginx found: `make test` installs it"
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port
