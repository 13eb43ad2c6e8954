"""The luck of each seat in many recorded games."""

from collections.abc import Sequence

import numpy as np

from qwixx.batch.net import Reals
from qwixx.batch.positions import dice_of, positions_of
from qwixx.coach.evaluator import evaluator_for
from qwixx.notation import Record
from qwixx.rules import Phase


def luck_in(records: Sequence[Record]) -> Reals:
    """Returns [game, seat]: the sum over all rolls of W₁ − W₀.

    All games have the same variant and number of seats. The numbers are those of `review` for
    records without a seed.
    """
    start = records[0].start
    luck = np.zeros((len(records), start.players))
    rolled = [
        (number, game)
        for number, record in enumerate(records)
        for game in record.games()
        if game.phase is Phase.WHITE
    ]
    if start.players == 1 or not rolled:
        return luck
    evaluator = evaluator_for(start.variant)
    tables = positions_of([game for _, game in rolled])
    dice = np.array([dice_of(game) for _, game in rolled])
    gained = evaluator.after_roll(tables, dice).shares - evaluator.before_roll(tables).shares
    for (number, game), part in zip(rolled, gained, strict=True):
        luck[number] += np.roll(part, game.active)
    return luck
