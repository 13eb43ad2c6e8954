"""Measures how fast a solo game is solved: states a second, and two threads against one.

It solves the classic game, or the sheet in its argument. `qwixx solve` measures Longo.
"""

import argparse
import resource
from time import process_time

from qwixx.kernel.jit import precompile
from qwixx.rules import CLASSIC, VARIANTS
from qwixx.solver.layout import Layout, layout_for
from qwixx.solver.solve import solve

GOALS = {"classic": 10.0, "mixx-a": 120.0, "mixx-b": 120.0}
"""Seconds, on two cores."""
ROOM = 2.0
"""GB of memory that it may take."""


def measured(layout: Layout, threads: int) -> tuple[float, float]:
    """The value of the game, and how long finding it took."""
    began = process_time()
    solved = solve(layout, threads=threads)
    print(
        f"{threads} thread{'s' if threads > 1 else ' '}  {solved.seconds:6.2f} s "
        f"({process_time() - began:.2f} s of processor time)  "
        f"{layout.states / solved.seconds:12,.0f} states a second"
    )
    return float(solved.values[0]), solved.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheet", nargs="?", choices=GOALS, default="classic")
    sheet = parser.parse_args().sheet
    goal, layout = GOALS[sheet], layout_for(VARIANTS[sheet])
    precompile(lambda: solve(layout_for(CLASSIC), threads=2))
    _, one = measured(layout, 1)
    value, two = measured(layout, 2)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"value       {value:.6f}, {layout.states:,} states")
    print(f"ratio       {one / two:.2f} of two threads to one")
    print(f"ratio       {goal / two:.2f} of the goal of {goal:.0f} s to what it took")
    print(f"ratio       {ROOM / memory:.2f} of the goal of {ROOM:.0f} GB to the {memory:.2f} taken")


if __name__ == "__main__":
    main()
