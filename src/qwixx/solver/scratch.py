"""Scratch space for the turn of one card."""

from typing import Annotated, Final, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.arrays import Bools, Ints, Reals
from qwixx.solver.layout import LANES, Bytes, RuleArrays, Shorts

Words = NDArray[np.uint32]


class Turn(NamedTuple):
    """Facts about the turn of one card. A *cell* here is one that could be crossed now.

    An annotation ends in the type of the entries and the names of the dimensions.
    """

    rows: Annotated[Shorts, np.uint16, "row"]  # The row states of the card
    row_start: Annotated[Ints, np.int64, "row or end"]  # Its first cell
    row: Annotated[Bytes, np.uint8, "cell"]
    position: Annotated[Bytes, np.uint8, "cell"]
    number: Annotated[Bytes, np.uint8, "cell"]
    shift: Annotated[Words, np.uint32, "cell"]  # The position of its die's faces among the bits
    in_colour: Annotated[Bools, np.bool_, "cell"]  # Whether its die is still in the game
    # The `shift` of the die that leaves once the cell is crossed, or `turn.NO_DIE`.
    takes: Annotated[Words, np.uint32, "cell"]
    # Whether it may be crossed at once, and not only after another cross in its row.
    at_once: Annotated[Bools, np.bool_, "cell"]
    lucky: Annotated[Bools, np.bool_, "cell"]  # Whether a lucky number allows it
    ends: Annotated[Bools, np.bool_, "cell"]  # Whether crossing it ends the game
    after: Annotated[Shorts, np.uint16, "cell"]  # The row state once it is crossed
    pair: Annotated[Shorts, np.uint16, "cell"]  # The pair once it is crossed
    gain: Annotated[Reals, np.float64, "cell"]
    single: Annotated[Reals, np.float64, "cell", "misthrows"]  # The value of this cross alone
    slot: Annotated[Bytes, np.uint8, "sum"]
    slot_chance: Annotated[Reals, np.float64, "slot"]
    white: Annotated[Bytes, np.uint8, "white pair"]  # The pairs of white dice, slot by slot
    white_start: Annotated[Ints, np.int64, "slot or end"]  # Its first pair of white dice
    best_white: Annotated[Reals, np.float64, "slot", "misthrows"]  # Of the best white cross alone
    # The value of the best white choice with that colour cross.
    joint: Annotated[Reals, np.float64, "slot", "cell", "misthrows"]
    order: Annotated[Bytes, np.uint8, "slot", "cell"]  # Cells that may be worth it, best first
    order_size: Annotated[Ints, np.int64, "slot"]  # The number of these cells
    base: Annotated[Reals, np.float64, "slot"]  # The value without a colour cross
    # The values of the cells in that order, or `base` if that is more.
    value: Annotated[Reals, np.float64, "slot", "cell"]
    # The chance that this cell is the best one that the dice allow.
    weight: Annotated[Reals, np.float64, "slot", "cell"]


_ARRAYS: Final = [hint.__metadata__ for hint in get_type_hints(Turn, include_extras=True).values()]


def new_turn(rules: RuleArrays) -> Turn:
    """Returns scratch space for any card under these rules."""
    rows, sums = rules.number.shape
    slots = sums + 1
    sizes = {
        "row": rows,
        "row or end": rows + 1,
        "cell": rows * sums,
        "sum": sums,
        "slot": slots,
        "slot or end": slots + 1,
        "white pair": rules.white_chance.size,
        "misthrows": LANES,
    }
    return Turn(*(np.empty([sizes[name] for name in names], kind) for kind, *names in _ARRAYS))
