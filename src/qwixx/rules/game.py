"""A game in progress: who may do what now, and what comes of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias

from qwixx.rules.card import Card
from qwixx.rules.colours import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.consequences import Consequences, cross_consequences, pass_consequences
from qwixx.rules.dice import Roll
from qwixx.rules.errors import IllegalMove, Reason, Refusal
from qwixx.rules.legality import (
    NO_MOVES,
    Moves,
    colour_moves,
    colour_refusal,
    colour_refusals,
    white_moves,
    white_refusal,
    white_refusals,
)
from qwixx.rules.move import PASS, Move
from qwixx.rules.outcome import Outcome, outcome_of
from qwixx.rules.setup import is_int, lucky_numbers
from qwixx.rules.variant import MOST_PLAYERS, Cell, Variant, find_variant


class Phase(StrEnum):
    """What the game waits for.

    Examples:
        >>> from qwixx import Game, Phase
        >>> Game.new().phase is Phase.ROLL
        True
        >>> Game.new().phase == "roll"
        True
    """

    ROLL = "roll"
    """For the active player to roll."""
    WHITE = "white"
    """For everybody to answer the white dice."""
    COLOUR = "colour"
    """For the active player's colour move."""
    OVER = "over"
    """For nothing any more."""


class Sealed(Enum):
    """Stands for an answer that has been given but may not be known yet.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.rules import Sealed
        >>> seen = Game.new(players=2).roll("41/3256").play(1, "y5").seen_by(0)
        >>> seen.answers == (None, Sealed.SEALED)
        True
    """

    SEALED = "?"
    """The only value; it is written as it is in a position."""

    def __str__(self) -> str:
        return self.value


Answer: TypeAlias = Move | Sealed
"""A white answer as a game shows it.

Examples:
    >>> from qwixx import Game
    >>> from qwixx.rules import Answer
    >>> answers: tuple[Answer | None, ...] = Game.new().roll("41/3256").play(1, "y5").answers
    >>> answers
    (None, Move.parse('y5'))
"""


@dataclass(frozen=True, slots=True)
class Game:
    """One position of a game. It never changes: every step returns a new Game.

    Start with `Game.new`; then `roll`, `play` for each seat, and so on while the `phase` says so.

    Examples:
        >>> from qwixx import Game
        >>> game = Game.new("classic", players=2).roll("41/3256")
        >>> game.awaited, "y5" in game.legal_moves(1), len(game.legal_moves(1))
        ((0, 1), True, 5)
        >>> game = game.play(1, "y5")  # sealed: it shows in no card yet
        >>> game.scores, game.play(0, "r5").scores
        ((0, 0), (1, 1))
        >>> game = game.play(0, "r5").play(0, "b10")
        >>> game
        <Game classic turn 2 seat 1 active, phase roll, scores 2/1>
    """

    cards: tuple[Card, ...]
    """One card for each seat, with what everybody may see on it."""
    first: int
    """The seat that rolled first."""
    turn: int
    """The number of this turn, from 1."""
    phase: Phase
    """What it waits for."""
    closed: frozenset[Colour]
    """The colours of the closed rows, whose dice have left the game."""
    dice: Roll | None = None
    """What was rolled in this turn."""
    answers: tuple[Answer | None, ...] = ()
    """This turn's white answers by seat: None is missing. Sealed until all have answered."""

    @classmethod
    def new(
        cls,
        variant: str | Variant = "classic",
        players: int = 2,
        *,
        first: int = 0,
        lucky: Iterable[Iterable[int]] | None = None,
    ) -> "Game":
        """A game before its first roll. Longo needs the lucky numbers of each seat."""
        if not isinstance(variant, Variant):
            variant = find_variant(variant)
        if not is_int(players) or not 1 <= players <= MOST_PLAYERS:
            raise ValueError(f"1 to {MOST_PLAYERS} can play, not {players!r}")
        if not is_int(first) or not 0 <= first < players:
            raise ValueError(f"no seat {first!r} can be first: the seats are 0 to {players - 1}")
        pairs = lucky_numbers(variant, players, lucky)
        cards = tuple(Card.empty(variant, pair) for pair in pairs)
        return cls(cards, first, 1, Phase.ROLL, frozenset())

    # What can be seen

    @property
    def variant(self) -> Variant:
        """The game of the family that is played."""
        return self.cards[0].variant

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.cards)

    @property
    def active(self) -> int:
        """The seat of the active player, who rolls and has the colour phase."""
        return (self.first + self.turn - 1) % len(self.cards)

    @property
    def answered(self) -> frozenset[int]:
        """The seats that have answered the white dice of this turn."""
        return frozenset(seat for seat, answer in enumerate(self.answers) if answer is not None)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have a decision to make now."""
        if self.phase is Phase.WHITE:
            return tuple(seat for seat, answer in enumerate(self.answers) if answer is None)
        return (self.active,) if self.phase is Phase.COLOUR else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals by seat, as the cards show them now."""
        return tuple([card.score for card in self.cards])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the highest total, once the game is over."""
        outcome = self.outcome
        return outcome.winners if outcome else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.phase is not Phase.OVER:
            return None
        return outcome_of(self.cards, self.closed)

    def seen_by(self, seat: int | None) -> "Game":
        """The game as that seat may know it (None: a spectator): others' open answers are sealed.

        It can be asked and played like any other, but it cannot reveal what it does not know: once
        all seats have answered it stays in the white phase. `unsealed` lets it be played on.
        """
        if seat is not None:
            self._check_seat(seat)
        if self.phase is not Phase.WHITE:
            return self
        return self._with_answers(
            tuple(
                [
                    answer if answer is None or other == seat else Sealed.SEALED
                    for other, answer in enumerate(self.answers)
                ]
            )
        )

    def unsealed(self) -> "Game":
        """Returns the same game without the sealed answers of others, whose seats answer again.

        A bot that plays on from the game it is shown begins with this. A game in which nothing is
        sealed, in any phase, is returned as it is.

        Examples:
            >>> from qwixx import Game
            >>> seen = Game.new(players=2).roll("41/3256").play(1, "y5").seen_by(0)
            >>> seen.awaited, seen.unsealed().awaited
            ((0,), (0, 1))
        """
        if Sealed.SEALED not in self.answers:
            return self
        return self._with_answers(
            tuple([None if answer is Sealed.SEALED else answer for answer in self.answers])
        )

    def legal_moves(self, seat: int) -> Moves:
        """What that seat may play now; empty when it has nothing to decide."""
        self._check_seat(seat)
        if self.phase is Phase.WHITE:
            if self.answers[seat] is None and self.dice:
                return white_moves(self.cards[seat], self.closed, self.dice.white_sum)
        elif self.phase is Phase.COLOUR and seat == self.active and self.dice:
            return colour_moves(self.cards[seat], self.closed, self.dice)
        return NO_MOVES

    def refusal(self, seat: int, move: Move | str) -> Refusal | None:
        """Why that seat may not make that move now; None if it may."""
        self._check_seat(seat)
        if not isinstance(move, Move):
            move = Move.parse(move)
        if self.phase is Phase.WHITE:
            if self.answers[seat] is None and self.dice:
                return white_refusal(self.cards[seat], self.closed, self.dice.white_sum, move)
        elif self.phase is Phase.COLOUR and seat == self.active and self.dice:
            return colour_refusal(self.cards[seat], self.closed, self.dice, move)
        return self._idle(seat)

    def refusals(self, seat: int) -> dict[Cell, Refusal | None]:
        """Why that seat may not cross each cell of its card now, row by row from left to right;
        None where it may, with the sum of dice or by luck."""
        self._check_seat(seat)
        if self.phase is Phase.WHITE:
            if self.answers[seat] is None and self.dice:
                return white_refusals(self.cards[seat], self.closed, self.dice.white_sum)
        elif self.phase is Phase.COLOUR and seat == self.active and self.dice:
            return colour_refusals(self.cards[seat], self.closed, self.dice)
        idle = self._idle(seat)
        return {cell: idle for row in self.variant.rows for cell in row}

    def consequences(self, seat: int, move: Move | str) -> Consequences:
        """What that move would bring by itself; IllegalMove if that seat may not make it now.

        White answers count together, so in the white phase this is what is certain whatever the
        others answer: they may close further rows, and end the game, beside it. A misthrow is
        never certain before the colour phase.
        """
        if not isinstance(move, Move):
            move = Move.parse(move)
        refusal = self.refusal(seat, move)
        if refusal:
            raise IllegalMove(*refusal)
        card = self.cards[seat]
        if move.colour is None:
            misthrow = self.phase is Phase.COLOUR and self.answers[seat] == PASS
            return pass_consequences(card, misthrow=misthrow)
        return cross_consequences(card, self.closed, self.variant.cell(move))

    # What can be done

    def roll(self, dice: Roll | str) -> "Game":
        """The active player rolls: these dice fall, and the white phase begins."""
        if not isinstance(dice, Roll):
            dice = Roll.parse(dice)
        if self.phase is not Phase.ROLL:
            raise IllegalMove(Reason.WRONG_PHASE, _WAITS_FOR[self.phase])
        self._check_dice(dice)
        nobody = (None,) * len(self.cards)
        return Game(self.cards, self.first, self.turn, Phase.WHITE, self.closed, dice, nobody)

    def play(self, seat: int, move: Move | str) -> "Game":
        """That seat makes that move: a white answer, or the active player's colour move."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        refusal = self.refusal(seat, move)
        if refusal:
            raise IllegalMove(*refusal)
        if self.phase is Phase.COLOUR:
            return self._after_colour(move)
        answers = (*self.answers[:seat], move, *self.answers[seat + 1 :])
        for answer in answers:
            if type(answer) is not Move:
                return self._with_answers(answers)
        return self._after_white(answers)

    def retract(self, seat: int) -> "Game":
        """That seat takes its white answer back, while others are still missing."""
        self._check_seat(seat)
        if self.phase is not Phase.WHITE:
            raise IllegalMove(
                Reason.WRONG_PHASE, "an answer can be taken back only while others are missing"
            )
        if self.answers[seat] is None:
            raise IllegalMove(Reason.NOTHING_TO_RETRACT, f"seat {seat} has not answered yet")
        return self._with_answers((*self.answers[:seat], None, *self.answers[seat + 1 :]))

    # How it goes on

    def _with_answers(self, answers: tuple[Answer | None, ...]) -> "Game":
        return Game(self.cards, self.first, self.turn, Phase.WHITE, self.closed, self.dice, answers)

    def _after_white(self, answers: tuple[Answer | None, ...]) -> "Game":
        """All have answered: every cross is made at once, and only then rows close (R1)."""
        cards = list(self.cards)
        closed = self.closed
        for seat, move in enumerate(answers):
            if isinstance(move, Move) and move.colour is not None:
                cell = self.variant.by_name[move.colour, move.number]
                cards[seat] = cards[seat].with_cross(cell)
                if cell.locks:
                    closed |= {cell.closes}
        if len(closed) >= self.variant.most_closed:
            return Game(tuple(cards), self.first, self.turn, Phase.OVER, closed)
        return Game(tuple(cards), self.first, self.turn, Phase.COLOUR, closed, self.dice, answers)

    def _after_colour(self, move: Move) -> "Game":
        """The turn is complete: a misthrow if the active player crossed nothing in it."""
        active = self.active
        card = self.cards[active]
        closed = self.closed
        if move.colour is not None:
            cell = self.variant.by_name[move.colour, move.number]
            card = card.with_cross(cell)
            if cell.locks:
                closed |= {cell.closes}
        elif self.answers[active] == PASS:
            card = card.with_misthrow()
        cards = (*self.cards[:active], card, *self.cards[active + 1 :])
        variant = card.variant
        if len(closed) >= variant.most_closed or card.misthrows >= variant.most_misthrows:
            return Game(cards, self.first, self.turn, Phase.OVER, closed)
        return Game(cards, self.first, self.turn + 1, Phase.ROLL, closed)

    # What is checked

    def _idle(self, seat: int) -> Refusal:
        """Why that seat has nothing to decide now."""
        if self.phase is Phase.WHITE:
            return Refusal(Reason.ALREADY_ANSWERED, f"seat {seat} has answered already")
        if self.phase is Phase.COLOUR:
            return Refusal(
                Reason.NOT_YOUR_DECISION,
                f"the colour phase belongs to the active player, seat {self.active}",
            )
        return Refusal(Reason.WRONG_PHASE, _WAITS_FOR[self.phase])

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self.cards)):
            raise ValueError(f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}")

    def _check_dice(self, dice: Roll) -> None:
        sides = self.variant.sides
        for white in dice.white:
            if not 1 <= white <= sides:
                raise _dice_do_not_fit(f"a die with {sides} sides cannot show {white}")
        for colour, pips in zip(COLOURS, dice.coloured, strict=True):
            if pips is None:
                if colour not in self.closed:
                    name = COLOUR_NAMES[colour]
                    raise _dice_do_not_fit(f"the {name} die is still in the game: roll it too")
            elif colour in self.closed:
                raise _dice_do_not_fit(f"the {COLOUR_NAMES[colour]} die has left the game")
            elif not 1 <= pips <= sides:
                raise _dice_do_not_fit(f"a die with {sides} sides cannot show {pips}")

    def __repr__(self) -> str:
        dice = f" {self.dice}" if self.dice else ""
        return (
            f"<Game {self.variant.name} turn {self.turn} seat {self.active} active, "
            f"phase {self.phase}{dice}, scores {'/'.join(map(str, self.scores))}>"
        )


_WAITS_FOR = {
    Phase.ROLL: "the dice have not been rolled yet",
    Phase.WHITE: "the players are choosing for the white dice",
    Phase.COLOUR: "the active player is choosing a colour move",
    Phase.OVER: "the game is over",
}


def _dice_do_not_fit(message: str) -> IllegalMove:
    return IllegalMove(Reason.DICE_DO_NOT_FIT, message)
