"""Random numbers that depend on nothing but the seed and where they are used.

Every draw is a hash of a stream and a counter (splitmix64), so draws need no common state. Games
with the same seed and number roll the same dice in every turn, by any players and in any order.
These are common random numbers.
"""

from typing import Final

import numpy as np

from qwixx.kernel.chart import Chart, chart_for, lucky_numbers
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.records import Integers
from qwixx.rules import Variant

DICE: Final = 1
LUCKY: Final = 2
CHOICES: Final = 3

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))
_FACTORS: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)
_ONE: Final = np.uint64(1)


@inlined
def draw(stream: np.uint64, counter: int) -> np.uint64:
    """Returns 64 random bits: number `counter` of a stream."""
    bits = stream + (np.uint64(counter) + _ONE) * _STEP
    bits = (bits ^ (bits >> _SHIFTS[0])) * _FACTORS[0]
    bits = (bits ^ (bits >> _SHIFTS[1])) * _FACTORS[1]
    return bits ^ (bits >> _SHIFTS[2])


@inlined
def stream(seed: int, purpose: int, number: int) -> np.uint64:
    """Returns the stream for one purpose in game number `number`."""
    return draw(draw(draw(np.uint64(seed), 0), purpose), number)


@inlined
def below(bits: np.uint64, limit: int) -> np.int64:
    """Returns a number from 0 to limit - 1, made of the high half of the bits."""
    return np.int64((bits >> _HALF) * np.uint64(limit) >> _HALF)


@inlined
def roll(dice_stream: np.uint64, turn: int, sides: int, dice: Integers) -> None:
    """Rolls six dice: the whites, then red, yellow, green, blue.

    Dice that have left the game are rolled too, so that the others show the same as before.
    """
    bits = draw(dice_stream, turn)
    faces = np.uint64(sides)
    low, high = bits & _LOW, bits >> _HALF
    for die in range(3):
        low, high = low * faces, high * faces
        dice[die] = np.int64(low >> _HALF) + 1
        dice[die + 3] = np.int64(high >> _HALF) + 1
        low, high = low & _LOW, high & _LOW


@inlined
def deal(lucky_stream: np.uint64, chart: Chart, players: int, lucky: Integers) -> None:
    """Gives every seat its own lucky pair, as bits."""
    dealt = 0
    for seat in range(players):
        left = below(draw(lucky_stream, seat), chart.pair_count - seat)
        for pair in range(chart.pair_count):
            if not dealt >> pair & 1:
                if left == 0:
                    dealt |= 1 << pair
                    lucky[seat] = chart.pairs[pair]
                    break
                left -= 1


@jit
def _dice_of(seed: int, number: int, turn: int, sides: int, dice: Integers) -> None:
    roll(stream(seed, DICE, number), turn, sides, dice)


@jit
def _lucky_of(charts: Integers, seed: int, number: int, lucky: Integers) -> None:
    deal(stream(seed, LUCKY, number), charts[0], len(lucky), lucky)


def roll_dice(variant: Variant, seed: int, number: int, turn: int) -> list[int]:
    """Returns the six dice of a turn (from 0) in round `number`, for games on `qwixx.rules`."""
    dice = np.zeros(6, np.int64)
    _dice_of(seed, number, turn, variant.sides, dice)
    return dice.tolist()


def deal_lucky(variant: Variant, seed: int, number: int, players: int) -> list[tuple[int, ...]]:
    """Returns the lucky numbers that are dealt to each seat in round `number`."""
    lucky = np.zeros(players, np.int64)
    _lucky_of(chart_for(variant), seed, number, lucky)
    return [lucky_numbers(variant, bits) for bits in lucky.tolist()]
