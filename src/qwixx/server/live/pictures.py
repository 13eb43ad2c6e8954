"""Cards, dice and moves as the page draws them, and a whole game picture by picture."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from qwixx.notation import Record
from qwixx.protocol.cards import Card, CardRow, ClosedRow
from qwixx.protocol.http import Frame
from qwixx.protocol.views import ColourDie, Dice
from qwixx.rules import COLOURS, Answer, Roll
from qwixx.rules import Card as RulesCard
from qwixx.table.played import Closing, closings

_STEPS: Final[tuple[Literal["roll", "white", "colour"], ...]] = ("roll", "white", "colour")


@lru_cache(maxsize=1000)
def dice(roll: Roll) -> Dice:
    colours = [
        None if pips is None else ColourDie(colour, pips, list(roll.colour_sums(colour)))
        for colour, pips in zip(COLOURS, roll.coloured, strict=True)
    ]
    return Dice(str(roll), list(roll.white), roll.white_sum, colours)


# The same card is drawn again and again, until its player crosses something.
@lru_cache(maxsize=5000)
def card(card: RulesCard) -> Card:
    rows = []
    for row, marks in zip(card.variant.rows, card.marks, strict=True):
        last = marks.bit_length()
        signs = ["x" if marks >> n & 1 else "-" if n < last else "." for n in range(len(row))]
        crosses = marks.bit_count()
        locked = bool(marks >> len(row))
        rows.append(CardRow("".join(signs), locked, crosses, card.variant.points[crosses]))
    return Card(rows, card.misthrows, card.score, list(card.lucky))


def closed_rows(closings: Iterable[Closing]) -> list[ClosedRow]:
    return [ClosedRow(each.colour, each.turn, list(each.by)) for each in closings]


def moves(answers: Iterable[Answer | None]) -> list[str]:
    return [str(answer) for answer in answers]


def frames(record: Record) -> list[Frame]:
    """A finished game, step by step."""
    steps: list[Frame] = []
    game = record.start
    closed: list[Closing] = []
    for number, turn in enumerate(record.turns, 1):
        active = game.active
        for step, after in zip(_STEPS, turn.play(game), strict=False):
            closed += closings(game, after)
            steps.append(
                Frame(
                    turn=number,
                    step=step,
                    active=active,
                    roll=dice(turn.dice),
                    white=moves(turn.choices) if step != "roll" else None,
                    colour=str(turn.colour) if step == "colour" else None,
                    misthrow=after.cards[active].misthrows > game.cards[active].misthrows,
                    cards=[card(each) for each in after.cards],
                    closed=closed_rows(closed),
                )
            )
            game = after
    return steps
