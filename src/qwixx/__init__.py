"""Qwixx, the dice game, classic and Longo: rules, notation, and everything built on them."""

from qwixx.rules import (
    COLOURS,
    PASS,
    Card,
    Colour,
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

__all__ = [
    "COLOURS",
    "PASS",
    "Card",
    "Colour",
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
]
