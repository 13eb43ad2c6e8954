"""Makes the parts of views that show cards, dice and moves."""

from collections.abc import Iterable
from functools import lru_cache

from qwixx.protocol.cards import Card, CardRow, ClosedRow
from qwixx.protocol.views import ColourDie, Dice
from qwixx.rules import COLOURS, Answer, Roll
from qwixx.rules import Card as RulesCard
from qwixx.table.played import Closing


@lru_cache(maxsize=1000)
def dice_view(roll: Roll) -> Dice:
    """Returns the dice of a roll, with the sums that they make."""
    colours = [
        None if pips is None else ColourDie(colour, pips, list(roll.colour_sums(colour)))
        for colour, pips in zip(COLOURS, roll.coloured, strict=True)
    ]
    return Dice(str(roll), list(roll.white), roll.white_sum, colours)


# The same card is drawn again and again, until its player crosses something.
@lru_cache(maxsize=5000)
def card_view(card: RulesCard) -> Card:
    """Returns a card with its crosses."""
    rows = []
    for row, marks in zip(card.variant.rows, card.marks, strict=True):
        last = marks.bit_length()
        signs = ["x" if marks >> n & 1 else "-" if n < last else "." for n in range(len(row))]
        crosses = marks.bit_count()
        locked = bool(marks >> len(row))
        rows.append(CardRow("".join(signs), locked, crosses, card.variant.points[crosses]))
    return Card(rows, card.misthrows, card.score, list(card.lucky))


def closed_row_views(closings: Iterable[Closing]) -> list[ClosedRow]:
    """Returns the closed rows, with the seats that locked them."""
    return [ClosedRow(each.colour, each.turn, list(each.by)) for each in closings]


def move_texts(answers: Iterable[Answer | None]) -> list[str]:
    """Returns moves in the notation."""
    return [str(answer) for answer in answers]
