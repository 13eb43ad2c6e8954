"""How many more games of `master` two Dask workers play than one process, in one run:
`python -m benchmarks.cluster`. Both in turns, on a machine with two cores or more."""

from statistics import median

from qwixx.arena import Match, play_match
from qwixx.arena.cluster import workers

GAMES = 60
TURNS = 3


def main() -> None:
    match = Match.new(["master", "strong"], GAMES, seed=1)
    ratios = []
    with workers("local", 2) as found:
        for turn in range(TURNS + 1):
            alone = play_match(match)
            there = play_match(match, threads=found.at_once, executor=found.executor)
            if turn:  # the first one loads and compiles
                ratios.append(there.games_per_second / alone.games_per_second)
                print(f"{alone.games_per_second:.2f} and {there.games_per_second:.2f} games/s")
    print(f"two workers play {median(ratios):.2f} times the games of one process")


if __name__ == "__main__":
    main()
