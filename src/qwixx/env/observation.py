"""The observation of a seat: one flat array of zeros and ones, the same in all environments.

The seats come first, the observing seat before the others clockwise; the shared facts come last.
A count is written as that number of ones. So points are a weighted sum of entries.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.row_states import row_states_for
from qwixx.rules import COLOUR_NAMES, COLOURS, PASS, Card, Game, Phase, Variant

Bits: TypeAlias = NDArray[np.int8]

_DICE: Final = ("white 1", "white 2", *(COLOUR_NAMES[colour] for colour in COLOURS))


@dataclass(frozen=True)
class Layout:
    """The positions of all facts in the observation of a variant with some number of players.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.env import layout_of
        >>> layout = layout_of(VARIANTS["classic"], players=2)
        >>> layout.seat, layout.size == len(layout.describe())
        (97, True)
    """

    variant: Variant
    """The variant."""
    players: int
    """The number of players."""

    # A row of a card

    @cached_property
    def cells(self) -> int:
        """Cells of a row: a one for each cell that can no longer be crossed."""
        return len(self.variant.rows[0])

    @cached_property
    def crosses(self) -> int:
        """The most crosses of a row, the lock included: a one for each cross that it has."""
        return int(row_states_for(self.variant).crosses.max())

    @property
    def row(self) -> int:
        """Entries of a row: its cells, then its crosses."""
        return self.cells + self.crosses

    # A seat: its rows, and then

    @property
    def misthrows(self) -> int:
        """The first entry of a seat's misthrows."""
        return self.row * len(self.variant.rows)

    @property
    def active(self) -> int:
        """The entry that is one if a seat is the active one."""
        return self.misthrows + self.variant.most_misthrows

    @property
    def lucky(self) -> int:
        """The first entry of a seat's lucky numbers, if any: a one for each, by sum."""
        return self.active + 1

    @cached_property
    def seat(self) -> int:
        """Entries of a seat."""
        return self.lucky + (len(self.variant.numbers) if self.variant.lucky_count else 0)

    # The shared facts, after all seats

    @property
    def phase(self) -> int:
        """The first entry of the phase: white, colour; both are 0 when the game is over."""
        return self.seat * self.players

    @property
    def crossed(self) -> int:
        """The entry that is one in the colour phase if the active seat has crossed before."""
        return self.phase + 2

    @property
    def closed(self) -> int:
        """The first entry of the closed rows."""
        return self.crossed + 1

    @property
    def dice(self) -> int:
        """The first entry of the dice: white, white, red, yellow, green, blue.

        Each die has a one for the side that is up, or none if it has left the game.
        """
        return self.closed + len(self.variant.rows)

    @cached_property
    def size(self) -> int:
        """Entries of the whole observation."""
        return self.dice + len(_DICE) * self.variant.sides

    def describe(self) -> tuple[str, ...]:
        """The name of each entry."""
        names: list[str] = []
        for seat in range(self.players):
            who = f"seat +{seat}" if seat else "own"
            names += [f"{who} {name}" for name in self._seat_names()]
        names += ["white phase", "colour phase", "the active seat has crossed"]
        names += [f"row {colour} closed" for colour in self.variant.row_colours]
        names += [f"die {die} {side + 1}" for die in _DICE for side in range(self.variant.sides)]
        return tuple(names)

    def _seat_names(self) -> list[str]:
        variant = self.variant
        names: list[str] = []
        for row, colour in zip(variant.rows, variant.row_colours, strict=True):
            names += [f"row {colour} {cell.cross} gone" for cell in row]
            names += [f"row {colour} crosses ≥ {count + 1}" for count in range(self.crosses)]
        names += [f"misthrows ≥ {count + 1}" for count in range(variant.most_misthrows)]
        names.append("active")
        if variant.lucky_count:
            names += [f"lucky {number}" for number in variant.numbers]
        return names

    def observe(self, game: Game, seat: int) -> Bits:
        """Returns the observation of any game of the rules, for bots trained in an environment."""
        active = game.active
        order = [*range(seat, self.players), *range(seat)]
        parts = [self._card(game.cards[place], place == active) for place in order]
        white, colour = game.phase is Phase.WHITE, game.phase is Phase.COLOUR
        parts.append(bytes((white, colour, colour and game.answers[active] != PASS)))
        parts.append(bytes(row in game.closed for row in self.variant.row_colours))
        pips: list[int | None] = [None] * len(_DICE)
        if game.dice:
            # A row that was closed in the white phase has lost its die.
            coloured = zip(COLOURS, game.dice.coloured, strict=True)
            pips = [*game.dice.white, *(None if c in game.closed else die for c, die in coloured)]
        sides = range(1, self.variant.sides + 1)
        parts += [bytes(side == die for side in sides) for die in pips]
        return np.frombuffer(bytearray().join(parts), np.int8)

    def _card(self, card: Card, active: bool) -> bytes:
        lock = 1 << self.cells
        parts = []
        for marks in card.marks:
            parts.append(_thermometer((marks & ~lock).bit_length(), self.cells))
            parts.append(_thermometer(marks.bit_count(), self.crosses))
        parts.append(_thermometer(card.misthrows, self.variant.most_misthrows))
        parts.append(bytes([active]))
        if self.variant.lucky_count:
            parts.append(bytes(number in card.lucky for number in self.variant.numbers))
        return b"".join(parts)


@lru_cache(maxsize=64)
def layout_of(variant: Variant, players: int) -> Layout:
    """Returns the layout, made once.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.env import layout_of
        >>> layout_of(VARIANTS["classic"], players=5).describe()[0]
        'own row r r2 gone'
    """
    return Layout(variant, players)


def _thermometer(count: int, length: int) -> bytes:
    return b"\1" * count + b"\0" * (length - count)
