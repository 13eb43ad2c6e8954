"""The game itself: pure, immutable, standard library only; no I/O, no clock, no randomness."""

from qwixx.rules.card import Card
from qwixx.rules.colours import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.dice import Roll
from qwixx.rules.errors import IllegalMove, NotationError, Reason, Refusal
from qwixx.rules.game import Answer, Ending, Game, Outcome, Phase, Sealed
from qwixx.rules.legality import Moves
from qwixx.rules.move import PASS, Move
from qwixx.rules.variant import (
    CLASSIC,
    LONGO,
    MOST_PLAYERS,
    VARIANTS,
    Cell,
    Row,
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
    "VARIANTS",
    "Answer",
    "Card",
    "Cell",
    "Colour",
    "Ending",
    "Game",
    "IllegalMove",
    "Move",
    "Moves",
    "NotationError",
    "Outcome",
    "Phase",
    "Reason",
    "Refusal",
    "Roll",
    "Row",
    "Sealed",
    "Variant",
    "find_variant",
]
