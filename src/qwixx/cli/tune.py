"""`qwixx tune`: the weights of the heuristic, found by playing."""

import argparse
from typing import Any, Final

from qwixx.cli import BadInput
from qwixx.cli.spread import add_cluster, workers_at
from qwixx.rules import VARIANTS

DESCRIPTION: Final = (
    "Tunes the weights of the heuristic by letting variations of them play against each other, "
    "generation after generation, or shows how the weights in use do against variations of each "
    "single one."
)
EXAMPLE: Final = "qwixx tune --variant classic --vary --games 100000"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--vary", action="store_true", help="show variations of each weight")
    parser.add_argument("--generations", type=int, default=100, metavar="N", help="(%(default)s)")
    parser.add_argument(
        "--games",
        type=int,
        default=3000,
        metavar="N",
        help="a table and rival (%(default)s)",
    )
    parser.add_argument("--threads", type=int, metavar="T", help="otherwise one for each core")
    add_cluster(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(%(default)s)")


def run(args: argparse.Namespace) -> int:
    # Numba takes its time to load: not before it is needed.
    from qwixx.arena.tune import fitness, tune, vary
    from qwixx.kernel.cores import usable_cores
    from qwixx.kernel.tuned import TUNED, Weights

    threads = usable_cores() if args.threads is None else args.threads
    if min(threads, args.games, args.generations) < 1:
        raise BadInput("threads, games and generations are numbers from 1 on")
    variant = VARIANTS[args.variant]
    if variant.name not in TUNED:
        raise BadInput(f"there are no weights for {variant.name} to begin with")
    start = TUNED[variant.name]
    with workers_at(args.cluster, threads) as found:
        where: dict[str, Any] = {
            "threads": threads,
            "executor": found.executor if found else None,
            "games": args.games,
            "seed": args.seed,
        }
        if args.vary:
            for line in vary(variant, start, **where):
                print(line)
            return 0
        weights = tune(variant, start, generations=args.generations, **where)
    print(Weights(*(round(weight, 3) for weight in weights)))
    print("against the start:", fitness(variant, weights, [start], 20 * args.games, 12345))
    return 0
