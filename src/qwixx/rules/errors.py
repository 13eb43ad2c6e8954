"""The errors of texts, rolls and moves, with their reasons."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """Why something is not allowed: a code for programs, which may translate it.

    Examples:
        >>> from qwixx import Game, Reason
        >>> Game.new().refusal(0, "r5").reason is Reason.WRONG_PHASE
        True
    """

    WRONG_PHASE = "wrong-phase"
    """The game waits for something else."""
    NOT_YOUR_DECISION = "not-your-decision"
    """The game waits for another player."""
    ALREADY_ANSWERED = "already-answered"
    """This seat has answered the white dice; it may retract."""
    NOTHING_TO_RETRACT = "nothing-to-retract"
    """There is no white answer that could be taken back."""
    DICE_DO_NOT_FIT = "dice-do-not-fit"
    """A die that has left the game is rolled, one is missing, or it has no such face."""
    NO_SUCH_CELL = "no-such-cell"
    """The card has no such number in that colour."""
    ROW_CLOSED = "row-closed"
    """The row of that cell is closed."""
    LEFT_OF_LAST_CROSS = "left-of-last-cross"
    """There is a cross in that cell, or right of it."""
    WRONG_NUMBER = "wrong-number"
    """The dice do not make that number."""
    NOT_ENOUGH_CROSSES = "not-enough-crosses"
    """The row has too few crosses to be locked."""
    NO_LUCKY_NUMBERS = "no-lucky-numbers"
    """A lucky cross, in a game that has none."""
    NOT_A_LUCKY_NUMBER = "not-a-lucky-number"
    """A lucky cross, but the white sum is no lucky number of this card."""
    NOT_THE_FEWEST_CROSSES = "not-the-fewest-crosses"
    """A lucky cross, but another open row has fewer crosses."""
    NOT_THE_NEXT_CELL = "not-the-next-cell"
    """A lucky cross, but that is not the next free cell of its row."""
    WRONG_SCORES = "wrong-scores"
    """The scores in a record are not those of its game."""


class Refusal(NamedTuple):
    """Why a move is not allowed: the code, and a sentence for people.

    Examples:
        >>> from qwixx import Game
        >>> Game.new().roll("41/3256").refusal(0, "r6").message
        'the dice give 5, not red 6'
    """

    reason: Reason
    """The code."""
    message: str
    """The sentence, in English."""


class NotationError(ValueError):
    """A text that is no roll, move, record or position.

    Examples:
        >>> from qwixx import read_position
        >>> read_position("chess")
        Traceback (most recent call last):
        qwixx.rules.errors.NotationError: not a position: 'chess'
    """


class CannotPlay(ValueError):  # noqa: N818  (says who cannot play what)
    """An engine or a bot does not know this sheet, or lacks what it needs for it.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import evaluate
        >>> evaluate(Game.new("classic-all"))
        Traceback (most recent call last):
        qwixx.kernel.weights_file.BadWeights: no net for classic-all: the coach cannot judge it
    """


class IllegalMove(ValueError):  # noqa: N818  (the public name, as in python-chess)
    """Something well formed that the rules do not allow now; `reason` is the code.

    Examples:
        >>> from qwixx import Game
        >>> Game.new().roll("41/3256").play(0, "b2")
        Traceback (most recent call last):
        qwixx.rules.errors.IllegalMove: the dice give 5, not blue 2
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        """The code."""
        self.message = message
        """The sentence, in English."""

    def __str__(self) -> str:
        return self.message
