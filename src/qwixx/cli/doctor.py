"""`qwixx doctor`: the problems of a server, and their remedies."""

import argparse
import logging
from typing import Final

from qwixx.cli.options import add_options, database_of
from qwixx.server.checkup import checkup
from qwixx.server.settings import OPTIONS, Option

DESCRIPTION: Final = (
    "Checks the database, disk, limit of open files, clock, Redis, proxy and newest backup. It "
    "prints one line for each: ok, SKIPPED, or WRONG with what to do. The exit code is 1 if "
    "something is wrong. It reads the environment variables of `qwixx serve`. It writes a row to "
    "the database and deletes it again; it changes nothing else."
)
EXAMPLE: Final = "qwixx doctor --site https://qwixx.example"

_OPTIONS: Final = {
    **{name: OPTIONS[name] for name in ("database", "redis", "backups", "connections")},
    "site": Option(
        default="",
        metavar="URL",
        help="address of the site for players, through the proxy",
        default_text="the proxy is not checked",
    ),
}


def configure(parser: argparse.ArgumentParser) -> None:
    add_options(parser, _OPTIONS)


def run(args: argparse.Namespace) -> int:
    url = database_of(args)
    logging.getLogger("qwixx").addHandler(logging.NullHandler())  # the lines below say it all
    code = 0
    for about, state, text in checkup(url, args.redis, args.site, args.backups, args.connections):
        print(f"{state:7}  {about:11}  {text}")
        code = 1 if state == "WRONG" else code
    return code
