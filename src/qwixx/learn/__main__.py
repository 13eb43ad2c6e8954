"""`python -m qwixx.learn`: trains nets, trains best responses, and lets nets play.

python -m qwixx.learn train --variant classic --seed 1 --out classic.npz
python -m qwixx.learn respond --variant classic --weights classic.npz --seed 2 --out answer.npz
python -m qwixx.learn match --variant classic --weights answer.npz --against classic.npz

The opponent of a response or a match may be `heuristic` instead of a net:

python -m qwixx.learn respond --variant classic --to heuristic --out answer.npz
python -m qwixx.learn match --variant classic --weights answer.npz --against heuristic
"""

import argparse
import sys
from pathlib import Path

from qwixx.bots.registry import weights_path
from qwixx.rules import find_variant


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m qwixx.learn",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    jobs = parser.add_subparsers(dest="job", required=True)
    for job, summary in (
        ("train", "self-play from scratch"),
        ("respond", "a best response to a frozen net or to heuristic"),
        ("match", "one net alone at tables of another or of heuristic"),
    ):
        command = jobs.add_parser(job, help=summary)
        command.add_argument("--variant", default="classic")
        command.add_argument("--seed", type=int, default=1)
        if job != "match":
            command.add_argument("--out", type=Path, required=True, help="the weights to write")
            command.add_argument(
                "--windows", type=int, help="how long (as long as the shipped nets)"
            )
            command.add_argument("--share", type=float, default=1.0, help="of the usual tables")
        if job == "train":
            command.add_argument("--width", type=int, help="units of the first layer")
            command.add_argument("--hidden", type=int, help="units of the second layer")
        else:
            use = "to begin with" if job == "respond" else "that plays alone"
            command.add_argument("--weights", type=Path, help=f"the net {use} (the shipped one)")
        if job == "respond":
            command.add_argument("--to", help="another net, or heuristic (the net to begin with)")
        if job == "match":
            command.add_argument("--against", help="another net, or heuristic (the shipped net)")
            command.add_argument("--players", type=int, default=2)
            command.add_argument("--games", type=int, default=100_000)
    return parser


def main(arguments: list[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    try:
        variant = find_variant(args.variant)
        from qwixx.learn import jobs as work  # noqa: PLC0415  (torch only when the rest is right)

        if args.job == "train":
            usual = work.SHAPES[variant.name]
            shape = work.Shape(args.width or usual.width, args.hidden or usual.hidden)
            work.train(variant, args.seed, args.out, shape, args.windows, args.share)
        elif args.job == "respond":
            weights = args.weights or weights_path(variant)
            to = args.to or str(weights)
            work.respond(variant, args.seed, weights, to, args.out, args.windows, args.share)
        else:
            weights = args.weights or weights_path(variant)
            against = args.against or str(weights_path(variant))
            work.match(variant, args.seed, weights, against, args.players, args.games)
    except ModuleNotFoundError as problem:
        if problem.name != "torch":
            raise
        return _refuse("training needs torch, which playing never does: pip install 'qwixx[train]'")
    except ValueError as problem:
        return _refuse(str(problem))
    return 0


def _refuse(problem: str) -> int:
    print(f"python -m qwixx.learn: {problem}", file=sys.stderr)  # noqa: T201
    return 2


if __name__ == "__main__":
    sys.exit(main())
