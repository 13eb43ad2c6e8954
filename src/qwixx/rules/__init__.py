"""The rules of the game, as values that never change.

This package uses the standard library only. It does no I/O and asks no clock. The caller passes in
all randomness.
"""

from qwixx.rules.card import Card
from qwixx.rules.cell import COLOUR_NAMES, COLOURS, PASS, Cell, Colour, Move, Row
from qwixx.rules.dice import Roll
from qwixx.rules.errors import CannotPlay, IllegalMove, NotationError, Reason, Refusal
from qwixx.rules.game import Game
from qwixx.rules.legality import Moves
from qwixx.rules.outcome import Consequences, Ending, Outcome, ending_by_rows
from qwixx.rules.pad import Pad
from qwixx.rules.phase import Answer, Phase, Sealed
from qwixx.rules.variant import (
    CLASSIC,
    LONGO,
    MOST_PLAYERS,
    SHEETS,
    VARIANTS,
    Variant,
    find_variant,
)

__all__ = [
    "CLASSIC",
    "COLOURS",
    "COLOUR_NAMES",
    "LONGO",
    "MOST_PLAYERS",
    "PASS",
    "SHEETS",
    "VARIANTS",
    "Answer",
    "CannotPlay",
    "Card",
    "Cell",
    "Colour",
    "Consequences",
    "Ending",
    "Game",
    "IllegalMove",
    "Move",
    "Moves",
    "NotationError",
    "Outcome",
    "Pad",
    "Phase",
    "Reason",
    "Refusal",
    "Roll",
    "Row",
    "Sealed",
    "Variant",
    "ending_by_rows",
    "find_variant",
]
