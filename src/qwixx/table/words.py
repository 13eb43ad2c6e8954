"""The small types that everything at a table is made of."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from qwixx.rules import MOST_PLAYERS, find_variant

Stage: TypeAlias = Literal["lobby", "sealing", "playing", "over"]
SeatKind: TypeAlias = Literal["free", "player", "bot", "card"]
"""At a pad there may be cards without a phone of their own."""

DiceKind: TypeAlias = Literal["ours", "real", "pad"]
"""Whose dice are thrown: the house's fair ones; real ones, of which people enter what fell; or real
ones of which nothing is said, because the table is a pad of cards and no more."""

Hand: TypeAlias = Literal["player", "bot", "auto", "timer"]
"""Who made a choice: the player, a bot, the player's preferences, or the clock."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is played at a table, and by how many.

    Examples:
        >>> from qwixx.table import Options
        >>> Options("classic-all", seats=3, timer=60).sheet
        'classic'
    """

    variant: str
    """The name of a variant, as in `VARIANTS`."""
    seats: int
    """From 1, for a player alone, to 5. Free seats are closed at the start."""
    timer: int = 0
    """Seconds for a decision; then the player passes, and a bot decides for one who is away. 0 is
    no limit."""
    hints: bool = False
    """Whether players may ask what their moves are worth."""
    dice: DiceKind = "ours"
    """Whose dice are rolled."""

    def __post_init__(self) -> None:
        find_variant(self.variant)
        if not 1 <= self.seats <= MOST_PLAYERS or self.timer < 0:
            raise ValueError(f"no table is like this: {self}")

    @property
    def sheet(self) -> str:
        """What is printed on the cards, whatever house rule is played by."""
        return find_variant(self.variant).sheet


Hurry: TypeAlias = Literal["leisurely", "normal", "quick", "at-once"]
"""How fast bots are to play for somebody who waits for nobody else."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player wants done without being asked."""

    auto_pass: bool = True
    """Be passed when there is nothing to choose."""
    auto_roll: bool = False
    """Throw the dice."""
    pace: Hurry = "normal"
    """Counts while no other person plays here."""
