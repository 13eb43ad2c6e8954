"""`qwixx restore`: reads a file that `qwixx backup` has written."""

import argparse
from pathlib import Path
from typing import Final

from qwixx.cli import arguments
from qwixx.cli.options import add_database, database_of
from qwixx.server.storage.backup import CannotCopy, restore
from qwixx.server.storage.store import StoreError

DESCRIPTION: Final = (
    "Reads a file that `qwixx backup` of this or an older version has written. The database may be "
    "SQLite or PostgreSQL, and must hold no tables yet."
)
EXAMPLE: Final = "qwixx restore qwixx-monday.db --database postgresql://qwixx@localhost/qwixx"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="backup to read")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    database = database_of(args)
    with arguments.bad_input(CannotCopy, StoreError):
        count = restore(args.file, database)
    print(f"Restored {count} {'table' if count == 1 else 'tables'} from {args.file}")
    return 0
