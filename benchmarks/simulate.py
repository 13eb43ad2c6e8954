"""Compares the simulator with a C loop; measures all sheets, threads and numbers of players.

Each comparison takes turns in one run. The best of several rounds counts, because other work on the
machine can only slow a round.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from qwixx.arena import Match, play_match

ROUNDS = 7
GAMES = 400_000
SOURCE = Path(__file__).with_suffix(".c")


def kernel(
    bots: list[str], variant: str = "classic", games: int = GAMES, threads: int = 1
) -> float:
    """Games a second, all statistics included."""
    match = Match.new(bots, games, variant=variant, seed=1)
    return play_match(match, threads=threads).games_per_second


def c_loop(program: Path) -> float:
    """Games a second of the C loop."""
    done = subprocess.run([program, str(GAMES)], check=True, capture_output=True, text=True)
    games, nanoseconds, *_ = map(int, done.stdout.split())
    return games / nanoseconds * 1e9


def best(*measurements: Callable[[], float]) -> list[float]:
    """The best of several rounds of each; all are measured in every round."""
    rounds = [[measure() for measure in measurements] for _ in range(ROUNDS)]
    return [max(column) for column in zip(*rounds, strict=True)]


def against_c() -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("random play against C: skipped, there is no C compiler")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "simulate"
        subprocess.run([compiler, "-O3", "-o", program, SOURCE], check=True)
        ours, theirs = best(lambda: kernel(["random"] * 2), lambda: c_loop(program))
    print(f"random play, two players, one core: {ours:,.0f} games/s, C {theirs:,.0f}")
    print(f"  ratio to C           {ours / theirs:.2f}  (goal: 0.75)")


def sheets() -> None:
    goals = {"longo": 0.5, "mixx-a": 0.8, "mixx-b": 0.8}
    names = ("classic", *goals)
    speeds = best(*(lambda name=name: kernel(["random"] * 2, name) for name in names))
    classic, *others = speeds
    for (name, goal), speed in zip(goals.items(), others, strict=True):
        print(f"random play in {name}: {speed:,.0f} games/s")
        print(f"  ratio to classic     {speed / classic:.2f}  (goal: {goal})")


def scaling() -> None:
    one, two = best(
        lambda: kernel(["random"] * 2, games=4 * GAMES),
        lambda: kernel(["random"] * 2, games=4 * GAMES, threads=2),
    )
    print(f"two threads: {two:,.0f} games/s")
    print(f"  ratio to one thread  {two / one:.2f}  (goal: 1.8)")


def players() -> None:
    print("games/s on one core by number of players:")
    shares = {"random": 4, "greedy": 8, "heuristic": 40, "strong": 400}
    for bot, games in ((bot, GAMES // share) for bot, share in shares.items()):
        speeds = [max(kernel([bot] * n, games=games) for _ in range(3)) for n in range(1, 6)]
        print(f"  {bot:<10}" + "".join(f"{speed:>11,.0f}" for speed in speeds))


def start() -> None:
    """Measures a second start. Most of its time is loading Numba."""
    program = str(Path(sys.executable).with_name("qwixx"))
    command = "simulate --bots random,random --games 10 --seed 1"
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        subprocess.run([program, *command.split()], check=True, capture_output=True)
        times.append(perf_counter() - began)
    print(f"`qwixx {command}`: {min(times):.2f} s  (goal: 1)")


def main() -> None:
    against_c()
    sheets()
    scaling()
    players()
    start()


if __name__ == "__main__":
    main()
