"""What can be wrong with a text, a roll or a move, and how that is said."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """Why something is not allowed: a code for programs, which may translate it."""

    WRONG_PHASE = "wrong-phase"
    NOT_YOUR_DECISION = "not-your-decision"
    ALREADY_ANSWERED = "already-answered"
    NOTHING_TO_RETRACT = "nothing-to-retract"
    DICE_DO_NOT_FIT = "dice-do-not-fit"
    NO_SUCH_CELL = "no-such-cell"
    ROW_CLOSED = "row-closed"
    LEFT_OF_LAST_CROSS = "left-of-last-cross"
    WRONG_NUMBER = "wrong-number"
    NOT_ENOUGH_CROSSES = "not-enough-crosses"
    NO_LUCKY_NUMBERS = "no-lucky-numbers"
    NOT_A_LUCKY_NUMBER = "not-a-lucky-number"
    NOT_THE_FEWEST_CROSSES = "not-the-fewest-crosses"
    NOT_THE_NEXT_CELL = "not-the-next-cell"
    WRONG_SCORES = "wrong-scores"


class Refusal(NamedTuple):
    """Why a move is not allowed: the code, and a sentence for people."""

    reason: Reason
    message: str


class NotationError(ValueError):
    """A text that is no roll, move, record or position."""


class CannotPlay(ValueError):  # noqa: N818  (says who cannot play what)
    """An engine or a bot that does not know this sheet, or lacks what it needs for it."""


class IllegalMove(ValueError):  # noqa: N818  (the public name, as in python-chess)
    """Something well formed that the rules do not allow now; `reason` is the code."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return self.message
