"""Turns of `strong` in compiled code, some ten times as fast as NumPy.

`use_compiled_turns` loads Numba. From then on the shipped policy uses them.
"""

from contextlib import suppress
from functools import partial

import numpy as np
from numpy.typing import NDArray

from qwixx.batch.net import BatchNet, Reals, Values
from qwixx.batch.policy import BatchPolicy
from qwixx.batch.positions import COUNT, Ints, Positions
from qwixx.bots.shipped import shipped_policy
from qwixx.kernel.chart import POSITION, ROWS, chart_for
from qwixx.kernel.encoding import encoding_of
from qwixx.kernel.jit import mark_of, precompile
from qwixx.kernel.leaves import play_turns
from qwixx.kernel.net import make_net, with_own_memory
from qwixx.rules import Variant


class Turns:
    """Plays turns; see `CompiledTurns` in `qwixx.batch.policy`."""

    def __init__(self, policy: BatchPolicy) -> None:
        self._variant = policy.variant
        self._chart = chart_for(policy.variant)
        self._net = _net_of(policy.net)
        self._ends = _net_of(policy.at_ends(2))
        """The net that values turn ends at tables of two."""
        self._spare: list[tuple[NDArray[np.void], NDArray[np.void]]] = []
        """Nets that no thread uses now; each has its own working memory."""
        for players in (2, 3):
            precompile(partial(self._play, np.zeros(0, POSITION), players, None))

    def __call__(self, tables: Positions, dice: Ints, head: Reals | None = None) -> Values:
        return self._play(records_of(tables, dice), tables.players, head)

    def play(self, tables: Positions, dice: Ints) -> tuple[Positions, Values]:
        """Returns the positions after a turn with these dice, and their values."""
        positions, players = records_of(tables, dice), tables.players
        worth = self._play(positions, players, None)
        misthrows = positions["misthrows"][:, :players].astype(np.int64)
        closed = positions["closed"]
        over = (COUNT[closed] >= self._variant.most_closed) | (
            misthrows[:, 0] >= self._variant.most_misthrows
        )
        rows = positions["rows"][:, : players * ROWS].astype(np.int64)
        shape = (len(tables), players, ROWS)
        return Positions(rows.reshape(shape), misthrows, closed, tables.lucky, over), worth

    def _play(self, positions: NDArray[np.void], players: int, head: Reals | None) -> Values:
        worth = Values(np.zeros((len(positions), players)), np.zeros((len(positions), players)))
        try:
            nets = self._spare.pop()
        except IndexError:
            nets = with_own_memory(self._net), with_own_memory(self._ends)
        net, ends = nets[0], nets[1] if players == 2 else nets[0]
        head = np.zeros(0) if head is None else head
        play_turns(self._chart, positions, net, ends, head, worth.shares, worth.points)
        self._spare.append(nets)
        return worth


def _net_of(look: BatchNet) -> NDArray[np.void]:
    return make_net(encoding_of(look.variant), vars(look.weights))


def records_of(tables: Positions, dice: Ints) -> NDArray[np.void]:
    players = tables.players
    positions = np.zeros(len(tables), POSITION)
    positions["rows"][:, : players * ROWS] = tables.rows.reshape(len(tables), -1)
    positions["misthrows"][:, :players] = tables.misthrows
    positions["lucky"][:, :players] = tables.lucky
    positions["closed"] = tables.closed
    positions["dice"] = dice
    positions["players"] = players
    return positions


def use_compiled_turns(variant: Variant) -> None:
    """Lets compiled code play the turns of this variant from now on.

    A process that promises the same values at any time must call it before it values anything.
    """
    policy = shipped_policy(variant)
    policy.compiled = policy.compiled or compile_turns(variant)


def compile_turns(variant: Variant) -> Turns:
    """Returns compiled turns, and notes that their code is in the cache."""
    turns = Turns(shipped_policy(variant))
    mark = mark_of(f"turns-{variant.name}")
    if mark:
        with suppress(OSError):
            mark.touch()
    return turns


def are_compiled(variant: Variant) -> bool:
    """Returns whether the code is in the cache, so that `use_compiled_turns` takes seconds only."""
    mark = mark_of(f"turns-{variant.name}")
    return mark is not None and mark.exists()
