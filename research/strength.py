"""Measures how strong the bots are, and writes `docs/strength.md` from that.

    python -m research.strength measure    # plays the matches that have not been played yet
    python -m research.strength write      # writes the document and its plots

Measuring can be stopped and taken up again: every match is stored as soon as it has been played.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from qwixx.cli import BadInput
from qwixx.cli.arguments import add_cluster, workers_at
from research.strength_matches import Notebook
from research.strength_page import write_page


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.strength",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("job", choices=("measure", "write"))
    parser.add_argument(
        "--docs",
        type=Path,
        default=Path("docs"),
        metavar="DIR",
        help="the folder of the document (default: %(default)s)",
    )
    for name, default, what in (
        ("--games", 20_000, "games between bots in compiled code"),
        ("--slow", 400, "games with bots in plain Python"),
        ("--master", 4000, "games of master against strong"),
    ):
        parser.add_argument(
            name, type=int, default=default, metavar="N", help=f"{what} (default: %(default)s)"
        )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only matches with this text in their name"
    )
    add_cluster(parser)
    args = parser.parse_args(argv)
    measured = args.docs / "strength" / "measured.json"
    if args.job == "write":
        write_page(args.docs, measured)
        return
    try:
        with workers_at(args.cluster) as found:
            there = {"executor": found.executor, "threads": found.at_once} if found else {}
            notebook = Notebook(measured, **there)
            notebook.measure_tables(args.games)
            notebook.measure_matches(args.only, args.games, args.slow, args.master)
    except BadInput as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    main()
