"""`python -m qwixx.learn`: trains nets, trains best responses to them, and lets nets play.

python -m qwixx.learn train --variant classic --seed 1 --out classic.npz
python -m qwixx.learn respond --variant classic --weights classic.npz --seed 2 --out answer.npz
python -m qwixx.learn match --variant classic --weights answer.npz --against classic.npz
"""

import argparse
import sys
from pathlib import Path

from qwixx.bots.weights_file import weights_path
from qwixx.rules import find_variant


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m qwixx.learn",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    jobs = parser.add_subparsers(dest="job", required=True)
    for job, summary in (
        ("train", "self-play from scratch"),
        ("respond", "a best response to a frozen net"),
        ("match", "one net alone at tables of another"),
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
            command.add_argument("--weights", type=Path, help="a net (the shipped one)")
        if job == "match":
            command.add_argument("--against", type=Path, help="the other net (the shipped one)")
            command.add_argument("--players", type=int, default=2)
            command.add_argument("--games", type=int, default=100_000)
    args = parser.parse_args(arguments)
    try:
        variant = find_variant(args.variant)
        from qwixx.learn import jobs as work  # noqa: PLC0415  (torch only when the rest is right)

        if args.job == "train":
            shape = work.Shape(
                args.width or work.Shape.width, hidden=args.hidden or work.Shape.hidden
            )
            work.train(variant, args.seed, args.out, shape, args.windows, args.share)
        elif args.job == "respond":
            weights = args.weights or weights_path(variant)
            work.respond(variant, args.seed, weights, args.out, args.windows, args.share)
        else:
            weights = args.weights or weights_path(variant)
            against = args.against or weights_path(variant)
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
