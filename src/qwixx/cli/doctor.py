"""`qwixx doctor`: what is wrong with a server, and what to do about it."""

import argparse
import logging
from typing import Final

from qwixx.cli import BadInput
from qwixx.cli.options import Option, add, add_database, database_of
from qwixx.server.checkup import checkup
from qwixx.server.settings import Settings
from qwixx.server.storage.database import BadDatabase, database_url

DESCRIPTION: Final = (
    "Looks at the database, the disk, the limit of descriptors, the clock, Redis, the proxy and "
    "the newest backup, and says in one line each what is wrong and what to do. The exit code is "
    "1 if something is wrong. It knows the variables of `qwixx serve`. It writes something into "
    "the database and takes it away again; everything else stays as it is."
)
EXAMPLE: Final = "qwixx doctor --site https://qwixx.example"


_OPTIONS: Final = (
    Option("--redis", "", "URL", "redis://…, where several nodes share a database"),
    Option("--site", "", "URL", "where players come to, through the proxy"),
    Option("--backups", "", "FOLDER", "where backups are"),
    Option(
        "--connections",
        Settings().connections,
        "N",
        "connections that there should be room for (%(default)s)",
    ),
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    for option in _OPTIONS:
        add(parser, option)


def run(args: argparse.Namespace) -> int:
    try:
        url = database_url(database_of(args))
    except BadDatabase as error:
        raise BadInput(str(error)) from None
    logging.getLogger("qwixx").addHandler(logging.NullHandler())  # all is said in the lines below
    found = False
    for finding in checkup(url, args.redis, args.site, args.backups, args.connections):
        found = found or finding.wrong
        print(f"{finding.state:7}  {finding.about:11}  {finding.text}")
    return 1 if found else 0
