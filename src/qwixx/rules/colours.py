"""The four colours of rows and dice, in the order that is used everywhere."""

from typing import Final, Literal, TypeAlias

Colour: TypeAlias = Literal["r", "y", "g", "b"]
"""The letter of a colour: `r` red, `y` yellow, `g` green, `b` blue.

Examples:
    >>> from qwixx import Colour, Game
    >>> blue: Colour = "b"
    >>> Game.new().cards[0].crosses(blue)
    0
"""

COLOURS: Final[tuple[Colour, ...]] = ("r", "y", "g", "b")
"""All four letters, in the order of the rows and of the dice in a roll.

Examples:
    >>> from qwixx import COLOURS
    >>> "".join(COLOURS)
    'rygb'
"""
COLOUR_NAMES: Final[dict[Colour, str]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
"""The English name of each colour.

Examples:
    >>> from qwixx.rules import COLOUR_NAMES
    >>> COLOUR_NAMES["g"]
    'green'
"""
