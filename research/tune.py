"""Tunes the weights of the heuristic by letting variations of them play against each other.

    python -m research.tune --variant classic --generations 100
    python -m research.tune --variant classic --vary --games 100000

The first command is an evolution strategy. Every generation draws variations around a centre, which
play against earlier centres at tables of two, three and five. The centre moves towards those that
won most, and the spread of each weight adapts to the better half. The second command shows how the
current weights do against variations of each single one.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx._system import usable_cores
from qwixx.cli import BadInput
from qwixx.cli.arguments import add_cluster, workers_at
from qwixx.kernel.chart import chart_for
from qwixx.kernel.formula import TUNED, Weights, formula_for
from qwixx.kernel.games import SHARE, empty_tally, no_results, room_for_traces, run_rounds
from qwixx.kernel.kinds import HEURISTIC
from qwixx.kernel.turn import Policies, players_of
from qwixx.rules import VARIANTS, Variant

Vector: TypeAlias = NDArray[np.float64]

# How far the first generation varies each weight.
STEPS: Final = Weights(
    crosses_left=0.3,
    crosses_left_ready=0.4,
    crosses_left_closed=0.3,
    crosses_left_misthrows=0.3,
    crosses_left_players=0.1,
    likely=0.25,
    curve=0.2,
    lock=2.0,
    deny=0.15,
    misthrow=1.5,
    misthrow_more=1.0,
    least_gain=0.4,
    end_lead=1.0,
    end_margin=3.0,
)
TABLES: Final = {2: 0.5, 3: 0.2, 5: 0.3}
"""The weight of tables by their number of players."""


def share_against(
    variant: Variant, weights: Weights, others: Sequence[Weights], games: int, seed: int
) -> float:
    """The share of wins of some weights at a table with others, times the players: 1 is par."""
    players = 1 + len(others)
    formulas = np.concatenate([formula_for(variant, each) for each in (weights, *others)])
    tally = empty_tally(players)
    run_rounds(
        chart_for(variant),
        Policies(players_of([HEURISTIC] * players, formulas)),
        np.zeros(0, np.int64),
        seed,
        0,
        max(1, games // players),
        players,
        tally,
        no_results(),
        room_for_traces(0),
    )
    return float(tally.shares[0] / SHARE / tally.games[0] * players)


def fitness(
    variant: Variant, weights: Weights, rivals: Sequence[Weights], games: int, seed: int
) -> float:
    """How well some weights do against rivals at tables of all sizes."""
    total = 0.0
    for players, importance in TABLES.items():
        for rival in rivals:
            share = share_against(variant, weights, [rival] * (players - 1), games, seed)
            total += importance * share / len(rivals)
    return total


def tune(
    variant: Variant,
    start: Weights,
    *,
    generations: int,
    games: int,
    threads: int,
    seed: int,
    executor: Executor | None = None,
) -> Weights:
    """Returns the centre after some generations. Without an executor, threads play the games."""
    rng = np.random.default_rng(seed)
    centre, steps = np.array(start), np.array(STEPS)
    population = 16
    parents = population // 2
    ranks = np.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
    ranks /= ranks.sum()
    hall = [start]
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        for generation in range(generations):
            # Mirrored pairs: luck in one direction is bad luck in the other.
            half = rng.normal(size=(population // 2, len(centre)))
            noise = np.concatenate([half, -half])
            candidates = [Weights(*(centre + steps * each).tolist()) for each in noise]
            rivals = [hall[-1], hall[int(rng.integers(len(hall)))]]
            dice = int(rng.integers(1 << 32))

            def rate(weights: Weights, rivals: list[Weights] = rivals, dice: int = dice) -> float:
                return fitness(variant, weights, rivals, games, dice)

            ratings = np.array(list(workers.map(rate, candidates)))
            best = np.argsort(-ratings)[:parents]
            centre, steps = _move(centre, steps, noise[best], ranks)
            if generation % 5 == 4:
                hall.append(Weights(*centre.tolist()))
            print(f"{generation:4} {ratings.mean():.4f} {ratings.max():.4f}", file=sys.stderr)
    return Weights(*centre.tolist())


def _move(centre: Vector, steps: Vector, noise: Vector, ranks: Vector) -> tuple[Vector, Vector]:
    """The next centre, and how widely to vary each weight around it."""
    moved = centre + 0.7 * steps * (ranks @ noise)
    spread = np.sqrt(ranks @ noise**2)
    return moved, steps * np.clip(spread, 0.7, 1.4) ** 0.2


def vary(
    variant: Variant,
    weights: Weights,
    *,
    games: int,
    threads: int,
    seed: int,
    executor: Executor | None = None,
) -> Iterator[str]:
    """A line for each weight: its win share against itself with that weight lower and higher."""
    varied = [
        weights._replace(**{name: getattr(weights, name) + sign * step})
        for name, step in STEPS._asdict().items()
        for sign in (-1, 1)
    ]
    with nullcontext(executor) if executor else ThreadPoolExecutor(threads) as workers:
        shares = workers.map(
            lambda other: share_against(variant, weights, [other], games, seed) / 2, varied
        )
        for name, step in STEPS._asdict().items():
            lower, higher = next(shares), next(shares)
            weight = getattr(weights, name)
            yield f"| `{name}` | {weight:.2f} | ± {step} | {lower:.1%} | {higher:.1%} |"


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.tune",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--variant", choices=TUNED, default="classic")
    parser.add_argument("--vary", action="store_true", help="show variations of each weight")
    parser.add_argument(
        "--generations", type=int, default=100, metavar="N", help="(default: %(default)s)"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=3000,
        metavar="N",
        help="for each number of players and rival (default: %(default)s)",
    )
    parser.add_argument("--threads", type=int, metavar="T", help="(default: one for each core)")
    add_cluster(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(default: %(default)s)")
    args = parser.parse_args(argv)
    threads = usable_cores() if args.threads is None else args.threads
    if min(threads, args.games, args.generations) < 1:
        parser.error("--threads, --games and --generations must be 1 or more")
    try:
        _tune(args, threads)
    except BadInput as problem:
        parser.error(str(problem))


def _tune(args: argparse.Namespace, threads: int) -> None:
    variant, start = VARIANTS[args.variant], TUNED[args.variant]
    with workers_at(args.cluster, threads) as found:
        how: dict[str, Any] = {
            "threads": threads,
            "executor": found.executor if found else None,
            "games": args.games,
            "seed": args.seed,
        }
        if args.vary:
            for line in vary(variant, start, **how):
                print(line)
            return
        weights = tune(variant, start, generations=args.generations, **how)
    rounded = {name: round(weight, 3) for name, weight in weights._asdict().items()}
    print(json.dumps({variant.name: rounded}, indent=2))
    print("against the start:", fitness(variant, weights, [start], 20 * args.games, 12345))


if __name__ == "__main__":
    main()
