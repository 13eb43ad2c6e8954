"""Scratch space for the turn of one card."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.solver.layout import LANES, Bytes, Flags, Numbers, Reals, RuleArrays, Shorts


class Turn(NamedTuple):
    """Facts about the turn of one card. A *cell* here is one that could be crossed now."""

    rows: Shorts
    """[row]: the row states of the card."""
    row_start: Numbers
    """[row]: its first cell; one more marks the end."""
    row: Bytes
    """[cell]"""
    position: Bytes
    """[cell]"""
    number: Bytes
    """[cell]"""
    shift: NDArray[np.uint32]
    """[cell]: the position of its die's faces among the bits."""
    in_colour: Flags
    """[cell]: whether its die is still in the game."""
    takes: NDArray[np.uint32]
    """[cell]: the `shift` of the die that leaves once the cell is crossed, or `turn.NO_DIE`."""
    at_once: Flags
    """[cell]: whether it may be crossed at once, and not only after another cross in its row."""
    lucky: Flags
    """[cell]: whether a lucky number allows it."""
    ends: Flags
    """[cell]: whether crossing it ends the game."""
    after: Shorts
    """[cell]: the row state once it is crossed."""
    pair: Shorts
    """[cell]: the pair once it is crossed."""
    gain: Reals
    """[cell]"""
    single: Reals
    """[cell, misthrows]: the value of crossing this cell alone."""
    slot: Bytes
    """[sum]"""
    slot_chance: Reals
    """[slot]"""
    white: Bytes
    """The pairs of white dice, slot by slot."""
    white_start: Numbers
    """[slot]: its first pair of white dice; one more marks the end."""
    best_white: Reals
    """[slot, misthrows]: the value of the best white cross alone."""
    joint: Reals
    """[slot, cell, misthrows]: the value of the best white choice with that colour cross."""
    order: Bytes
    """[slot, k]: the cells that can be worth crossing, the best first."""
    order_size: Numbers
    """[slot]: the number of these cells."""
    base: Reals
    """[slot]: the value without a colour cross."""
    value: Reals
    """[slot, k]: the values of the cells in that order, or `base` if that is more."""
    weight: Reals
    """[slot, k]: the chance that this cell is the best one that the dice allow."""


def new_turn(rules: RuleArrays) -> Turn:
    """Returns scratch space for any card under these rules."""
    rows, sums = rules.number.shape
    cells, slots = rows * sums, sums + 1
    return Turn(
        rows=np.empty(rows, np.uint16),
        row_start=np.empty(rows + 1, np.int64),
        row=np.empty(cells, np.uint8),
        position=np.empty(cells, np.uint8),
        number=np.empty(cells, np.uint8),
        shift=np.empty(cells, np.uint32),
        in_colour=np.empty(cells, np.bool_),
        takes=np.empty(cells, np.uint32),
        at_once=np.empty(cells, np.bool_),
        lucky=np.empty(cells, np.bool_),
        ends=np.empty(cells, np.bool_),
        after=np.empty(cells, np.uint16),
        pair=np.empty(cells, np.uint16),
        gain=np.empty(cells),
        single=np.empty((cells, LANES)),
        slot=np.empty(sums, np.uint8),
        slot_chance=np.empty(slots),
        white=np.empty(rules.white_chance.size, np.uint8),
        white_start=np.empty(slots + 1, np.int64),
        best_white=np.empty((slots, LANES)),
        joint=np.empty((slots, cells, LANES)),
        order=np.empty((slots, cells), np.uint8),
        order_size=np.empty(slots, np.int64),
        base=np.empty(slots),
        value=np.empty((slots, cells)),
        weight=np.empty((slots, cells)),
    )
