"""When a game is over, and how it ended."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from qwixx.rules.card import Card
from qwixx.rules.colours import Colour
from qwixx.rules.variant import Variant


class Ending(StrEnum):
    """How a game ended.

    Examples:
        >>> from qwixx import Ending, read_position
        >>> game = read_position("classic 0.4 11/6666=. -/-/-/-/3")
        >>> game.play(0, "-").play(0, "-").outcome.ending is Ending.MISTHROWS
        True
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
    """How a game with these cards has ended while these rows are closed; None while it goes on."""
    variant = cards[0].variant
    if len(closed) >= variant.most_closed:
        ending = ending_by_rows(variant)
    elif any(card.misthrows >= variant.most_misthrows for card in cards):
        ending = Ending.MISTHROWS
    else:
        return None
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
