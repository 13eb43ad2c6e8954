"""Names for the cost of a choice."""

from enum import StrEnum
from typing import Final


class Unit(StrEnum):
    """What everything is counted in."""

    SHARE = "share"
    """Of the win."""
    POINTS = "points"
    """Alone there is nobody to beat."""


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
"""Alone, so many points count as a whole win does: the same names begin at 1, 3 and 6 points."""


def grade_of(cost: float, unit: Unit) -> Grade:
    share = cost / POINTS if unit is Unit.POINTS else cost
    # A cost of just 3 points is a mistake, however it was rounded.
    return next((grade for least, grade in _FROM if share >= least - 1e-9), Grade.BEST)
