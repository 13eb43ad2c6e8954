"""The numbers of the states of the solo game, and the rules as arrays for the solver.

Of an open row only the last cross and the number of crosses matter. The points of a closed row can
no longer change. So the solver works with *gains*, the points still to come, and all closed rows
are the same state.

A card is a *pair* of the first two rows, which rise in classic, and a pair of the last two. Two
symmetries of the sheet save work:

- If the two rows of a pair are interchangeable, a pair stands for two row states in either order.
- If the dice may be read from the other side, the two pairs may be swapped.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.kernel.row_states import RowStates, row_states_for
from qwixx.rules import CannotPlay, Card, Colour, Variant
from qwixx.rules.variant import Symmetry

LANES: Final = 4  # Misthrow counts with which a game goes on; they are solved together

_WITHIN_PAIRS: Final = (
    Symmetry((1, 0, 2, 3), mirrored=False),
    Symmetry((0, 1, 3, 2), mirrored=False),
)
_OTHER_SIDE: Final = Symmetry((2, 3, 0, 1), mirrored=True)

Bytes: TypeAlias = NDArray[np.uint8]
Shorts: TypeAlias = NDArray[np.uint16]


class RuleArrays(NamedTuple):
    """The rules as arrays for the compiled code. Sums and numbers count from 0 (a sum of two)."""

    pairs: Shorts  # [pair, 0 or 1]: its row states. Every cross leads to a pair with a lower number
    pair: Shorts  # [row state, row state]: the number of the pair
    closed_in_pair: Bytes  # [pair]: the number of its closed rows
    cell_count: Bytes  # [row state]: the cells that can be crossed in this turn, first or second
    cells: Bytes  # [row state, k]: the position of each of these cells
    after: NDArray[np.int16]  # [row state, position]: the state once that cell is crossed, or -1
    after_two: NDArray[np.int16]
    """[row state, position, position]: the state after both crosses, the left one first, or -1."""
    gain: Reals  # [row state, position]: the points that the cross brings
    gain_two: Reals  # [row state, position, position]: the points that both crosses bring
    locks: Bools  # [row state, position]: whether the cross closes the row
    crosses: Ints  # [row state]: crosses; lucky numbers need the rows with the fewest
    next_free: Ints  # [row state]: the position right of the last cross
    number: Bytes  # [row, position]: the number on that cell
    die: Bytes  # [row, position]: the row whose die makes that cell in the colour phase
    lucky: Ints  # The lucky numbers
    white_start: Ints  # [sum]: its first pair of white dice; one more marks the end
    white_chance: Reals  # [white pair]: its chance
    faces: NDArray[np.uint32]  # [white pair, number]: the faces of a die that make it, as bits
    sum_chance: Reals  # [sum]: its chance
    bits: Bytes  # [byte]: the number of its bits that are set
    share: Reals  # [faces before, faces left]: the chance of a face left, given one of those before
    closed: int  # The row state of every closed row, the last one
    all_faces: int  # All faces of the four coloured dice, a byte each
    most_closed: int
    misthrow_points: int


@dataclass(frozen=True, eq=False)
class Layout:
    """The numbering of one variant's solo states, for one pair of lucky numbers."""

    variant: Variant
    lucky: tuple[int, ...]
    tables: RowStates
    row_state: Ints
    """[row state of the tables]: the solver's row state."""
    level: Ints
    """[pair]: cells used up. Every cross raises it, and pairs are sorted by it, downwards."""
    interchangeable: bool
    """Whether the two rows of a pair may be swapped."""
    mirrored: bool
    """Whether the two pairs of a card may be swapped."""
    rules: RuleArrays

    @property
    def pairs(self) -> int:
        return len(self.level)

    @property
    def start(self) -> int:
        """The pair of two empty rows."""
        return self.pairs - 1

    @cached_property
    def levels(self) -> list[tuple[int, int]]:
        """The ranges of pairs on the same level."""
        changes = np.flatnonzero(np.diff(self.level)) + 1
        return list(pairwise([0, *changes.tolist(), self.pairs]))

    @cached_property
    def states(self) -> int:
        """The number of states in which the game goes on."""
        locked = int(self.tables.locked.sum())
        rows = self.tables.states - locked
        # Pairs of rows with none, one and two locks.
        by_locks = (rows**2, 2 * rows * locked, locked**2)
        if self.interchangeable:
            by_locks = (rows * (rows + 1) // 2, rows * locked, locked * (locked + 1) // 2)
        cards = same = 0
        for i, left in enumerate(by_locks):
            for j, right in enumerate(by_locks):
                if i + j < self.variant.most_closed:
                    cards += left * right
                    same += left if i == j else 0
        if self.mirrored:
            cards = (cards + same) // 2
        return cards * LANES

    @cached_property
    def fingerprint(self) -> int:
        """A checksum of the rules, by which stored tables are recognized."""
        check = crc32(f"{self.variant.name} {self.lucky} {self.mirrored}".encode())
        for field in self.rules:
            check = crc32(np.ascontiguousarray(field).tobytes(), check)
        return check

    def pairs_of(self, card: Card, closed: Collection[Colour]) -> tuple[int, int]:
        """Returns the two pairs of a card in a game with these closed rows."""
        rows = [int(self.row_state[state]) for state in self.tables.row_states(card)]
        for row, colour in enumerate(self.variant.row_colours):
            if colour in closed:
                rows[row] = self.rules.closed
        return int(self.rules.pair[rows[0], rows[1]]), int(self.rules.pair[rows[2], rows[3]])


def canonical_lucky(variant: Variant, lucky: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
    """Returns the lucky numbers of the stored table, and whether it is of the mirrored game.

    Read from the other side, falling rows are rising ones: then 7 & 12 is the same game as 6 & 11.
    """
    if _OTHER_SIDE not in variant.symmetries:
        return tuple(sorted(lucky)), False
    top = variant.numbers[0] + variant.numbers[-1]
    ours, other = tuple(sorted(lucky)), tuple(sorted(top - number for number in lucky))
    return min(ours, other), other < ours


@lru_cache(maxsize=4)
def layout_for(variant: Variant, lucky: tuple[int, ...] = ()) -> Layout:
    """Returns the layout of a variant, made once."""
    _check(variant)
    tables = row_states_for(variant)
    opened = np.flatnonzero(~tables.locked)
    closed = len(opened)
    row_state = np.full(tables.states, closed)
    row_state[opened] = np.arange(closed)
    level = np.append(tables.last[opened], tables.cells).astype(np.int64)
    interchangeable = all(swap in variant.symmetries for swap in _WITHIN_PAIRS)
    ordered = sorted(
        (
            (left, right)
            for left in range(closed + 1)
            for right in range(left if interchangeable else 0, closed + 1)
        ),
        key=lambda pair: -(level[pair[0]] + level[pair[1]]),
    )
    pairs = np.array(ordered, np.uint16)
    pair = np.empty((closed + 1, closed + 1), np.uint16)
    for number, (left, right) in enumerate(ordered):
        pair[left, right] = number
        if interchangeable:
            pair[right, left] = number
    top = variant.numbers[0] + variant.numbers[-1]
    rules = RuleArrays(
        pairs=pairs,
        pair=pair,
        closed_in_pair=(pairs == closed).sum(axis=1).astype(np.uint8),
        **_moves(tables, opened, row_state),
        crosses=np.append(tables.crosses[opened], 0).astype(np.int64),
        next_free=np.append(tables.last[opened], tables.cells).astype(np.int64),
        number=(tables.number - variant.numbers[0]).astype(np.uint8),
        die=np.array(
            [[variant.row_colours.index(cell.colour) for cell in row] for row in variant.rows],
            np.uint8,
        ),
        lucky=np.array(lucky, np.int64) - variant.numbers[0],
        **_dice(variant),
        bits=np.array([byte.bit_count() for byte in range(256)], np.uint8),
        share=np.arange(9) / np.maximum(np.arange(9), 1)[:, None],
        closed=closed,
        all_faces=sum(((1 << variant.sides) - 1) << 8 * row for row in range(tables.rows)),
        most_closed=variant.most_closed,
        misthrow_points=variant.misthrow_points,
    )
    return Layout(
        variant=variant,
        lucky=lucky,
        tables=tables,
        row_state=row_state,
        level=level[pairs].sum(axis=1),
        interchangeable=interchangeable,
        mirrored=(
            _OTHER_SIDE in variant.symmetries and {top - number for number in lucky} == set(lucky)
        ),
        rules=rules,
    )


def _check(variant: Variant) -> None:
    """Raises CannotPlay for games that this solver cannot solve."""
    limits = (
        (variant.most_closed == 2, "games that two closed rows end"),
        (variant.most_misthrows == LANES, "games that a fourth misthrow ends"),
        (variant.sides <= 8, "dice with up to eight sides"),
    )
    for kept, known in limits:
        if not kept:
            raise CannotPlay(f"the solver cannot solve {variant.name}: it knows only {known}")


def _moves(tables: RowStates, opened: Ints, row_state: Ints) -> dict[str, Any]:
    """Returns the row states after one and two crosses in each row state."""
    states, cells = len(opened) + 1, tables.cells
    after = np.full((states, cells), -1, np.int16)
    after_two = np.full((states, cells, cells), -1, np.int16)
    gain = np.zeros((states, cells))
    gain_two = np.zeros((states, cells, cells))
    locks = np.zeros((states, cells), np.bool_)
    for state, row in enumerate(opened):
        for first in np.flatnonzero(tables.after[row] >= 0):
            once = tables.after[row, first]
            after[state, first] = row_state[once]
            gain[state, first] = tables.points[once] - tables.points[row]
            locks[state, first] = tables.locked[once]
            for second in np.flatnonzero(tables.after[once] >= 0):
                twice = tables.after[once, second]
                after_two[state, first, second] = row_state[twice]
                gain_two[state, first, second] = tables.points[twice] - tables.points[row]
    usable = (after >= 0) | (after_two >= 0).any(axis=1)
    listed = np.zeros((states, cells), np.uint8)
    for state in range(states):
        positions = np.flatnonzero(usable[state])
        listed[state, : len(positions)] = positions
    return {
        "cell_count": usable.sum(axis=1).astype(np.uint8),
        "cells": listed,
        "after": after,
        "after_two": after_two,
        "gain": gain,
        "gain_two": gain_two,
        "locks": locks,
    }


def _dice(variant: Variant) -> dict[str, Any]:
    """Returns the pairs of white dice, sorted by sum, and their sums with a coloured die."""
    dice = range(1, variant.sides + 1)
    whites = sorted(((low, high) for low in dice for high in dice if low <= high), key=sum)
    sums = np.array([low + high - 2 for low, high in whites])
    chance = np.array([1 + (low != high) for low, high in whites]) / variant.sides**2
    faces = np.zeros((len(whites), len(variant.numbers)), np.uint32)
    for white, pair in enumerate(whites):
        for die in dice:
            for pips in pair:
                faces[white, pips + die - 2] |= 1 << (die - 1)
    return {
        "white_start": np.searchsorted(sums, np.arange(len(variant.numbers) + 1)),
        "white_chance": chance,
        "faces": faces,
        "sum_chance": np.bincount(sums, weights=chance),
    }
