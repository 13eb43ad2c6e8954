"""The observation of a seat: one flat array of zeros and ones, the same in all environments.

The seats come first, the observing seat before the others clockwise; the shared facts come last.
A count is written as that number of ones. So points are a weighted sum of entries.
"""

from dataclasses import dataclass
from functools import lru_cache
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

    cells: int
    """Cells of a row: a one for each cell that can no longer be crossed."""
    crosses: int
    """The most crosses of a row, the lock included: a one for each cross that it has."""
    row: int
    """Entries of a row: its cells, then its crosses. The rows of a seat come first."""
    misthrows: int
    """The first entry of a seat's misthrows."""
    active: int
    """The entry that is one if a seat is the active one."""
    lucky: int
    """The first entry of a seat's lucky numbers, if any: a one for each, by sum."""
    seat: int
    """Entries of a seat. The shared facts come after all seats."""
    phase: int
    """The first entry of the phase: white, colour; both are 0 when the game is over."""
    crossed: int
    """The entry that is one in the colour phase if the active seat has crossed before."""
    closed: int
    """The first entry of the closed rows."""
    dice: int
    """The first entry of the dice: white, white, red, yellow, green, blue. Each has a one for the
    side that is up, or none if it has left the game."""
    size: int
    """Entries of the whole observation."""

    def describe(self) -> tuple[str, ...]:
        """Returns the name of each entry."""
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
    """Returns the layout of a variant for a number of players, the same object each time.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.env import layout_of
        >>> layout_of(VARIANTS["classic"], players=5).describe()[0]
        'own row r r2 gone'
    """
    rows, cells = len(variant.rows), len(variant.rows[0])
    crosses = int(row_states_for(variant).crosses.max())
    misthrows = rows * (cells + crosses)
    active = misthrows + variant.most_misthrows
    seat = active + 1 + (len(variant.numbers) if variant.lucky_count else 0)
    phase = seat * players
    dice = phase + 3 + rows
    size = dice + len(_DICE) * variant.sides
    return Layout(
        *(variant, players, cells, crosses, cells + crosses, misthrows, active, active + 1, seat),
        *(phase, phase + 2, phase + 3, dice, size),
    )


def _thermometer(count: int, length: int) -> bytes:
    return b"\1" * count + b"\0" * (length - count)
