"""The four colours of rows and dice, in the order that is used everywhere."""

from typing import Final, Literal, TypeAlias

Colour: TypeAlias = Literal["r", "y", "g", "b"]

COLOURS: Final[tuple[Colour, ...]] = ("r", "y", "g", "b")
COLOUR_NAMES: Final[dict[Colour, str]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
