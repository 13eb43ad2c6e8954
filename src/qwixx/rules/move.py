"""Moves: a cross, a lucky cross or a pass, and how they are written."""

from dataclasses import dataclass
from typing import Final

from qwixx.rules.colours import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.errors import NotationError


@dataclass(frozen=True, slots=True)
class Move:
    """One answer to a roll. Locks and misthrows follow from the rules and are never moves.

    Examples:
        >>> from qwixx import Move
        >>> move = Move.parse("r5")
        >>> move
        Move.parse('r5')
        >>> move.colour, move.number, move.in_words()
        ('r', 5, 'red 5')
        >>> str(Move("g", 16, lucky=True))
        '*g16'
    """

    colour: Colour | None = None
    """The colour of the crossed cell; None is a pass."""
    number: int = 0
    """The number of the crossed cell; 0 in a pass."""
    lucky: bool = False
    """Whether a lucky number allows this cross (Longo, white phase)."""

    @property
    def is_pass(self) -> bool:
        """Whether nothing is crossed."""
        return self.colour is None

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Reads `r5`, `*g16` or `-`."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise NotationError(
                f"not a move: {text!r} (a cross is like r5, a lucky cross like *g16, a pass is -)"
            ) from None

    def __str__(self) -> str:
        if self.colour is None:
            return "-"
        return f"{'*' if self.lucky else ''}{self.colour}{self.number}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def in_words(self) -> str:
        """`red 5`, `green 16 (lucky)` or `pass`."""
        if self.colour is None:
            return "pass"
        return f"{COLOUR_NAMES[self.colour]} {self.number}{' (lucky)' if self.lucky else ''}"


PASS: Final[Move] = Move()
"""The move that crosses nothing.

Examples:
    >>> from qwixx import PASS
    >>> str(PASS), PASS.is_pass
    ('-', True)
"""

# Every well-formed move. Numbers that are on no card are still notation: the rules refuse them.
_BY_TEXT: Final[dict[str, Move]] = {
    str(move): move
    for move in (
        PASS,
        *(
            Move(colour, number, lucky)
            for lucky in (False, True)
            for colour in COLOURS
            for number in range(1, 100)
        ),
    )
}
