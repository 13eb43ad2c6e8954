"""Measures whether nets see which of two close moves full playouts find better.

    python -m research.close_moves --weights classic-ends.npz

Prints a line for each net and for looking no, one and two turns ahead.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from qwixx.bots.registry import ends_path
from qwixx.rules import find_variant
from research.training import jobs

_SIZES: Final = (
    ("--pairs", 8192, "close decisions"),
    ("--playouts", 2048, "playouts of each of their moves"),
    ("--throws", 576, "throws for looking a turn ahead; seven times as many for two turns"),
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.close_moves",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--variant", default="classic", metavar="V", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(default: %(default)s)")
    parser.add_argument(
        "--weights",
        type=Path,
        metavar="FILE",
        help="the net beside the one of `strong` (default: the shipped one for ends of turns)",
    )
    for name, usual, what in _SIZES:
        parser.add_argument(
            name, type=int, default=usual, metavar="N", help=f"{what} (default: %(default)s)"
        )
    args = parser.parse_args(argv)
    try:
        variant = find_variant(args.variant)
        weights = args.weights or ends_path(variant)
        jobs.judge(variant, args.seed, weights, args.pairs, args.playouts, args.throws)
    except ValueError as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    main()
