"""`qwixx serve`: the web game."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

import segno

from qwixx.cli import BadInput
from qwixx.server.run import BadBus, listen, make_bus, prepare, serve
from qwixx.server.settings import Pace, Settings
from qwixx.server.store import BadDatabase, StoreError, database_url

DESCRIPTION: Final = (
    "Starts the web game and prints the address and a QR code under which phones in the same "
    "network reach it. Games are kept in the user's data folder unless told otherwise."
)
EXAMPLE: Final = "qwixx serve --port 8000 --open"


def configure(parser: argparse.ArgumentParser) -> None:
    usual = Settings()
    parser.add_argument("--host", default="0.0.0.0", help="where to listen (0.0.0.0: everywhere)")  # noqa: S104
    parser.add_argument("--port", type=int, default=8000, help="where to listen (8000)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument(
        "--redis", metavar="URL", default="", help="redis://…, where several nodes share a database"
    )
    parser.add_argument(
        "--keep-hours",
        type=int,
        default=usual.keep_hours,
        metavar="H",
        help="delete tables that nobody has used for so long (%(default)s)",
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=1.0,
        metavar="F",
        help="how long bots and other automatic things take: 1 is like people, 0 is at once",
    )
    parser.add_argument(
        "--message-rate",
        type=float,
        default=usual.message_rate,
        metavar="N",
        help="messages a second that one player may send (%(default)g)",
    )
    parser.add_argument(
        "--request-rate",
        type=float,
        default=usual.request_rate,
        metavar="N",
        help="requests a second from one address (%(default)g)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.port <= 65535:
        raise BadInput(f"a port is a number from 0 to 65535, not {args.port}")
    try:
        listener = listen(args.host, args.port)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error
        raise BadInput(f"cannot listen on {args.host}, port {args.port}: {reason}") from None
    port = listener.getsockname()[1]
    database = args.database or _usual_database()
    try:
        bus = make_bus(args.redis)
        prepare(database)
    except (BadDatabase, BadBus) as error:
        listener.close()
        raise BadInput(str(error)) from None
    except StoreError as error:
        listener.close()
        raise BadInput(f"cannot use the database {database_url(database)}: {error}") from None
    address = _address(args.host, port)
    _announce(args.host, port, address)
    if args.open:
        threading.Timer(1.0, webbrowser.open, [f"http://localhost:{port}/"]).start()
    settings = Settings(
        pace=Pace().faster(max(0.0, args.pace)),
        address=address,
        keep_hours=args.keep_hours,
        message_rate=args.message_rate,
        request_rate=args.request_rate,
    )
    serve(listener, database, bus, settings)
    return 0


def _usual_database() -> str:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "qwixx"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot use the folder {folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'qwixx.db'}"


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
        print(f"Phones in the same network: {address}/\n")
        segno.make_qr(f"{address}/").terminal(sys.stdout, compact=True)
    print("Ctrl-C stops it.", flush=True)
