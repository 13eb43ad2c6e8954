"""How fast the classic solo game is solved: states a second, and two threads against one."""

import resource
from time import process_time

from qwixx.kernel.jit import compile_with
from qwixx.rules import CLASSIC
from qwixx.solver.layout import layout_for
from qwixx.solver.solve import Solved, solve

GOAL = 10.0  # seconds, on two cores


def measured(threads: int) -> tuple[Solved, float]:
    began = process_time()
    solved = solve(layout_for(CLASSIC), threads=threads)
    return solved, process_time() - began


def main() -> None:
    compile_with(lambda: solve(layout_for(CLASSIC), threads=2))
    one, one_cpu = measured(1)
    two, two_cpu = measured(2)
    states = two.layout.states
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    for threads, solved, cpu in ((1, one, one_cpu), (2, two, two_cpu)):
        print(
            f"{threads} thread{'s' if threads > 1 else ' '}  {solved.seconds:6.2f} s "
            f"({cpu:.2f} s of processor time)  {states / solved.seconds:12,.0f} states a second"
        )
    print(f"value       {two.values[0]:.6f}, {states:,} states, {memory:.0f} MB at most")
    print(f"ratio       {one.seconds / two.seconds:.2f} of two threads to one")
    print(f"ratio       {GOAL / two.seconds:.2f} of the goal of {GOAL:.0f} s to what it took")


if __name__ == "__main__":
    main()
