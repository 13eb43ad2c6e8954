"""What a game leaves behind as it is played: turns that are over, and rows that were closed."""

from dataclasses import dataclass

from qwixx.notation import Turn
from qwixx.rules import Colour, Game


@dataclass(frozen=True, slots=True)
class Closing:
    """A row was closed."""

    colour: Colour
    turn: int
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that is over."""

    number: int
    active: int
    turn: Turn
    misthrow: bool


def closings(before: Game, after: Game) -> list[Closing]:
    """The rows that were closed in between."""
    return [
        Closing(
            colour,
            before.turn,
            tuple(seat for seat, card in enumerate(after.cards) if card.has_lock(colour)),
        )
        for colour in after.variant.row_colours
        if colour in after.closed - before.closed
    ]
