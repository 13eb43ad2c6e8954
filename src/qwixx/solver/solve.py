"""Solves a whole game, level by level, with all cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

import numpy as np

from qwixx._system import usable_cores
from qwixx.kernel.arrays import Reals
from qwixx.kernel.jit import precompile
from qwixx.solver.induction import solve_cards
from qwixx.solver.layout import LANES, Layout
from qwixx.solver.scratch import new_turn

Progress: TypeAlias = Callable[[float], None]  # Called with the share of the work that is done


@dataclass(frozen=True, eq=False)
class Solved:
    layout: Layout
    gains: Reals  # [turns until the roll, rising pair, falling pair, misthrows]: points to come
    seconds: float  # Seconds of solving, without compilation

    @property
    def values(self) -> list[float]:
        """The expected final score of each seat, in the order in which they roll."""
        start = self.layout.start
        return [float(value) for value in self.gains[:, start, start, 0]]


def solve(
    layout: Layout,
    *,
    players: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solved:
    """Solves the game. Each player plays for points, and never ends the others' game."""
    pairs = layout.pairs
    gains = np.zeros((players, pairs, pairs, LANES))

    def work(rising: int, start: int, stop: int) -> float:
        turn = new_turn(layout.rules)
        solve_cards(layout.rules, turn, gains, rising, (start, stop), layout.mirrored)
        return _effort(layout, rising, start, stop)

    precompile(lambda: work(0, 0, 0))  # There is nothing to solve.

    steps = list(_steps(layout))
    total = sum(_effort(layout, *cards) for step in steps for cards in step)
    done = 0.0
    began = perf_counter()
    executor = ThreadPoolExecutor(threads or usable_cores())
    try:
        for step in steps:
            for future in as_completed([executor.submit(work, *cards) for cards in step]):
                done += future.result()
                if progress:
                    progress(done / total)
    finally:
        # After Ctrl-C only the cards that are being solved are finished.
        executor.shutdown(cancel_futures=True)
    return Solved(layout, gains, perf_counter() - began)


_Cards: TypeAlias = tuple[int, int, int]  # A rising pair, and a range of falling pairs


def _steps(layout: Layout) -> list[list[_Cards]]:
    """Returns steps one after another; the cards of one step can be solved in parallel.

    Every cross leads to a higher level, so rising pairs of one level do not need each other. If the
    two pairs may be swapped, half of the cards are enough. First come those that pair this level
    with higher ones, then those whose two pairs are both on it.
    """
    if not layout.mirrored:
        return [
            [(rising, 0, layout.pairs) for rising in range(start, stop)]
            for start, stop in layout.levels
        ]
    return [
        step
        for start, stop in layout.levels
        for step in (
            [(rising, 0, start) for rising in range(start, stop)],
            [(rising, start, rising + 1) for rising in range(start, stop)],
        )
    ]


def _effort(layout: Layout, rising: int, start: int, stop: int) -> float:
    """Estimates the work for these cards: about the square of the number of cells, for each."""
    cells = layout.rules.cell_count[layout.rules.pairs].sum(axis=1, dtype=np.int64)
    return float(((cells[start:stop] + cells[rising]) ** 2).sum())
