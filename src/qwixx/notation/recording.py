"""Keeps the record of a game while it is played."""

from collections.abc import Iterable, Mapping

from qwixx.notation.record import SCORES, Record, Turn
from qwixx.rules import Game, Move, Phase, Roll


class Recording:
    """A game that is being played and written down.

    It takes the same steps as `Game` does. `game` is the result, and `record` the record so far.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.notation import Recording
        >>> recording = Recording(Game.new(players=1), ["Ann"])
        >>> game = recording.roll("41/3256")
        >>> game = recording.play(0, "r5")
        >>> recording.record.turns[0].choices
        (Move.parse('r5'),)
    """

    def __init__(
        self,
        start: Game,
        players: Iterable[str],
        headers: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.game = start
        """The game after the steps."""
        self.before_roll = start
        """The game as it was before the latest roll."""
        self._record = Record.new(start, players, headers=headers)
        self._turns: list[Turn] = []

    def roll(self, dice: Roll | str) -> Game:
        """Rolls, as `Game.roll` does."""
        dice = dice if isinstance(dice, Roll) else Roll.parse(dice)
        before, self.game = self.game, self.game.roll(dice)
        self.before_roll = before
        self._turns.append(Turn(dice))
        return self.game

    def roll_otherwise(self, dice: Roll | str) -> Game:
        """Replaces the latest roll, and forgets the moves of that turn."""
        dice = dice if isinstance(dice, Roll) else Roll.parse(dice)
        self.game = self.before_roll.roll(dice)
        self._turns[-1] = Turn(dice)
        return self.game

    def play(self, seat: int, move: Move | str) -> Game:
        """Plays a move, as `Game.play` does."""
        move = move if isinstance(move, Move) else Move.parse(move)
        before, self.game = self.game, self.game.play(seat, move)
        turn = self._turns[-1]
        if before.phase is Phase.COLOUR:
            self._turns[-1] = Turn(turn.dice, turn.choices, move)
        elif self.game.phase is not Phase.WHITE:
            answers = (*before.answers[:seat], move, *before.answers[seat + 1 :])
            choices = tuple(answer for answer in answers if isinstance(answer, Move))
            self._turns[-1] = Turn(turn.dice, choices)
        return self.game

    def retract(self, seat: int) -> Game:
        """Takes an answer back, as `Game.retract` does."""
        self.game = self.game.retract(seat)
        return self.game

    def take_back(self, seat: int) -> Game | None:
        """Goes back to before the latest real choice of a seat since the last roll.

        Forgets all later moves, and keeps the other white answers. Returns None and changes nothing
        if there was no choice, while a white phase runs, and once the game is over.
        """
        before = self._before_choice(seat)
        if before:
            self.game, self._turns[-1] = before
            return self.game
        return None

    def can_take_back(self, seat: int) -> bool:
        """Returns whether there is a choice that `take_back` can take back."""
        return self._before_choice(seat) is not None

    def _before_choice(self, seat: int) -> tuple[Game, Turn] | None:
        if not self._turns or self.game.phase in (Phase.WHITE, Phase.OVER):
            return None
        turn = self._turns[-1]
        white = self.before_roll.roll(turn.dice)
        for other, move in enumerate(turn.choices):
            if other != seat:
                white = white.play(other, move)
        if turn.colour and white.active == seat:
            colour = white.play(seat, turn.choices[seat])
            if len(colour.legal_moves(seat)) > 1:
                return colour, Turn(turn.dice, turn.choices)
        return (white, Turn(turn.dice)) if len(white.legal_moves(seat)) > 1 else None

    @property
    def record(self) -> Record:
        """The record so far. Sealed answers are not in it."""
        headers = dict(self._record.headers)
        if self.game.phase is Phase.OVER:
            headers[SCORES] = (" ".join(map(str, self.game.scores)),)
        return Record(headers, tuple(self._turns))
