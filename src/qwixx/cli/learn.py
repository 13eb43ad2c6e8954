"""`qwixx learn`: trains nets, trains best responses, and lets nets play."""

import argparse
from pathlib import Path
from typing import Final

from qwixx.bots.registry import ends_path, weights_path
from qwixx.cli import BadInput
from qwixx.rules import Variant, find_variant

DESCRIPTION: Final = (
    "Trains the net of a bot by letting it play against itself, trains a best response to a frozen "
    "net or a larger net that judges what comes of its moves, and lets nets be judged by playouts "
    "or play against each other. The opponent of a response or a match may be `heuristic` instead "
    "of a net."
)
EXAMPLE: Final = "qwixx learn train --variant classic --seed 1 --out classic.npz"

_JOBS: Final = {
    "train": "self-play from scratch",
    "respond": "a best response to a frozen net or to heuristic",
    "ends": "a larger net that judges the ends of turns that a frozen net plays",
    "judge": "whether a net sees which of two close moves full playouts find better",
    "match": "one net alone at tables of another or of heuristic",
}
_USES: Final = {
    "respond": "to begin with",
    "ends": "that plays",
    "judge": "beside the shipped one",
    "match": "that plays alone",
}
_SIZES: Final = (
    ("pairs", 8192, "close decisions"),
    ("playouts", 2048, "playouts for each of their moves"),
    ("throws", 576, "throws for the look a turn ahead, and seven times as many for two"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
    for job, summary in _JOBS.items():
        command = jobs.add_parser(job, help=summary, description=f"{summary}.".capitalize())
        command.add_argument(
            "--variant", default="classic", metavar="V", help="which game (default: %(default)s)"
        )
        command.add_argument(
            "--seed",
            type=int,
            default=1,
            metavar="S",
            help="of all that is drawn at random (default: %(default)s)",
        )
        if job not in ("match", "judge"):
            command.add_argument(
                "--out", type=Path, required=True, metavar="FILE", help="the weights to write"
            )
            command.add_argument(
                "--windows",
                type=int,
                metavar="N",
                help="how many windows to train for (default: as many as the shipped nets)",
            )
            command.add_argument(
                "--share",
                type=float,
                default=1.0,
                metavar="X",
                help="how large a share of the tables to play (default: %(default)s)",
            )
        if job in ("train", "ends"):
            for name, layer in (("--width", "first"), ("--hidden", "second")):
                command.add_argument(
                    name,
                    type=int,
                    metavar="N",
                    help=f"units of the {layer} layer (default: as in the shipped nets)",
                )
        if job in _USES:
            command.add_argument(
                "--weights",
                type=Path,
                metavar="FILE",
                help=f"the net {_USES[job]} (default: the shipped one)",
            )
        if job == "respond":
            command.add_argument(
                "--to",
                metavar="NET",
                help="the opponent: a net, or heuristic (default: the net to begin with)",
            )
        if job == "judge":
            for name, usual, what in _SIZES:
                command.add_argument(
                    f"--{name}",
                    type=int,
                    default=usual,
                    metavar="N",
                    help=f"how many {what} (default: %(default)s)",
                )
        if job == "match":
            command.add_argument(
                "--against",
                metavar="NET",
                help="the opponent: a net, or heuristic (default: the shipped net)",
            )
            command.add_argument(
                "--players",
                type=int,
                default=2,
                metavar="N",
                help="how many play, the net alone against the others (default: %(default)s)",
            )
            command.add_argument(
                "--games",
                type=int,
                default=100_000,
                metavar="N",
                help="how many games (default: %(default)s)",
            )


def run(args: argparse.Namespace) -> int:
    try:
        _do(args, find_variant(args.variant))
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    return 0


def _do(args: argparse.Namespace, variant: Variant) -> None:
    from qwixx.learn import jobs  # torch takes its time, and may not be there

    if args.job == "train":
        usual = jobs.SHAPES[variant.name]
        shape = jobs.Shape(args.width or usual.width, args.hidden or usual.hidden)
        jobs.train(variant, args.seed, args.out, shape, args.windows, args.share)
        return
    if args.job == "judge":
        weights = args.weights or ends_path(variant)
        jobs.judge(variant, args.seed, weights, args.pairs, args.playouts, args.throws)
        return
    weights = args.weights or weights_path(variant)
    if args.job == "ends":
        usual = jobs.ENDS_SHAPE
        shape = jobs.Shape(args.width or usual.width, args.hidden or usual.hidden)
        jobs.ends(variant, args.seed, weights, args.out, shape, args.windows, args.share)
        return
    if args.job == "respond":
        to = args.to or str(weights)
        jobs.respond(variant, args.seed, weights, to, args.out, args.windows, args.share)
    else:
        against = args.against or str(weights_path(variant))
        jobs.match(variant, args.seed, weights, against, args.players, args.games)
