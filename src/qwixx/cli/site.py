"""`qwixx site`: the page and its engine as files for a static host."""

import argparse
import json
from pathlib import Path
from typing import Final

from qwixx.cli import BadInput
from qwixx.server.static_site import CannotWrite, read_server, write_site

DESCRIPTION: Final = (
    "Writes the page and its engine as files for any static host. People play there on one device, "
    "without a server. With --server the page also offers tables on that server, which has to "
    "allow the site with `qwixx serve --allow-origin`."
)
EXAMPLE: Final = "qwixx site --out public"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="folder to write: new, empty, or with an earlier site, which is replaced",
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        type=_server,
        help="server for tables that people share (default: none)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(args: argparse.Namespace) -> int:
    try:
        sizes = write_site(args.out, args.server or "")
    except CannotWrite as error:
        raise BadInput(str(error)) from None
    total = sizes.page + sizes.engine
    if args.json:
        result = {
            "folder": str(args.out),
            "server": args.server,
            "files": sizes.files,
            "bytes": total,
            "page": sizes.page,
            "engine": sizes.engine,
        }
        print(json.dumps(result))
        return 0
    print(f"{args.out}: {sizes.files} files, {_megabytes(total)}")
    print(f"  page    {_megabytes(sizes.page)}")
    print(f"  engine  {_megabytes(sizes.engine)}")
    if args.server:
        print(f"Tables are on {args.server}, which must allow this site with --allow-origin.")
    print(f"Try it: python -m http.server --directory {args.out}")
    return 0


def _server(text: str) -> str:
    try:
        return read_server(text)
    except ValueError:
        expected = "an address like https://qwixx.example"
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}") from None


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"
