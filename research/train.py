"""Trains a net: by self-play, as a best response to an opponent, or as a judge of ends of turns.

    python -m research.train --variant classic --seed 1 --out classic.npz
    python -m research.train response --variant classic --out answer.npz
    python -m research.train ends --variant classic --seed 1 --out classic-ends.npz

`response` begins as a copy of a net and learns to beat an opponent that stays as it is. `ends`
trains a larger net that predicts results from the ends of turns when a frozen net plays.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from qwixx.bots.registry import weights_path
from qwixx.rules import find_variant
from research.training import jobs

SELF_PLAY, RESPONSE, ENDS = "self-play", "response", "ends"
_JOBS: Final = (SELF_PLAY, RESPONSE, ENDS)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("job", nargs="?", choices=_JOBS, default=SELF_PLAY, help="(%(default)s)")
    parser.add_argument("--variant", default="classic", metavar="V", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(default: %(default)s)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="where the weights are written"
    )
    parser.add_argument(
        "--windows", type=int, metavar="N", help="training steps (default: as the shipped nets)"
    )
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        metavar="X",
        help="games side by side, as a share of the default number (default: %(default)s)",
    )
    for name, layer in (("--width", "first"), ("--hidden", "second")):
        parser.add_argument(
            name,
            type=int,
            metavar="N",
            help=f"units of the {layer} layer (default: as in the shipped nets)",
        )
    parser.add_argument(
        "--weights",
        type=Path,
        metavar="FILE",
        help="the net that a response begins with, or that plays while ends are learnt "
        "(default: the shipped one)",
    )
    parser.add_argument(
        "--to",
        metavar="NET",
        help="the opponent of a response: a file, or heuristic (default: the net it begins with)",
    )
    args = parser.parse_args(argv)
    try:
        _train(args)
    except ValueError as problem:
        parser.error(str(problem))


def _train(args: argparse.Namespace) -> None:
    variant = find_variant(args.variant)
    weights = args.weights or weights_path(variant)
    job = jobs.Job(variant, args.seed, args.out, args.windows, args.share)
    if args.job == RESPONSE:
        jobs.respond(job, weights, args.to or str(weights))
        return
    usual = jobs.SHAPES[variant.name] if args.job == SELF_PLAY else jobs.ENDS_SHAPE
    shape = jobs.Shape(args.width or usual.width, args.hidden or usual.hidden)
    if args.job == SELF_PLAY:
        jobs.train(job, shape)
    else:
        jobs.ends(job, weights, shape)


if __name__ == "__main__":
    main()
