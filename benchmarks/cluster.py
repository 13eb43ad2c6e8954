"""Compares two Dask workers with one process and with two plain ones: games of `master` a second.

Two plain processes show how much the machine can give. All are measured in turns, on a machine with
two cores or more: `python -m benchmarks.cluster`.
"""

from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median

from qwixx.arena import Match, play_match
from qwixx.arena.cluster import workers

GAMES = 120
TURNS = 5
WORKERS = 2


def main() -> None:
    match = Match.new(["master", "strong"], GAMES, seed=1)

    def speed(executor: Executor | None = None) -> float:
        threads = WORKERS if executor else 1
        return play_match(match, threads=threads, executor=executor).games_per_second

    ratios: list[tuple[float, float]] = []
    with (
        workers("local", WORKERS) as found,
        ProcessPoolExecutor(WORKERS, get_context("spawn")) as processes,
    ):
        for turn in range(TURNS + 1):
            alone, dask, plain = speed(), speed(found.executor), speed(processes)
            if turn:  # the first one loads and compiles
                ratios.append((dask / alone, plain / alone))
                print(f"{alone:.2f}, {dask:.2f} and {plain:.2f} games/s")
    dask, plain = (median(column) for column in zip(*ratios, strict=True))
    print(f"two workers play {dask:.2f} times the games of one process, two processes {plain:.2f}")


if __name__ == "__main__":
    main()
