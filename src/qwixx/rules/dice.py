"""A roll of the dice that are still in the game, and how it is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from random import Random
from typing import TYPE_CHECKING, Final

from qwixx.rules.cell import COLOURS, Colour
from qwixx.rules.errors import NotationError

if TYPE_CHECKING:
    from qwixx.rules.game import Game

_PIPS: Final = {str(pips): pips for pips in range(1, 10)}
_COLOURED: Final[dict[str, int | None]] = {**_PIPS, ".": None}


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of a turn.

    Examples:
        >>> from qwixx import Game, Roll
        >>> roll = Roll.parse("41/3256")
        >>> roll.white, roll.white_sum, roll.colour_sums("b")
        ((4, 1), 5, (10, 7))
        >>> rolls = Roll.all(Game.new("classic"))
        >>> round(sum(chance for roll, chance in rolls if roll.white_sum == 7), 4)
        0.1667
    """

    white: tuple[int, int]
    """The two white dice."""
    coloured: tuple[int | None, ...]
    """The coloured dice in the order red, yellow, green, blue; None has left the game."""

    @classmethod
    def random(cls, rng: Random, game: "Game") -> "Roll":
        """Rolls the dice that are still in the game at random."""
        faces = range(1, game.variant.sides + 1)
        white = rng.choice(faces), rng.choice(faces)
        closed = game.closed
        return cls(white, tuple([None if c in closed else rng.choice(faces) for c in COLOURS]))

    @classmethod
    def all(cls, game: "Game") -> Iterator[tuple["Roll", float]]:
        """Yields every roll of the dice that are still in the game, with its probability.

        The white dice are interchangeable: each pair comes once, the lower die first, and a pair of
        different dice counts twice. With all dice that is 27,216 rolls in the classic game.
        """
        faces = range(1, game.variant.sides + 1)
        closed = game.closed
        dice = [(None,) if colour in closed else faces for colour in COLOURS]
        one = 1 / len(faces) ** (2 + len(COLOURS) - len(closed))
        for white in combinations_with_replacement(faces, 2):
            chance = one if white[0] == white[1] else 2 * one
            for coloured in product(*dice):
                yield cls(white, coloured), chance

    @property
    def white_sum(self) -> int:
        """The sum that all players may cross in the white phase."""
        return self.white[0] + self.white[1]

    def colour_sums(self, colour: Colour) -> tuple[int, ...]:
        """Returns the sums of each white die with the die of a colour; empty if that has left."""
        pips = self.coloured[COLOURS.index(colour)]
        return () if pips is None else (self.white[0] + pips, self.white[1] + pips)

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """Reads `41/3256`; a die that has left the game is a dot: `66/62.3`."""
        try:
            if len(text) == 3 + len(COLOURS) and text[2] == "/":
                white = (_PIPS[text[0]], _PIPS[text[1]])
                return cls(white, tuple([_COLOURED[die] for die in text[3:]]))
        except (KeyError, TypeError):
            pass
        raise NotationError(
            f"not a roll: {text!r} (two white dice, a slash, red, yellow, green, blue: 41/3256)"
        )

    def __str__(self) -> str:
        coloured = "".join("." if pips is None else str(pips) for pips in self.coloured)
        return f"{self.white[0]}{self.white[1]}/{coloured}"

    def __repr__(self) -> str:
        return f"Roll.parse({str(self)!r})"
