"""The chances of every final score when all moves are the best ones.

This is the mirror image of solving. It starts from the empty card, and passes the chance of each
state on to the states after each roll's best move. A table of gains does not know the points of
closed rows, so cards with a closed row are split by those points here. Of two moves with the same
value, the first one found is made; this changes the chances a little, and not the mean.
"""

from dataclasses import dataclass

import numpy as np

from qwixx.kernel.arrays import Reals
from qwixx.kernel.jit import precompile
from qwixx.solver.forward import Reached, pass_on_chances
from qwixx.solver.layout import LANES, Layout
from qwixx.solver.scratch import new_turn
from qwixx.solver.solve import Progress
from qwixx.solver.store import Stored
from qwixx.solver.table import SoloTable, Warn, stored_or_made


@dataclass(frozen=True, eq=False)
class Distribution:
    """The chance of each final score."""

    lowest: int  # The score of the first chance
    chances: Reals

    @property
    def scores(self) -> range:
        return range(self.lowest, self.lowest + len(self.chances))

    @property
    def mean(self) -> float:
        return float(self.chances @ np.array(self.scores))

    @property
    def sd(self) -> float:
        return float(np.sqrt(self.chances @ (np.array(self.scores) - self.mean) ** 2))

    def at_least(self, score: int) -> float:
        """Returns the chance of that score or a higher one."""
        return float(self.chances[max(score - self.lowest, 0) :].sum())

    def quantile(self, share: float) -> int:
        """Returns the lowest score that at least this share of games does not exceed."""
        return self.lowest + int(np.searchsorted(np.cumsum(self.chances), share))


def distribution(
    table: SoloTable, *, warn: Warn, progress: Progress | None = None, fresh: bool = False
) -> Distribution:
    """Returns the distribution of a solved game: from disk, or else computed and stored."""
    layout = table.layout
    name = "-".join(["distribution", layout.variant.name, *map(str, layout.lucky)])

    def made() -> Stored:
        found = find_distribution(layout, table.gains, progress)
        return Stored({"lowest": found.lowest}, found.chances)

    stored = stored_or_made(name, layout, made, warn=warn, fresh=fresh)
    return Distribution(int(stored.facts["lowest"]), np.array(stored.numbers))


def find_distribution(
    layout: Layout, gains: Reals, progress: Progress | None = None
) -> Distribution:
    """Plays the best moves on all states at once."""
    tables, pairs = layout.tables, layout.pairs
    locked_crosses = tables.crosses[tables.locked]
    locked_points = np.unique(tables.points[tables.locked]).astype(np.int64)
    lowest = -layout.variant.misthrow_points * layout.variant.most_misthrows
    highest = 4 * int(tables.points.max())
    reached = Reached(
        open=np.zeros((pairs, pairs, LANES)),
        closed=np.zeros((tables.rows, layout.rules.closed, pairs, LANES, len(locked_points))),
        scores=np.zeros(highest - lowest + 1),
        lowest=lowest,
        points=np.append(tables.points[~tables.locked], 0).astype(np.int64),
        locked_points=locked_points,
        fewest_locked=int(locked_crosses.min()),
        mirrored=layout.mirrored,
    )
    reached.open[layout.start, layout.start, 0] = 1.0
    turn = new_turn(layout.rules)
    # Cards with a closed row come last, because they never lead back to cards without.
    downwards = range(pairs - 1, -1, -1)
    closed_in_pair = layout.rules.closed_in_pair
    is_closed = layout.rules.pairs == layout.rules.closed
    steps = [(pair, -1) for pair in downwards if not closed_in_pair[pair]]
    steps += [
        (pair, row)
        for row in range(2 if layout.mirrored else tables.rows)
        for pair in downwards
        if closed_in_pair[pair] == 1 and is_closed[pair, row & 1]
    ]
    # Read-only like a table from disk, so that the code is compiled once for both.
    known = np.asarray(gains).view()
    known.flags.writeable = False
    # Two closed rows: there is nothing to do.
    precompile(lambda: pass_on_chances(layout.rules, turn, known, reached, 0, -1))
    for step, (pair, side) in enumerate(steps):
        pass_on_chances(layout.rules, turn, known, reached, pair, side)
        if progress:
            progress((step + 1) / len(steps))
    return Distribution(lowest, np.trim_zeros(reached.scores, "b").copy())
