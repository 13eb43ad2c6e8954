"""`qwixx serve`: the web game."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

from qwixx.cli import BadInput

DESCRIPTION: Final = (
    "Starts the web game and prints the address and a QR code under which phones in the same "
    "network reach it. Games are kept in the user's data folder unless told otherwise."
)
EXAMPLE: Final = "qwixx serve --port 8000 --open"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="where to listen (0.0.0.0: everywhere)")  # noqa: S104
    parser.add_argument("--port", type=int, default=8000, help="where to listen (8000)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument("--redis", metavar="URL", help="redis://…, for several nodes")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    from qwixx.server.run import listen, make_app, serve
    from qwixx.server.settings import Settings
    from qwixx.server.store import BadDatabase

    try:
        listener = listen(args.host, args.port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"cannot listen on {args.host} port {args.port}: {reason}") from None
    port = listener.getsockname()[1]
    address = _address(args.host, port)
    database = args.database or f"sqlite:///{_data_folder() / 'qwixx.db'}"
    try:
        app = make_app(database, Settings(address=address))
    except BadDatabase as error:
        raise BadInput(str(error)) from None
    _announce(args.host, port, address)
    if args.open:
        threading.Timer(1.0, webbrowser.open, [f"http://localhost:{port}/"]).start()
    serve(app, listener)
    return 0


def _data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "qwixx"


def _address(host: str, port: int) -> str:
    """The address for others in the same network; empty where there is none."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104
        name = f"[{host}]" if ":" in host else host
        return "" if host in ("127.0.0.1", "localhost", "::1") else f"http://{name}:{port}"
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Nothing is sent: the system only says which of its addresses it would use.
        probe.connect(("192.0.2.1", 9))
        found = str(probe.getsockname()[0])
    except OSError:
        return ""
    finally:
        probe.close()
    return "" if found.startswith("127.") else f"http://{found}:{port}"


def _announce(host: str, port: int, address: str) -> None:
    here = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104
    print(f"Qwixx is played at http://{here}:{port}/")
    if address:
        import segno

        print(f"Phones in the same network: {address}/\n")
        segno.make_qr(f"{address}/").terminal(sys.stdout, compact=True)
    print("Ctrl-C stops it.", flush=True)
