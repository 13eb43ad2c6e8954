"""Qwixx, the dice game, classic, Longo and Mixx: rules, notation, and everything built on them."""

from qwixx.notation import read_position, write_position
from qwixx.rules import (
    COLOURS,
    PASS,
    VARIANTS,
    Card,
    Cell,
    Colour,
    Consequences,
    Ending,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Phase,
    Reason,
    Refusal,
    Roll,
    Variant,
)

__version__ = "0.1.0"
"""The version of this package.

Examples:
    >>> import qwixx
    >>> len(qwixx.__version__.split("."))
    3
"""

__all__ = [
    "COLOURS",
    "PASS",
    "VARIANTS",
    "Card",
    "Cell",
    "Colour",
    "Consequences",
    "Ending",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Phase",
    "Reason",
    "Refusal",
    "Roll",
    "Variant",
    "__version__",
    "read_position",
    "write_position",
]
