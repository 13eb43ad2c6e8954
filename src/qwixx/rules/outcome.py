"""The effects of a move, and the end of a game."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from qwixx.rules.card import Card
from qwixx.rules.cell import Cell, Colour
from qwixx.rules.variant import Variant


class Consequences(NamedTuple):
    """The effects of a move that do not depend on the moves of others.

    Examples:
        >>> from qwixx import Game
        >>> brings = Game.new().roll("41/3256").consequences(0, "r5")
        >>> brings.points, [cell.name for cell in brings.skipped], brings.ends
        (1, ['r2', 'r3', 'r4'], False)
    """

    cell: Cell | None
    """The cell that is crossed; None in a pass."""
    crosses: int
    """Crosses that count: none in a pass, two where the lock is crossed as well."""
    skipped: tuple[Cell, ...]
    """The cells that are lost because they are skipped, from left to right."""
    closes: frozenset[Colour]
    """The rows that it closes, by the colours of their locks."""
    misthrow: bool
    """Whether it is a misthrow."""
    ends: bool
    """Whether it ends the game for sure."""
    points: int
    """The points that it adds to the total now."""


def cross_consequences(card: Card, closed: AbstractSet[Colour], cell: Cell) -> Consequences:
    """Returns the effects of crossing a cell while these rows are closed. Checks nothing."""
    variant, marks = card.variant, card.marks[cell.row]
    row, points = variant.rows[cell.row], variant.points
    return Consequences(
        cell=cell,
        crosses=cell.bits.bit_count(),
        skipped=row[cell.position - card.skips(cell) : cell.position],
        closes=frozenset([cell.closes]) if cell.locks else frozenset(),
        misthrow=False,
        ends=cell.locks and variant.is_over(len(closed) + 1),
        points=points[(marks | cell.bits).bit_count()] - points[marks.bit_count()],
    )


def pass_consequences(card: Card, *, misthrow: bool) -> Consequences:
    """Returns the effects of a pass, with or without a misthrow."""
    variant = card.variant
    ends = misthrow and variant.is_over(0, card.misthrows + 1)
    points = -variant.misthrow_points if misthrow else 0
    return Consequences(None, 0, (), frozenset(), misthrow, ends, points)


class Ending(StrEnum):
    """How a game ended.

    Examples:
        >>> from qwixx import Ending
        >>> Ending.MISTHROWS.value
        'fourth misthrow'
    """

    ROWS_CLOSED = "two rows closed"
    """A second row was closed (R3)."""
    ALL_ROWS_CLOSED = "four rows closed"
    """By a house rule (R15)."""
    MISTHROWS = "fourth misthrow"
    """A player marked the last misthrow, the fourth on every printed sheet (R6)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game that is over.

    Examples:
        >>> from qwixx import read_position
        >>> game = read_position("classic 0.5 11/6666=. 2,3/-/-/-/3")
        >>> outcome = game.play(0, "-").play(0, "-").outcome
        >>> outcome.scores, outcome.words
        ((-17,), 'fourth misthrow')
    """

    ending: Ending
    """The reason of the end."""
    scores: tuple[int, ...]
    """The totals, by seat."""
    winners: tuple[int, ...]
    """The seats that share the highest total."""
    words: str
    """The reason of the end, in the words of the variant, like `fourth misthrow`."""


def outcome_of(cards: Sequence[Card], closed: Collection[Colour]) -> Outcome | None:
    """Returns how a game with these cards and closed rows has ended; None while it goes on."""
    variant = cards[0].variant
    if not variant.is_over(len(closed), max(card.misthrows for card in cards)):
        return None
    ending = ending_by_rows(variant) if variant.is_over(len(closed)) else Ending.MISTHROWS
    scores = tuple([card.score for card in cards])
    best = max(scores)
    winners = tuple([seat for seat, score in enumerate(scores) if score == best])
    words = f"{variant.last_misthrow} misthrow" if ending is Ending.MISTHROWS else str(ending)
    return Outcome(ending, scores, winners, words)


def ending_by_rows(variant: Variant) -> Ending:
    """Returns how a game of that variant ends if misthrows do not end it.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.rules import ending_by_rows
        >>> ending_by_rows(VARIANTS["classic-all"]).value
        'four rows closed'
    """
    return Ending.ROWS_CLOSED if variant.most_closed == 2 else Ending.ALL_ROWS_CLOSED
