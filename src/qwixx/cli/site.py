"""`qwixx site`: the web game as files for a static host."""

import argparse
from pathlib import Path
from typing import Final

from qwixx.cli import arguments
from qwixx.server.static_site import CannotWrite, read_server, write_site

DESCRIPTION: Final = (
    "Writes the page and its engine as files for any static host. People play there on one device, "
    "without a server. With --server the page also offers tables on that server, which has to "
    "allow the site with `qwixx serve --allow-origin`."
)
EXAMPLE: Final = "qwixx site --out public"


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="folder to write: new, empty, or with an earlier site, which is replaced",
    )
    add(
        "--server",
        metavar="URL",
        type=_server,
        help="server for tables that people share (default: none)",
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    with arguments.bad_input(CannotWrite):
        sizes = write_site(args.out, args.server or "")
    total = sizes.page + sizes.engine
    facts = {
        "folder": str(args.out),
        "server": args.server,
        "files": sizes.files,
        "bytes": total,
        "page": sizes.page,
        "engine": sizes.engine,
    }
    lines = [
        f"{args.out}: {sizes.files} files, {_megabytes(total)}",
        f"  page    {_megabytes(sizes.page)}",
        f"  engine  {_megabytes(sizes.engine)}",
        f"Try it: python -m http.server --directory {args.out}",
    ]
    if args.server:
        allow = f"Tables are on {args.server}, which must allow this site with --allow-origin."
        lines.insert(3, allow)
    arguments.show(args, facts, lines)
    return 0


def _server(text: str) -> str:
    try:
        return read_server(text)
    except ValueError:
        expected = "an address like https://qwixx.example"
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}") from None


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"
