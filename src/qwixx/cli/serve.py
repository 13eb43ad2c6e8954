"""`qwixx serve`: the web game."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from contextlib import nullcontext
from typing import Final

import segno

from qwixx.bots import BOTS
from qwixx.cli import BadInput, arguments
from qwixx.cli.options import add_options, database_of
from qwixx.server.run import BadBus, listen, make_bus, prepare, serve
from qwixx.server.settings import OPTIONS, Settings
from qwixx.server.storage.store import StoreError

DESCRIPTION: Final = (
    "Starts the web game, and prints its address and a QR code for phones in the same network. "
    "Every option can also be set with the environment variable shown in brackets; an option "
    "overrides the variable."
)
EXAMPLE: Final = "qwixx serve --port 8000 --open"

_ALL_ADDRESSES: Final = ("0.0.0.0", "::")  # noqa: S104


def configure(parser: argparse.ArgumentParser) -> None:
    add_options(parser, OPTIONS)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    metrics_socket = _listen(*args.metrics) if args.metrics else None
    with _listen(args.host, args.port) as listener, metrics_socket or nullcontext():
        port = listener.getsockname()[1]
        database = database_of(args)
        with arguments.bad_input(BadBus):
            bus = make_bus(args.redis, database)
        try:
            danger = prepare(database)
        except StoreError as error:
            raise BadInput(f"cannot use the database {database}: {error}") from None
        address = _address(args.host, port)
        announce(args.host, port, address, metrics_socket)
        if args.open:
            threading.Timer(1.0, webbrowser.open, [f"http://localhost:{port}/"]).start()
        settings = Settings(**{name: getattr(args, name) for name in OPTIONS}, address=address)
        serve(listener, database, bus, settings, metrics_listener=metrics_socket, danger=danger)
    return 0


def _listen(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error
        raise BadInput(f"cannot listen on {host}, port {port}: {reason}") from None


def _address(host: str, port: int) -> str:
    """Returns the address for phones in the same network; empty if there is none."""
    if host not in _ALL_ADDRESSES:
        name = f"[{host}]" if ":" in host else host
        return "" if host in ("127.0.0.1", "localhost", "::1") else f"http://{name}:{port}"
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # This sends nothing: the system only chooses which of its addresses it would use.
        probe.connect(("192.0.2.1", 9))
        found = str(probe.getsockname()[0])
    except OSError:
        return ""
    finally:
        probe.close()
    return "" if found.startswith("127.") else f"http://{found}:{port}"


def announce(host: str, port: int, address: str, metrics: socket.socket | None) -> None:
    """Prints the addresses of a server that starts, with a QR code for phones."""
    here = "localhost" if host in _ALL_ADDRESSES else host
    print(f"Qwixx is played at http://{here}:{port}/")
    if metrics:
        name, number = metrics.getsockname()[:2]
        print(f"Metrics: http://{name}:{number}/metrics")
    if address:
        print(f"Phones in the same network: {address}/\n")
        segno.make_qr(f"{address}/").terminal(sys.stdout, compact=True)
    for info in BOTS.values():
        if info.missing:
            print(f"The bot {info.name} is not offered: {' and '.join(info.missing)} is missing.")
    print("Press Ctrl-C to stop the server.", flush=True)
