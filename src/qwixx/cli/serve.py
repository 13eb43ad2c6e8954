"""`qwixx serve`: the web game."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from typing import Final

import segno

from qwixx.bots import BOTS
from qwixx.cli import BadInput
from qwixx.cli.options import DATABASE, Option, add, database_of
from qwixx.server.limits import Networks
from qwixx.server.run import BadBus, listen, make_bus, prepare, serve
from qwixx.server.settings import Settings
from qwixx.server.storage.database import BadDatabase, database_url
from qwixx.server.storage.store import StoreError
from qwixx.table.pace import Pace

DESCRIPTION: Final = (
    "Starts the web game and prints the address and a QR code under which phones in the same "
    "network reach it. Games are kept in the user's data folder unless told otherwise. Every "
    "option can also be set by the variable of the environment that stands behind it."
)
EXAMPLE: Final = "qwixx serve --port 8000 --open"


_USUAL: Final = Settings()
_OPTIONS: Final = (
    Option("--host", "0.0.0.0", "H", "where to listen (0.0.0.0: everywhere)"),  # noqa: S104
    Option("--port", 8000, "P", "where to listen (8000)"),
    DATABASE,
    Option("--redis", "", "URL", "redis://…, for many nodes that share a PostgreSQL"),
    Option(
        "--keep-hours",
        _USUAL.keep_hours,
        "H",
        "delete tables that nobody has used for so long (%(default)s)",
    ),
    Option(
        "--pace",
        1.0,
        "F",
        "how long bots and other automatic things take: 1 is like people, 0 is at once",
    ),
    Option(
        "--message-rate",
        _USUAL.message_rate,
        "N",
        "messages a second that one player may send (%(default)g)",
    ),
    Option(
        "--request-rate",
        _USUAL.request_rate,
        "N",
        "requests a second from one address (%(default)g)",
    ),
    Option(
        "--tables-per-address",
        _USUAL.tables_per_address,
        "N",
        "tables that one address may open in an hour (%(default)s)",
    ),
    Option(
        "--reviews-per-address",
        _USUAL.reviews_per_address,
        "N",
        "games that one address may have reviewed in an hour (%(default)s)",
    ),
    Option(
        "--connections-per-address",
        _USUAL.connections_per_address,
        "N",
        "players and spectators from one address at the same time (%(default)s)",
    ),
    Option(
        "--connections",
        _USUAL.connections,
        "N",
        "connections at the same time, if the system allows so many (%(default)s)",
    ),
    Option(
        "--trusted-proxies",
        "127.0.0.1,::1",
        "LIST",
        "addresses or networks whose X-Forwarded-For is believed (%(default)s)",
    ),
    Option(
        "--request-timeout",
        _USUAL.request_timeout,
        "S",
        "seconds in which a request has to be complete (%(default)g)",
    ),
    Option(
        "--send-timeout",
        _USUAL.send_timeout,
        "S",
        "seconds after which somebody who reads nothing is cut off (%(default)g)",
    ),
    Option("--metrics", "", "PLACE", "where figures for Prometheus are told: 127.0.0.1:9464"),
    Option(
        "--helpers",
        _USUAL.helpers,
        "N",
        "processes in which bots think (otherwise one for each core)",
    ),
    Option("--backups", "", "FOLDER", "where backups are, to tell the age of the newest"),
    Option("--log-format", "text", "F", "text, or json: one object a line", ("text", "json")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    for option in _OPTIONS:
        add(parser, option)
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.port <= 65535:
        raise BadInput(f"a port is a number from 0 to 65535, not {args.port}")
    proxies = _proxies(args.trusted_proxies)
    listener = _listen(args.host, args.port)
    side_door = _side_door(args.metrics)
    port = listener.getsockname()[1]
    database = database_of(args)
    try:
        bus = make_bus(args.redis, database)
        danger = prepare(database)
    except (BadDatabase, BadBus) as error:
        listener.close()
        raise BadInput(str(error)) from None
    except StoreError as error:
        listener.close()
        raise BadInput(f"cannot use the database {database_url(database)}: {error}") from None
    address = _address(args.host, port)
    _announce(args.host, port, address, side_door)
    if args.open:
        threading.Timer(1.0, webbrowser.open, [f"http://localhost:{port}/"]).start()
    settings = Settings(
        pace=Pace().scaled(args.pace),
        address=address,
        keep_hours=args.keep_hours,
        message_rate=args.message_rate,
        request_rate=args.request_rate,
        tables_per_address=args.tables_per_address,
        reviews_per_address=args.reviews_per_address,
        connections_per_address=args.connections_per_address,
        connections=args.connections,
        request_timeout=args.request_timeout,
        send_timeout=args.send_timeout,
        helpers=max(1, args.helpers),
    )
    serve(
        listener,
        database,
        bus,
        settings,
        log_format=args.log_format,
        trusted_proxies=proxies,
        metrics_listener=side_door,
        backups=args.backups,
        danger=danger,
    )
    return 0


def _proxies(listed: str) -> Networks:
    try:
        return Networks(listed)
    except ValueError as wrong:
        raise BadInput(
            "--trusted-proxies expects addresses and networks (10.0.0.5,10.1.0.0/24) or *, "
            f"not {wrong}"
        ) from None


def _listen(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error
        raise BadInput(f"cannot listen on {host}, port {port}: {reason}") from None


def _side_door(place: str) -> socket.socket | None:
    if not place:
        return None
    host, _, port = place.rpartition(":")
    if not (host and port.isdecimal() and int(port) <= 65535):
        raise BadInput(f"--metrics wants an address and a port (127.0.0.1:9464), not {place}")
    return _listen(host.strip("[]"), int(port))


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


def _announce(host: str, port: int, address: str, side_door: socket.socket | None) -> None:
    here = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104
    print(f"Qwixx is played at http://{here}:{port}/")
    if side_door:
        name, number = side_door.getsockname()[:2]
        print(f"Figures about it are told at http://{name}:{number}/metrics")
    if address:
        print(f"Phones in the same network: {address}/\n")
        segno.make_qr(f"{address}/").terminal(sys.stdout, compact=True)
    for info in BOTS.values():
        if info.missing:
            print(f"The bot {info.name} is not offered: {' and '.join(info.missing)} is missing.")
    print("Ctrl-C stops it.", flush=True)
