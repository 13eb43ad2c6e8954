"""Derives the dice of a finished game again, from the secrets that its view shows."""

from collections.abc import Iterator

from qwixx.protocol.cards import house_rule
from qwixx.protocol.dice import Fair
from qwixx.protocol.views import OverView
from qwixx.rules import COLOURS, NotationError, Roll, find_variant
from qwixx.table.fair import ABSENT, BOT, DAY_SCHEME, GAME, SCHEME, DiceHeaders, Seal, is_secret
from qwixx.table.verify import Shown, contradictions


def contradictions_of(view: OverView, fair: Fair) -> Iterator[str]:
    """Finds the parts of a game that do not follow from the secrets."""
    if fair.scheme == DAY_SCHEME:  # Its secret is shown when the day is over.
        return
    if fair.scheme != SCHEME or not GAME.fullmatch(fair.game):
        yield f"these dice are sealed in a way that is not known here: {fair.scheme} {fair.game}"
        return
    if fair.secret is None or not is_secret(fair.secret):
        yield "the server does not show its secret"
        return
    variant = find_variant(
        (view.options.all_rows and house_rule(view.options.variant)) or view.options.variant
    )
    cards = view.game.cards
    try:
        rolls = [Roll.parse(text) for text in view.result.rolls]
    except NotationError as error:
        yield f"a roll cannot be read: {error}"
        return
    gone = [
        [colour for colour, pips in zip(COLOURS, roll.coloured, strict=True) if pips is None]
        for roll in rolls
    ]
    shown = Shown(
        variant,
        len(cards),
        view.result.first,
        [tuple(card.lucky) for card in cards],
        zip(rolls, gone, strict=True),
    )
    seal = Seal(
        fair.game,
        variant.name,
        tuple(_parts(fair, len(cards))),
        fair.first,
        tuple(map(tuple, fair.restarts)),
    )
    yield from contradictions(DiceHeaders(fair.commitment, fair.secret, seal), fair.secret, shown)


def _parts(fair: Fair, seats: int) -> Iterator[str]:
    """Returns the part of each seat, as the key of the game has it."""
    parts = {part.seat: ABSENT if part.excused else part.part or ABSENT for part in fair.parts}
    return (parts.get(seat, BOT) for seat in range(seats))
