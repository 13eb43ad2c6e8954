"""Games so small that everything can be tried."""

from dataclasses import replace
from random import Random
from typing import Final

from qwixx.rules import Card, Game, Phase, Variant
from qwixx.rules.variant import make_variant
from qwixx.solver.layout import canonical_lucky, layout_for
from qwixx.solver.solve import solve
from qwixx.solver.table import SoloTable

PLAIN: Final = make_variant("plain", sides=2, locking_cells=1, crosses_to_lock=1)
LUCKY: Final = make_variant(
    "lucky", sides=2, locking_cells=1, crosses_to_lock=1, lucky_pairs=((2, 3), (3, 4))
)
TWO_LOCKS: Final = make_variant(
    "two locks", sides=2, locking_cells=2, crosses_to_lock=1, lucky_pairs=((2, 4),)
)
LONGER: Final = make_variant("longer", sides=3, locking_cells=1, crosses_to_lock=2)
LONGER_LUCKY: Final = make_variant(
    "longer lucky", sides=3, locking_cells=2, crosses_to_lock=2, lucky_pairs=((3, 4),)
)
# Colours mixed, with and without a mirror, numbers mixed, or both.
MIXED: Final = make_variant(
    "mixed",
    sides=2,
    locking_cells=1,
    crosses_to_lock=1,
    rows=("y2 g3 r4", "r2 b3 y4", "b4 r3 g2", "g4 y3 b2"),
)
SHUFFLED: Final = make_variant(
    "shuffled",
    sides=2,
    locking_cells=1,
    crosses_to_lock=1,
    rows=("r3 r2 r4", "y2 y4 y3", "g4 g2 g3", "b3 b4 b2"),
)
LONGER_MIXED: Final = make_variant(
    "longer mixed",
    sides=3,
    locking_cells=1,
    crosses_to_lock=2,
    rows=("y3 b2 g5 y4 r6", "r2 b5 g3 r4 y6", "r5 y2 b4 r3 g6", "y5 g2 b6 g4 b3"),
)


def solve_now(variant: Variant, lucky: tuple[int, ...] = ()) -> SoloTable:
    """The table of a small game, without any file."""
    kept, from_other_side = canonical_lucky(variant, lucky)
    layout = layout_for(variant, kept)
    solved = solve(layout, threads=1)
    return SoloTable(layout, solved.gains[0], from_other_side, solved.seconds, cached=False)


def position(card: Card) -> Game:
    """The solo game before a roll with that card."""
    colours = card.variant.row_colours
    closed = frozenset(colour for colour in colours if card.has_lock(colour))
    return Game((card,), 0, 1, Phase.ROLL, closed)


def random_position(
    variant: Variant, lucky: tuple[int, ...], crosses: int, misthrows: int, rng: Random
) -> Game:
    """Returns a position with that number of crosses in which the game goes on."""
    while True:
        card = replace(Card.empty(variant, lucky), misthrows=misthrows)
        for _ in range(crosses):
            cells = [
                cell
                for row, marks in zip(variant.rows, card.marks, strict=True)
                for cell in row[marks.bit_length() :]
                if not cell.locks or marks.bit_count() >= variant.crosses_to_lock
            ]
            if cells:
                card = card.with_cross(rng.choice(cells))
        game = position(card)
        if len(game.closed) < variant.most_closed:
            return game
