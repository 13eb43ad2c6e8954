"""One turn of the active player, for all rolls at once.

Consider a white sum. `joint[cell]` is the best value over all white choices when that cell is then
crossed in the colour phase. `base` is the best value without a colour cross. The value of a roll is
the highest `joint` value that its coloured dice allow, or `base`.

The four dice are independent, so the expectation needs no single rolls. The code walks down the
cells in the order of their values. The chance that none of the cells so far could be crossed is a
product of four shares of faces still missing.

These chances depend on the order alone. The four misthrow counts of a card often have the same
order, so it is reused. White sums that allow no white cross share *slot* 0; every other sum has its
own slot.

Reference counts of arrays are atomic and cost more than the work itself. So each function takes the
arrays out of their tuple once, and loops over plain names.
"""

from typing import Final

import numpy as np

from qwixx.kernel.arrays import Reals
from qwixx.kernel.jit import inlined
from qwixx.solver.layout import LANES, RuleArrays, Shorts
from qwixx.solver.scratch import Turn

NEVER: Final = -1e9  # The value of a cross that is not possible
NO_DIE: Final = 99


@inlined
def list_cells(
    rules: RuleArrays, turn: Turn, gains: Reals, card: tuple[int, int], closed_rows: int
) -> int:
    """Finds the cells of a card (its two pairs), and the value of crossing each alone.

    Returns the number of cells.
    """
    rising, falling = card
    pairs, pair_of, crosses = rules.pairs, rules.pair, rules.crosses
    listed, gain_of, locks, after_one = rules.cells, rules.gain, rules.locks, rules.after
    rows, row_start, position, number = turn.rows, turn.row_start, turn.position, turn.number
    at_once, lucky, ends, after = turn.at_once, turn.lucky, turn.ends, turn.after
    shift, pair, gain, single = turn.shift, turn.pair, turn.gain, turn.single
    row_of, in_colour, takes = turn.row, turn.in_colour, turn.takes
    cell_count, number_at, next_free = rules.cell_count, rules.number, rules.next_free
    die_of = rules.die
    closed, has_lucky = rules.closed, rules.lucky.size > 0
    last_lock = closed_rows == rules.most_closed - 1
    rows[0], rows[1] = pairs[rising, 0], pairs[rising, 1]
    rows[2], rows[3] = pairs[falling, 0], pairs[falling, 1]
    fewest = 255
    for row in range(4):
        if rows[row] != closed and crosses[rows[row]] < fewest:
            fewest = crosses[rows[row]]
    cell = 0
    for row in range(4):
        row_start[row] = cell
        state = rows[row]
        mate = rows[row ^ 1]
        for k in range(cell_count[state]):
            at = listed[state, k]
            to = after_one[state, at]
            die = die_of[row, at]
            row_of[cell] = row
            position[cell] = at
            number[cell] = number_at[row, at]
            shift[cell] = 8 * die
            in_colour[cell] = rows[die] != closed
            takes[cell] = NO_DIE
            at_once[cell] = to >= 0
            lucky[cell] = False
            ends[cell] = False
            if to >= 0:
                after[cell] = to
                pair[cell] = pair_number(pair_of, row, to, mate)
                gain[cell] = gain_of[state, at]
                if locks[state, at]:
                    ends[cell] = last_lock
                    takes[cell] = 8 * row
                lucky[cell] = has_lucky and crosses[state] == fewest and next_free[state] == at
                to_rising = pair[cell] if row < 2 else rising
                to_falling = pair[cell] if row >= 2 else falling
                for m in range(LANES):
                    single[cell, m] = gain[cell] + gains[to_rising, to_falling, m]
            else:
                for m in range(LANES):
                    single[cell, m] = NEVER
            cell += 1
    row_start[4] = cell
    return cell


@inlined
def pair_number(pair_of: Shorts, row: int, state: int, mate: int) -> int:
    """Returns the pair of a row in that state and the row beside it."""
    found: int = pair_of[mate, state] if row & 1 else pair_of[state, mate]
    return found


@inlined
def find_slots(rules: RuleArrays, turn: Turn, cells: int) -> int:
    """Sorts the white sums into slots. Returns the number of slots."""
    slot, slot_chance = turn.slot, turn.slot_chance
    white, white_start = turn.white, turn.white_start
    number, at_once, lucky = turn.number, turn.at_once, turn.lucky
    sum_start, sum_chance, lucky_numbers = rules.white_start, rules.sum_chance, rules.lucky
    sums = slot.size
    slot[:] = 0
    for cell in range(cells):
        if at_once[cell]:
            slot[number[cell]] = 1
            if lucky[cell]:
                for lucky_number in lucky_numbers:
                    slot[lucky_number] = 1
    slots = 1
    end = 0
    chance = 0.0
    white_start[0] = 0
    for total in range(sums):
        if not slot[total]:
            chance += sum_chance[total]
            for pair in range(sum_start[total], sum_start[total + 1]):
                white[end] = pair
                end += 1
    slot_chance[0] = chance
    white_start[1] = end
    for total in range(sums):
        if slot[total]:
            slot[total] = slots
            slot_chance[slots] = sum_chance[total]
            for pair in range(sum_start[total], sum_start[total + 1]):
                white[end] = pair
                end += 1
            slots += 1
            white_start[slots] = end
    return slots


@inlined
def _raise(values: Reals, i: int, j: int, a: float, b: float, c: float, d: float) -> None:
    """Raises values[i, j] to these four. Written out, it becomes one vector instruction."""
    w, x, y, z = values[i, j, 0], values[i, j, 1], values[i, j, 2], values[i, j, 3]
    w, x = a if a > w else w, b if b > x else x
    y, z = c if c > y else y, d if d > z else z
    values[i, j, 0], values[i, j, 1], values[i, j, 2], values[i, j, 3] = w, x, y, z


@inlined
def find_values(
    rules: RuleArrays, turn: Turn, gains: Reals, card: tuple[int, int], cells: int, slots: int
) -> None:
    """Fills `best_white` and `joint`, and lists for each slot the cells that may be worth it."""
    rising, falling = card
    rows, row_start, position, number = turn.rows, turn.row_start, turn.position, turn.number
    at_once, lucky, ends, after = turn.at_once, turn.lucky, turn.ends, turn.after
    pair_after, gain, single, slot_of = turn.pair, turn.gain, turn.single, turn.slot
    best_white, joint, order, order_size = turn.best_white, turn.joint, turn.order, turn.order_size
    pair_of, after_two, gain_two = rules.pair, rules.after_two, rules.gain_two
    lucky_numbers, shift, takes, in_colour = rules.lucky, turn.shift, turn.takes, turn.in_colour
    for slot in range(slots):
        for m in range(LANES):
            best_white[slot, m] = NEVER
        for cell in range(cells):
            for m in range(LANES):
                joint[slot, cell, m] = single[cell, m]
    for cell in range(cells):
        if at_once[cell]:
            slot = slot_of[number[cell]]
            for m in range(LANES):
                best_white[slot, m] = max(best_white[slot, m], single[cell, m])
            if lucky[cell]:
                for lucky_number in lucky_numbers:
                    slot = slot_of[lucky_number]
                    for m in range(LANES):
                        best_white[slot, m] = max(best_white[slot, m], single[cell, m])
    for row in range(4):
        state = rows[row]
        mate = rows[row ^ 1]
        for cell in range(row_start[row], row_start[row + 1]):
            if not at_once[cell]:
                continue
            # Local names for the loops below: compiled code cannot know that the values stay.
            slot = slot_of[number[cell]]
            at, cell_after, cell_pair = position[cell], after[cell], pair_after[cell]
            cell_gain, cell_lucky, cell_shift = gain[cell], lucky[cell], shift[cell]
            cell_takes, dice_stay = takes[cell], takes[cell] == NO_DIE
            phase_stays = not ends[cell]
            # Both crosses in this row.
            for other in range(cell + 1, row_start[row + 1]):
                twice = after_two[state, at, position[other]]
                if twice < 0:
                    continue
                pair = pair_number(pair_of, row, twice, mate)
                i, j = pair if row < 2 else rising, pair if row >= 2 else falling
                both = gain_two[state, at, position[other]]
                a, b = both + gains[i, j, 0], both + gains[i, j, 1]
                c, d = both + gains[i, j, 2], both + gains[i, j, 3]
                _raise(joint, slot, other, a, b, c, d)
                if cell_lucky:
                    for lucky_number in lucky_numbers:
                        _raise(joint, slot_of[lucky_number], other, a, b, c, d)
            # The other cross in a later row: either of them may be the white one.
            beside = row_start[(row | 1) + 1]
            for other in range(row_start[row + 1], cells):
                if not at_once[other]:
                    continue
                if other < beside:
                    pair = pair_of[cell_after, after[other]]
                    i, j = pair if row < 2 else rising, pair if row >= 2 else falling
                else:
                    i, j = cell_pair, pair_after[other]
                both = cell_gain + gain[other]
                a, b = both + gains[i, j, 0], both + gains[i, j, 1]
                c, d = both + gains[i, j, 2], both + gains[i, j, 3]
                # A lock removes its die, and the last lock the colour phase.
                if dice_stay or (phase_stays and cell_takes != shift[other]):
                    _raise(joint, slot, other, a, b, c, d)
                    if cell_lucky:
                        for lucky_number in lucky_numbers:
                            _raise(joint, slot_of[lucky_number], other, a, b, c, d)
                if takes[other] == NO_DIE or (takes[other] != cell_shift and not ends[other]):
                    _raise(joint, slot_of[number[other]], cell, a, b, c, d)
                    if lucky[other]:
                        for lucky_number in lucky_numbers:
                            _raise(joint, slot_of[lucky_number], cell, a, b, c, d)
    for slot in range(slots):
        size = 0
        for cell in range(cells):
            useful = False
            for m in range(LANES):
                useful |= joint[slot, cell, m] > best_white[slot, m]
            if useful & in_colour[cell]:
                order[slot, size] = cell
                size += 1
        order_size[slot] = size


@inlined
def expect(
    rules: RuleArrays, turn: Turn, slots: int, m: int, misthrow: float, first: bool
) -> float:
    """Returns the expected value of the turn with m misthrows so far, given that of one more.

    `first` marks the first call for this card. Fills `base`, `order`, `value` and `weight`.
    """
    order, order_size, value, weight = turn.order, turn.order_size, turn.value, turn.weight
    base, best_white, joint, slot_chance = turn.base, turn.best_white, turn.joint, turn.slot_chance
    white, white_start, number, shift = turn.white, turn.white_start, turn.number, turn.shift
    white_chance, faces, bits, share = rules.white_chance, rules.faces, rules.bits, rules.share
    byte = np.uint32(255)
    all_faces = np.uint32(rules.all_faces)
    total = 0.0
    for slot in range(slots):
        size = order_size[slot]
        floor = max(best_white[slot, m], misthrow)
        base[slot] = floor
        # Insertion sort is fast, because the order is nearly right already.
        changed = first
        for k in range(size):
            cell = order[slot, k]
            worth = joint[slot, cell, m]
            worth = worth if worth > floor else floor
            place = k
            while place > 0 and value[slot, place - 1] < worth:
                value[slot, place] = value[slot, place - 1]
                order[slot, place] = order[slot, place - 1]
                place -= 1
            if place != k:
                order[slot, place] = cell
                changed = True
            value[slot, place] = worth
        if changed:
            for k in range(size):
                weight[slot, k] = 0.0
            for at in range(white_start[slot], white_start[slot + 1]):
                dice = white[at]
                chance = white_chance[dice]
                missing = all_faces
                for k in range(size):
                    cell = order[slot, k]
                    die = shift[cell]
                    left = missing & ~(faces[dice, number[cell]] << die)
                    before = bits[(missing >> die) & byte]
                    smaller = chance * share[before, bits[(left >> die) & byte]]
                    weight[slot, k] += chance - smaller
                    chance = smaller
                    missing = left
        total += floor * slot_chance[slot]
        for k in range(size):
            total += weight[slot, k] * (value[slot, k] - floor)
    return total
