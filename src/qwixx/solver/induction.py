"""Backward induction: the value of a card follows from all cards after it."""

import numpy as np

from qwixx.kernel.arrays import Reals
from qwixx.kernel.jit import inlined, jit
from qwixx.solver.layout import LANES, RuleArrays
from qwixx.solver.scratch import Turn
from qwixx.solver.turn import expect, find_slots, find_values, list_cells


@jit
def solve_cards(
    rules: RuleArrays,
    turn: Turn,
    gains: Reals,
    rising: int,
    fallings: tuple[int, int],
    mirrored: bool,
) -> None:
    """Solves all cards with that pair of rising rows and a range of falling pairs.

    `gains` is [turns until this player rolls, rising pair, falling pair, misthrows]. Solo games
    have only one of these tables. Other players' turns lie between two rolls of the same player.
    """
    closed_in_pair = rules.closed_in_pair
    waits = gains.shape[0] - 1
    later = gains[waits]
    for falling in range(fallings[0], fallings[1]):
        closed_rows = closed_in_pair[rising] + closed_in_pair[falling]
        if closed_rows >= rules.most_closed:
            continue  # The game is over.
        cells = list_cells(rules, turn, later, (rising, falling), closed_rows)
        slots = find_slots(rules, turn, cells)
        find_values(rules, turn, later, (rising, falling), cells, slots)
        # Each misthrow leads to the next count, and the last one to the end.
        misthrow = -float(rules.misthrow_points)
        for m in range(LANES - 1, -1, -1):
            first = m == LANES - 1
            gains[0, rising, falling, m] = expect(rules, turn, slots, m, misthrow, first)
            for wait in range(waits):
                worth = _white_phase(rules, turn, gains, wait, (rising, falling), m)
                gains[wait + 1, rising, falling, m] = worth
            misthrow = later[rising, falling, m] - rules.misthrow_points
        if mirrored:
            for wait in range(waits + 1):
                for m in range(LANES):
                    gains[wait, falling, rising, m] = gains[wait, rising, falling, m]


@inlined
def _white_phase(
    rules: RuleArrays, turn: Turn, gains: Reals, wait: int, card: tuple[int, int], m: int
) -> float:
    """Returns the value of another player's turn: a white phase without any risk."""
    rising, falling = card
    row_start, number, at_once, lucky = turn.row_start, turn.number, turn.at_once, turn.lucky
    pair_after, gain = turn.pair, turn.gain
    sum_chance, lucky_numbers = rules.sum_chance, rules.lucky
    best = np.full(sum_chance.size, gains[wait, rising, falling, m])
    for row in range(4):
        for cell in range(row_start[row], row_start[row + 1]):
            if at_once[cell]:
                i = pair_after[cell] if row < 2 else rising
                j = pair_after[cell] if row >= 2 else falling
                worth = gain[cell] + gains[wait, i, j, m]
                best[number[cell]] = max(best[number[cell]], worth)
                if lucky[cell]:
                    for lucky_number in lucky_numbers:
                        best[lucky_number] = max(best[lucky_number], worth)
    total = 0.0
    for number_rolled in range(best.size):
        total += sum_chance[number_rolled] * best[number_rolled]
    return total
