"""`qwixx strength`: how strong the bots are, measured and written down."""

import argparse
from pathlib import Path
from typing import Final

from qwixx.cli.spread import add_cluster, workers_at

DESCRIPTION: Final = (
    "Measures how strong the bots are, and writes the page docs/strength.md with its plots. What "
    "has been measured is kept, so measuring can be stopped and taken up again, and repeated with "
    "more games where it matters."
)
EXAMPLE: Final = "qwixx strength measure --games 20000"

_JOBS: Final = {
    "measure": "plays the matches that have not been played yet, and keeps what they show",
    "write": "writes the page from what was measured",
}


def configure(parser: argparse.ArgumentParser) -> None:
    jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
    for job, summary in _JOBS.items():
        command = jobs.add_parser(job, help=summary, description=f"{summary}.".capitalize())
        command.add_argument(
            "--docs",
            type=Path,
            default=Path("docs"),
            metavar="DIR",
            help="the folder of the page (default: %(default)s)",
        )
        if job == "measure":
            _configure_measuring(command)


def _configure_measuring(command: argparse.ArgumentParser) -> None:
    for name, default, what in (
        ("--games", 20_000, "between bots in compiled code"),
        ("--slow", 400, "with bots in plain Python"),
        ("--master", 4000, "of master against strong"),
    ):
        command.add_argument(
            name,
            type=int,
            default=default,
            metavar="N",
            help=f"how many games {what} (default: %(default)s)",
        )
    add_cluster(command)
    command.add_argument(
        "--only", default="", metavar="TEXT", help="only matches with this in their name"
    )


def run(args: argparse.Namespace) -> int:
    measured = args.docs / "strength" / "measured.json"
    if args.job == "measure":
        from qwixx.arena.strength import Notebook

        with workers_at(args.cluster) as found:
            there = {"executor": found.executor, "threads": found.at_once} if found else {}
            notebook = Notebook(measured, **there)
            notebook.measure_tables(args.games)
            notebook.measure_matches(args.only, args.games, args.slow, args.master)
    else:
        from qwixx.arena.strength_page import write_page

        write_page(args.docs, measured)
    return 0
