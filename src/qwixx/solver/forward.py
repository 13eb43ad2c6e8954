"""Passes the chances of reaching a state on to the states after it."""

from typing import Final, NamedTuple

import numpy as np

from qwixx.kernel.arrays import Ints, Reals
from qwixx.kernel.jit import inlined, jit
from qwixx.solver.layout import LANES, RuleArrays
from qwixx.solver.scratch import Turn
from qwixx.solver.turn import expect, find_slots, find_values, list_cells, pair_number

NEGLIGIBLE: Final = 1e-30  # Smaller chances are dropped: their sum is below the precision

_PASS: Final = -1


class Reached(NamedTuple):
    """The chance of each state. Of two pairs that may be swapped, only one order is used."""

    open: Reals  # [rising pair, falling pair, misthrows]: cards without a closed row
    closed: Reals  # [row, mate, other pair, misthrows, lock]: cards on which that row is closed
    scores: Reals  # [score - lowest]: games that are over
    lowest: int
    points: Ints  # [row state]: points of an open row; a closed one has 0 here
    locked_points: Ints  # [lock]: points of a locked row, by its number of crosses
    fewest_locked: int  # The number of crosses of lock 0
    mirrored: bool


@jit
def pass_on_chances(
    rules: RuleArrays, turn: Turn, gains: Reals, reached: Reached, pair: int, closed_row: int
) -> None:
    """Passes the chances of all cards with that pair on.

    That is the rising pair of cards without a closed row (-1), or the pair with the closed row.
    """
    closed_in_pair = rules.closed_in_pair
    open_, closed = reached.open, reached.closed
    is_open = closed_row < 0
    chances = np.empty(1 if is_open else closed.shape[4])
    mate = rules.pairs[pair, 0 if is_open else closed_row & 1 ^ 1]
    last = pair if is_open and reached.mirrored else gains.shape[0] - 1
    for other in range(last, -1, -1):
        if closed_in_pair[other]:
            continue
        rising = other if closed_row >= 2 else pair
        falling = pair if closed_row >= 2 else other
        card = rising, falling
        cells = slots = 0
        # In rising order, because a misthrow leads to the next count of the same card.
        for m in range(LANES):
            total = 0.0
            for lock in range(chances.size):
                if is_open:
                    chance = open_[pair, other, m]
                else:
                    chance = closed[closed_row, mate, other, m, lock]
                chances[lock] = chance
                total += chance
            if total < NEGLIGIBLE:
                continue
            first = slots == 0
            if first:
                cells = list_cells(rules, turn, gains, card, closed_in_pair[pair])
                slots = find_slots(rules, turn, cells)
                find_values(rules, turn, gains, card, cells, slots)
            later = gains[rising, falling, m + 1] if m + 1 < LANES else 0.0
            misthrow = later - rules.misthrow_points
            expect(rules, turn, slots, m, misthrow, first)
            _pass_on_card(
                rules, turn, gains, reached, (rising, falling, m), chances, (cells, slots)
            )


@inlined
def _pass_on_card(
    rules: RuleArrays,
    turn: Turn,
    gains: Reals,
    reached: Reached,
    card: tuple[int, int, int],
    chances: Reals,
    sizes: tuple[int, int],
) -> None:
    """Passes the chances of one card (its two pairs and its misthrows) on.

    `sizes` are its cells and slots.
    """
    rising, falling, m = card
    cells, slots = sizes
    order, order_size, value, weight = turn.order, turn.order_size, turn.value, turn.weight
    base, slot_chance = turn.base, turn.slot_chance
    rows, row_of, position, single = turn.rows, turn.row, turn.position, turn.single
    shift, takes = turn.shift, turn.takes
    at_once, ends, after, pair_after, gain = (
        turn.at_once,
        turn.ends,
        turn.after,
        turn.pair,
        turn.gain,
    )
    number, lucky, slot_of, lucky_numbers = turn.number, turn.lucky, turn.slot, rules.lucky
    pair_of, after_two, gain_two = rules.pair, rules.after_two, rules.gain_two
    pairs, crosses, closed_in_pair = rules.pairs, rules.crosses, rules.closed_in_pair
    open_, closed, scores = reached.open, reached.closed, reached.scores
    locked_points = reached.locked_points
    is_open = not closed_in_pair[rising] and not closed_in_pair[falling]
    later = gains[rising, falling, m + 1] if m + 1 < LANES else 0.0
    score = -rules.misthrow_points * m - reached.lowest
    for row in range(4):
        score += reached.points[rows[row]]
    for slot in range(slots):
        rest = slot_chance[slot]
        # The colour crosses that are worth it come first, then the turn without one.
        for k in range(order_size[slot] + 1):
            colour = _PASS
            chance = rest
            if k < order_size[slot]:
                if value[slot, k] <= base[slot]:
                    continue
                colour = order[slot, k]
                chance = weight[slot, k]
                rest -= chance
            if chance <= 0.0:
                continue
            # Begin without a white cross: the colour cross alone, or a misthrow.
            i, j, to_m, locked = rising, falling, m, 0
            if colour == _PASS:
                to_m = m + 1
                brings = -float(rules.misthrow_points)
                best = later + brings
            else:
                row = row_of[colour]
                i = pair_after[colour] if row < 2 else rising
                j = pair_after[colour] if row >= 2 else falling
                brings = gain[colour]
                best = single[colour, m]
                locked = crosses[rows[row]] + 2 if after[colour] == rules.closed else 0
            for white in range(cells):
                allowed = slot_of[number[white]] == slot
                if lucky[white]:
                    for lucky_number in lucky_numbers:
                        allowed |= slot_of[lucky_number] == slot
                if not (allowed and at_once[white]):
                    continue
                row = row_of[white]
                state = rows[row]
                to_rising = pair_after[white] if row < 2 else rising
                to_falling = pair_after[white] if row >= 2 else falling
                both = gain[white]
                lock = crosses[state] + 2 if after[white] == rules.closed else 0
                if colour != _PASS:
                    if white == colour or ends[white] or takes[white] == shift[colour]:
                        continue
                    colour_row = row_of[colour]
                    if row == colour_row:
                        twice = after_two[state, position[white], position[colour]]
                        if twice < 0:
                            continue
                        pair = pair_number(pair_of, row, twice, rows[row ^ 1])
                        both = gain_two[state, position[white], position[colour]]
                        lock = crosses[state] + 3 if twice == rules.closed else 0
                    elif not at_once[colour]:
                        continue
                    else:
                        pair = pair_after[colour]
                        if row ^ 1 == colour_row:
                            pair = pair_number(pair_of, row, after[white], after[colour])
                        both += gain[colour]
                        if after[colour] == rules.closed:
                            lock = crosses[rows[colour_row]] + 2
                    to_rising = pair if colour_row < 2 else to_rising
                    to_falling = pair if colour_row >= 2 else to_falling
                worth = both + gains[to_rising, to_falling, m]
                if worth > best:
                    best = worth
                    i, j, to_m, locked, brings = to_rising, to_falling, m, lock, both
            over = to_m == LANES or closed_in_pair[i] + closed_in_pair[j] >= rules.most_closed
            ending = score + int(brings)
            with_closed, to_other, to_closed = (j, i, 2) if closed_in_pair[j] else (i, j, 0)
            place = 1 if pairs[with_closed, 1] == rules.closed else 0
            to_mate = pairs[with_closed, place ^ 1]
            to_closed += place
            if reached.mirrored:
                to_closed = place
                if j > i and not closed_in_pair[i] + closed_in_pair[j]:
                    i, j = j, i
            for lock in range(chances.size):
                amount = chance * chances[lock]
                if over:
                    scores[ending + (0 if is_open else locked_points[lock])] += amount
                elif not is_open:
                    closed[to_closed, to_mate, to_other, to_m, lock] += amount
                elif locked:
                    closed[to_closed, to_mate, to_other, to_m, locked - reached.fewest_locked] += (
                        amount
                    )
                else:
                    open_[i, j, to_m] += amount
