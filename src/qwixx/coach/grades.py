"""Names for the cost of a choice."""

from enum import StrEnum
from typing import Final


class Unit(StrEnum):
    """The unit of values."""

    SHARE = "share"
    """Shares of the win."""
    POINTS = "points"
    """Points, in solo games."""


class Grade(StrEnum):
    """A name for the cost of a choice.

    Examples:
        >>> from qwixx.coach import Grade
        >>> [grade.value for grade in Grade]
        ['best', 'inaccuracy', 'mistake', 'blunder']
    """

    BEST = "best"
    """As good as the best: it cost less than 0.01."""
    INACCURACY = "inaccuracy"
    """From 0.01 on."""
    MISTAKE = "mistake"
    """From 0.03 on."""
    BLUNDER = "blunder"
    """From 0.06 on."""


_FROM: Final = ((0.06, Grade.BLUNDER), (0.03, Grade.MISTAKE), (0.01, Grade.INACCURACY))
MISTAKE: Final = 0.03
"""From this cost on, in shares, a choice is called a mistake."""
POINTS: Final = 100.0
"""In solo games, 100 points count like a whole win: the names begin at 1, 3 and 6 points."""


def grade_of(cost: float, unit: Unit) -> Grade:
    share = cost / POINTS if unit is Unit.POINTS else cost
    # A cost of exactly 3 points is a mistake in spite of rounding.
    return next((grade for least, grade in _FROM if share >= least - 1e-9), Grade.BEST)
