"""Lets one net play alone at tables of another net or of the heuristic.

    python -m research.net_match --variant classic --weights answer.npz --players 2

Prints the share of the win with its 95 % interval, and the mean points.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from qwixx.bots.registry import weights_path
from qwixx.rules import find_variant
from research.training import jobs


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.net_match",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--variant", default="classic", metavar="V", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(default: %(default)s)")
    parser.add_argument(
        "--weights", type=Path, metavar="FILE", help="the net (default: the shipped one)"
    )
    parser.add_argument(
        "--against",
        metavar="NET",
        help="the opponent: a file, or heuristic (default: the shipped net)",
    )
    parser.add_argument(
        "--players", type=int, default=2, metavar="N", help="(default: %(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=100_000, metavar="N", help="(default: %(default)s)"
    )
    args = parser.parse_args(argv)
    try:
        variant = find_variant(args.variant)
        weights = args.weights or weights_path(variant)
        against = args.against or str(weights_path(variant))
        jobs.match(variant, args.seed, weights, against, args.players, args.games)
    except ValueError as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    main()
