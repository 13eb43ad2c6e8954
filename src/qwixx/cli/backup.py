"""`qwixx backup`: all data of a server, in one file."""

import argparse
from pathlib import Path
from typing import Final

from qwixx.cli import arguments
from qwixx.cli.options import add_database, database_of
from qwixx.server.storage.backup import CannotCopy, backup
from qwixx.server.storage.store import StoreError

DESCRIPTION: Final = (
    "Writes all tables and their games to a file, as they are at one moment, while games go on. "
    "`qwixx restore` reads the file into SQLite or PostgreSQL."
)
EXAMPLE: Final = "qwixx backup qwixx-monday.db"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="file to write, which must not exist yet"
    )
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    database = database_of(args)
    with arguments.bad_input(CannotCopy, StoreError):
        count = backup(database, args.file)
    print(f"Wrote {count} {'table' if count == 1 else 'tables'} to {args.file}")
    return 0
