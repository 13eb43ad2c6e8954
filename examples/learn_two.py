"""Learns the game of two against `heuristic`, and says how often it wins.

    OPENBLAS_NUM_THREADS=1 python -m examples.learn_two --updates 2000

Nobody knows the optimum against that opponent. The share of the shipped `strong` bot is possible at
least.
"""

import argparse
from time import perf_counter

from examples.learner import Learner, results, train
from qwixx.arena import Match, play_match
from qwixx.env import VectorEnv

OPPONENT = "heuristic"


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--updates", type=int, default=2000)
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--judged", type=int, default=10_000, help="games in the end")
    options = parser.parse_args(arguments)
    env = VectorEnv(players=2, games=options.games, seed=1, opponents=[OPPONENT])
    learner = Learner(env.layout.size, len(env.actions))
    began = perf_counter()

    def measure(games: int) -> tuple[float, float]:
        test = VectorEnv(players=2, games=100, seed=2, opponents=[OPPONENT])
        return results(test, learner.best, games)

    def tell(update: int) -> None:
        if update % max(1, options.updates // 10) == 0:
            points, share = measure(options.judged // 10)
            seconds = perf_counter() - began
            print(f"{seconds:5.0f} s, {update} updates: {points:.1f} points, wins {share:.1%}")

    train(learner, env, options.updates, win=1.0, points=0.02, tell=tell)
    points, share = measure(options.judged)
    print(f"{points:.1f} points a game, and {share:.1%} of the wins against {OPPONENT}")
    match = play_match(Match.new(["strong", OPPONENT], options.judged, seed=3))
    print(f"strong has {match.seats[0].share:.1%} of the wins against {OPPONENT}")
    return points


if __name__ == "__main__":
    main()
