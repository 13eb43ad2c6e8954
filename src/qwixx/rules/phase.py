"""The phases of a turn, and the white answers as a game shows them."""

from enum import Enum, StrEnum
from typing import TypeAlias

from qwixx.rules.cell import Move
from qwixx.rules.errors import Reason, Refusal


class Phase(StrEnum):
    """The decision that a game waits for.

    Examples:
        >>> from qwixx import Game, Phase
        >>> Game.new().phase is Phase.ROLL, Game.new().phase == "roll"
        (True, True)
    """

    ROLL = "roll"
    """The active player has to roll."""
    WHITE = "white"
    """All players have to answer the white dice."""
    COLOUR = "colour"
    """The active player has to make a colour move."""
    OVER = "over"
    """The game is over."""


class Sealed(Enum):
    """A placeholder for an answer that was given but is still secret.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.rules import Sealed
        >>> seen = Game.new(players=2).roll("41/3256").play(1, "y5").seen_by(0)
        >>> seen.answers == (None, Sealed.SEALED)
        True
    """

    SEALED = "?"
    """The only value. Its text is that of a position."""

    def __str__(self) -> str:
        return self.value


Answer: TypeAlias = Move | Sealed
"""A white answer as a game shows it.

Examples:
    >>> from qwixx import Game
    >>> Game.new().roll("41/3256").play(1, "y5").answers
    (None, Move.parse('y5'))
"""


_WAITS_FOR = {
    Phase.ROLL: "the dice have not been rolled yet",
    Phase.WHITE: "the players are choosing for the white dice",
    Phase.COLOUR: "the active player is choosing a colour move",
    Phase.OVER: "the game is over",
}


def wrong_phase(phase: Phase) -> Refusal:
    """Returns the refusal of a step that another phase needs."""
    return Refusal(Reason.WRONG_PHASE, _WAITS_FOR[phase])


def no_decision(phase: Phase, seat: int, active: int) -> Refusal:
    """Returns why a seat has nothing to decide in a phase."""
    if phase is Phase.WHITE:
        return Refusal(Reason.ALREADY_ANSWERED, f"seat {seat} has answered already")
    if phase is Phase.COLOUR:
        return Refusal(
            Reason.NOT_YOUR_DECISION,
            f"the colour phase belongs to the active player, seat {active}",
        )
    return wrong_phase(phase)
