"""Begins a game: settles who rolls first, and the lucky numbers on the cards."""

from collections.abc import Sequence

from qwixx.rules import Game, Variant, find_variant
from qwixx.table.fair import FairDice
from qwixx.table.options import GameOptions
from qwixx.table.seat import Seat


def beginning(
    options: GameOptions, seats: Sequence[Seat], lots: FairDice, first: int | None
) -> Game:
    """Returns the game before its first roll. `lots` draws everything that was not set by hand."""
    variant = find_variant(options.variant)
    count = len(seats)
    first = lots.first(count) if first is None else first
    by_hand = [seat.lucky if options.dice != "ours" else () for seat in seats]
    return Game.new(variant, count, first=first, lucky=_lucky(variant, by_hand, lots))


def _lucky(
    variant: Variant, by_hand: Sequence[tuple[int, ...]], lots: FairDice
) -> list[tuple[int, ...]] | None:
    """Returns the pairs that were set by hand, and free pairs for the other cards."""
    dealt = lots.lucky(variant, len(by_hand))
    if dealt is None:
        return None
    taken = {frozenset(pair) for pair in by_hand}
    order = dict.fromkeys((*dealt, *variant.lucky_pairs))
    free = (pair for pair in order if frozenset(pair) not in taken)
    return [pair or next(free) for pair in by_hand]
