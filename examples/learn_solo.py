"""Learns the solo game from nothing, and says how far from the exact optimum it got.

python -m examples.learn_solo --updates 3000

"""

import argparse
from time import perf_counter

from examples.learner import Learner, results, train
from qwixx.env import VectorEnv
from qwixx.rules import CLASSIC
from qwixx.solver import solo_table


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--updates", type=int, default=3000)
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--judged", type=int, default=10_000, help="games in the end")
    options = parser.parse_args(arguments)
    env = VectorEnv(players=1, games=options.games, seed=1)
    learner = Learner(env.layout.size, len(env.actions))
    optimum = solo_table(CLASSIC).value
    began = perf_counter()

    def tell(update: int) -> None:
        if update % max(1, options.updates // 10) == 0:
            mean, _ = results(
                VectorEnv(players=1, games=100, seed=2), learner.best, options.judged // 10
            )
            print(
                f"{perf_counter() - began:5.0f} s, {update} updates: {mean:.1f} points", flush=True
            )

    train(learner, env, options.updates, win=0.0, points=0.05, tell=tell)
    mean, _ = results(VectorEnv(players=1, games=100, seed=3), learner.best, options.judged)
    print(f"{mean:.1f} points a game; the best possible play makes {optimum:.2f}")
    return mean


if __name__ == "__main__":
    main()
