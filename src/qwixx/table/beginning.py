"""The beginning of a game: the dice are sealed, then the cards are dealt."""

from collections.abc import Sequence

from qwixx.notation import Recording
from qwixx.rules import Game, Pad, Variant, find_variant
from qwixx.table.fair import ABSENT, BOT, FairDice, Seal
from qwixx.table.stages import PadGame, Playing
from qwixx.table.state import Table


def seal(table: Table, secret: str) -> None:
    """Sets the server's secret for the next dice, and forgets all commitments."""
    table.secret = secret
    table.commitments = {}
    for seat in table.seats:
        seat.commitment, seat.part, seat.excused = "", "", False
    table.open_question()


def begin_if_sealed(table: Table) -> None:
    """Begins the game once all parts are here."""
    if table.uncommitted or table.unrevealed:
        return
    asked = () if table.day else table.seats
    parts = (s.part or (ABSENT if s.kind == "player" else BOT) for s in asked)
    restarts, variant = tuple(table.reseals), table.options.variant
    sealed = Seal(table.game_id, variant, tuple(parts), table.next_first, restarts, table.scheme)
    dice = FairDice(table.secret, sealed)
    start = _first_position(table, dice)
    if table.options.dice == "pad":
        table.stage_data = PadGame(Pad.new(start.cards))
    else:
        fair = dice if table.options.dice == "ours" else None
        table.stage_data = Playing(Recording(start, [seat.name for seat in table.seats]), fair)
    table.open_question()


def _first_position(table: Table, lots: FairDice) -> Game:
    """Returns the game before its first roll. `lots` draws everything that was not set by hand."""
    variant, count = find_variant(table.options.variant), len(table.seats)
    first = lots.first(count) if table.next_first is None else table.next_first
    by_hand = [seat.lucky if table.options.dice != "ours" else () for seat in table.seats]
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
