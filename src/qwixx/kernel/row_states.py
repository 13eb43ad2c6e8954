"""The rules of single rows as tables, generated from `qwixx.rules`.

Only the last crossed cell of a row and its number of crosses matter. Each pair of the two is a
*row state*, a small number. A card is four row states and its misthrows. Cells are counted by their
position from the left, so rising and falling rows share the same states.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.encoding import encoding_of
from qwixx.rules import COLOURS, Card, Variant
from qwixx.rules.legality import white_moves

Integers: TypeAlias = NDArray[np.int16]

NOT_ALLOWED: Final = -1  # Stands in a table for a cross that the rules refuse


@dataclass(frozen=True, eq=False)
class RowStates:
    """One variant as arrays. States are ordered: every cross leads to a higher number."""

    variant: Variant
    after: Integers  # [state, position]: the state once that cell is crossed, or NOT_ALLOWED
    points: Integers  # [state]: the points of the row
    crosses: Integers  # [state]: how many crosses it has, the lock included
    last: Integers  # [state]: how many cells are used up: the position of the last cross + 1, or 0
    locked: NDArray[np.bool_]  # [state]: whether the lock is crossed
    next_free: Integers  # [state]: the position right of the last cross; none in a locked row
    lucky_after: Integers  # [state]: the state once that next cell is crossed, or NOT_ALLOWED
    marks: NDArray[np.int64]  # [state]: some crosses that give it, as the mark bits of a card
    position: Integers  # [row, number]: the place of a number in a row, or NOT_ALLOWED
    number: Integers  # [row, position]: which number stands there
    row: Integers  # [colour, number]: the row of that cell, or NOT_ALLOWED

    @property
    def states(self) -> int:
        return len(self.points)

    @property
    def rows(self) -> int:
        return len(self.number)

    @property
    def cells(self) -> int:
        """The number of cells in a row, without the lock."""
        return int(self.after.shape[1])

    def row_states(self, card: Card) -> tuple[int, ...]:
        """Returns the states of a card's rows, in row order."""
        lock = 1 << self.cells
        by_key = _numbering(self.variant)
        return tuple([by_key[_key(marks, lock)] for marks in card.marks])

    def card(
        self, row_states: Sequence[int], misthrows: int = 0, lucky: tuple[int, ...] = ()
    ) -> Card:
        """Returns a card with these row states.

        A row state does not know which cells left of the last cross are crossed; it never matters.
        """
        marks = tuple([int(self.marks[state]) for state in row_states])
        return Card(self.variant, lucky, marks, misthrows)


@lru_cache(maxsize=8)
def row_states_for(variant: Variant) -> RowStates:
    """Returns the tables of a variant, made once."""
    reached = _reachable_rows(variant)
    by_key = _numbering(variant)
    states = len(by_key)
    cells = len(variant.rows[0])
    lock = 1 << cells
    after = np.full((states, cells), NOT_ALLOWED, np.int16)
    marks = np.array([reached[key][0] for key in by_key], np.int64)
    for state, key in enumerate(by_key):
        for cell, result in enumerate(reached[key][1]):
            if result is not None:
                after[state, cell] = by_key[_key(result, lock)]
    last, crosses = np.array(list(by_key), np.int16).T
    locked = marks >= lock
    next_free = np.where(locked, NOT_ALLOWED, last).astype(np.int16)
    lucky_after = np.where(locked, NOT_ALLOWED, after[np.arange(states), next_free])
    points = [Card(variant, (), (int(row),)).score for row in marks]
    number = np.array([[cell.number for cell in row] for row in variant.rows], np.int16)
    position = np.full((len(variant.rows), variant.numbers.stop), NOT_ALLOWED, np.int16)
    for row, numbers in enumerate(number):
        position[row, numbers] = np.arange(cells)
    row_of = np.full((len(COLOURS), variant.numbers.stop), NOT_ALLOWED, np.int16)
    for cells_of_row in variant.rows:
        for each in cells_of_row:
            row_of[COLOURS.index(each.colour), each.number] = each.row
    tables = RowStates(
        variant=variant,
        after=after,
        points=np.array(points, np.int16),
        crosses=crosses.copy(),
        last=last.copy(),
        locked=locked,
        next_free=next_free,
        lucky_after=lucky_after.astype(np.int16),
        marks=marks,
        position=position,
        number=number,
        row=row_of,
    )
    for array in vars(tables).values():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return tables


def embedding_rows(variant: Variant) -> NDArray[np.int64]:
    """Returns [closed, row, state]: the embedding row of a row in that state, for the value net."""
    tables, encoding = row_states_for(variant), encoding_of(variant)
    blocks = np.arange(tables.rows)[:, None] * encoding.row_states
    return np.array(encoding.row_index)[:, None, tables.last, tables.crosses] + blocks


_Key: TypeAlias = tuple[int, int]
_Row: TypeAlias = tuple[int, tuple[int | None, ...]]


@lru_cache(maxsize=8)
def _numbering(variant: Variant) -> dict[_Key, int]:
    """Returns the number of each row state, by (cells used up, crosses)."""
    return {key: state for state, key in enumerate(sorted(_reachable_rows(variant)))}


@lru_cache(maxsize=8)
def _reachable_rows(variant: Variant) -> dict[_Key, _Row]:
    """Returns for each row state, by its key, its mark bits and those after each cross.

    Walks every row by asking the rules, and checks that all rows give the same answers.
    """
    walks = [_walk(variant, row) for row in range(len(variant.rows))]
    if any(walk != walks[0] for walk in walks):
        raise ValueError(f"cannot compile {variant.name}: its rows have different shapes")
    return walks[0]


def _walk(variant: Variant, row: int) -> dict[_Key, _Row]:
    lock = 1 << len(variant.rows[row])
    found: dict[_Key, _Row] = {}
    waiting = [Card.empty(variant)]
    for card in waiting:
        marks = card.marks[row]
        key = _key(marks, lock)
        if key in found:
            continue
        closed = frozenset([variant.row_colours[row]] if marks >= lock else [])
        results: list[int | None] = []
        for cell in variant.rows[row]:
            if cell.cross in white_moves(card, closed, cell.number):
                waiting.append(card.with_cross(cell))
                results.append(waiting[-1].marks[row])
            else:
                results.append(None)
        found[key] = marks, tuple(results)
    return found


def _key(marks: int, lock: int) -> _Key:
    """Returns the cells used up, and the crosses, of a row with these mark bits."""
    return (marks & ~lock).bit_length(), marks.bit_count()
