"""A game in progress: the legal moves of each seat, and the steps from one position to the next."""

from collections.abc import Iterable
from dataclasses import dataclass

from qwixx.rules.card import Card
from qwixx.rules.cell import PASS, Cell, Colour, Move
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
from qwixx.rules.outcome import (
    Consequences,
    Outcome,
    cross_consequences,
    outcome_of,
    pass_consequences,
)
from qwixx.rules.phase import Answer, Phase, Sealed, no_decision, wrong_phase
from qwixx.rules.setup import check_dice, is_int, lucky_numbers
from qwixx.rules.variant import MOST_PLAYERS, Variant, find_variant


@dataclass(frozen=True, slots=True)
class Game:
    """One position of a game. It never changes: every step returns a new Game.

    Examples:
        >>> from qwixx import Game
        >>> game = Game.new("classic", players=2).roll("41/3256")
        >>> game.awaited, len(game.legal_moves(1))
        ((0, 1), 5)
        >>> game = game.play(1, "y5")  # sealed: it shows in no card yet
        >>> game.scores, game.play(0, "r5").scores
        ((0, 0), (1, 1))
    """

    cards: tuple[Card, ...]
    """One card for each seat, as all players may see it."""
    first: int
    """The seat that rolled first."""
    turn: int
    """The number of this turn, from 1."""
    phase: Phase
    """The decision that the game waits for."""
    closed: frozenset[Colour]
    """The colours of the closed rows, whose dice have left the game."""
    dice: Roll | None = None
    """The roll of this turn."""
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
        """Returns a game before its first roll. Longo needs the lucky numbers of each seat."""
        if not isinstance(variant, Variant):
            variant = find_variant(variant)
        if not is_int(players) or not 1 <= players <= MOST_PLAYERS:
            raise ValueError(f"expected 1 to {MOST_PLAYERS} players, found {players!r}")
        if not is_int(first) or not 0 <= first < players:
            raise ValueError(f"no seat {first!r} can be first: the seats are 0 to {players - 1}")
        pairs = lucky_numbers(variant, players, lucky)
        cards = tuple(Card.empty(variant, pair) for pair in pairs)
        return cls(cards, first, 1, Phase.ROLL, frozenset())

    # Reading a position

    @property
    def variant(self) -> Variant:
        """The variant of this game."""
        return self.cards[0].variant

    @property
    def players(self) -> int:
        """The number of players."""
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
        """Returns the game as a seat may know it (None: a spectator), with others' answers sealed.

        It cannot reveal a sealed answer: once all seats have answered, it stays in the white phase.
        `unsealed` makes a game that can be played on.
        """
        if seat is not None:
            self._check_seat(seat)
        if self.phase is not Phase.WHITE:
            return self
        answers = [
            answer if answer is None or other == seat else Sealed.SEALED
            for other, answer in enumerate(self.answers)
        ]
        return self._with_answers(tuple(answers))

    def unsealed(self) -> "Game":
        """Returns the same game without the sealed answers of others, whose seats answer again.

        A bot that plays ahead begins with this. A game without sealed answers is returned as it is.

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
        """Returns the moves that a seat may play now; empty if it has nothing to decide."""
        self._check_seat(seat)
        if self.phase is Phase.WHITE:
            if self.answers[seat] is None and self.dice:
                return white_moves(self.cards[seat], self.closed, self.dice.white_sum)
        elif self.phase is Phase.COLOUR and seat == self.active and self.dice:
            return colour_moves(self.cards[seat], self.closed, self.dice)
        return NO_MOVES

    def refusal(self, seat: int, move: Move | str) -> Refusal | None:
        """Returns the reason why a seat may not make a move now; None if it may."""
        self._check_seat(seat)
        if not isinstance(move, Move):
            move = Move.parse(move)
        if self.phase is Phase.WHITE:
            if self.answers[seat] is None and self.dice:
                return white_refusal(self.cards[seat], self.closed, self.dice.white_sum, move)
        elif self.phase is Phase.COLOUR and seat == self.active and self.dice:
            return colour_refusal(self.cards[seat], self.closed, self.dice, move)
        return no_decision(self.phase, seat, self.active)

    def refusals(self, seat: int) -> dict[Cell, Refusal | None]:
        """Returns why a seat may not cross each cell of its card now, row by row from the left.

        The value is None for a cell that it may cross, with a sum of dice or by luck.
        """
        self._check_seat(seat)
        if self.phase is Phase.WHITE:
            if self.answers[seat] is None and self.dice:
                return white_refusals(self.cards[seat], self.closed, self.dice.white_sum)
        elif self.phase is Phase.COLOUR and seat == self.active and self.dice:
            return colour_refusals(self.cards[seat], self.closed, self.dice)
        idle = no_decision(self.phase, seat, self.active)
        return {cell: idle for row in self.variant.rows for cell in row}

    def consequences(self, seat: int, move: Move | str) -> Consequences:
        """Returns the effects of a move by itself. Raises IllegalMove if it is not legal now.

        White answers of others may close further rows and end the game. A misthrow is certain only
        in the colour phase.
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

    # Steps

    def roll(self, dice: Roll | str) -> "Game":
        """Returns the game after this roll, in its white phase."""
        if not isinstance(dice, Roll):
            dice = Roll.parse(dice)
        if self.phase is not Phase.ROLL:
            raise IllegalMove(*wrong_phase(self.phase))
        check_dice(dice, self.variant.sides, self.closed)
        nobody = (None,) * len(self.cards)
        return Game(self.cards, self.first, self.turn, Phase.WHITE, self.closed, dice, nobody)

    def play(self, seat: int, move: Move | str) -> "Game":
        """Returns the game after a white answer, or after the active player's colour move."""
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
        """Takes a white answer back, while others are still missing."""
        self._check_seat(seat)
        if self.phase is not Phase.WHITE:
            raise IllegalMove(
                Reason.WRONG_PHASE, "an answer can be taken back only while others are missing"
            )
        if self.answers[seat] is None:
            raise IllegalMove(Reason.NOTHING_TO_RETRACT, f"seat {seat} has not answered yet")
        return self._with_answers((*self.answers[:seat], None, *self.answers[seat + 1 :]))

    def _with_answers(self, answers: tuple[Answer | None, ...]) -> "Game":
        return Game(self.cards, self.first, self.turn, Phase.WHITE, self.closed, self.dice, answers)

    def _after_white(self, answers: tuple[Answer | None, ...]) -> "Game":
        """Makes all white crosses at once, and only then closes rows (R1)."""
        cards = list(self.cards)
        closed = self.closed
        for seat, move in enumerate(answers):
            if isinstance(move, Move) and move.colour is not None:
                cell = self.variant.by_name[move.colour, move.number]
                cards[seat] = cards[seat].with_cross(cell)
                if cell.locks:
                    closed |= {cell.closes}
        if self.variant.is_over(len(closed)):
            return Game(tuple(cards), self.first, self.turn, Phase.OVER, closed)
        return Game(tuple(cards), self.first, self.turn, Phase.COLOUR, closed, self.dice, answers)

    def _after_colour(self, move: Move) -> "Game":
        """Ends the turn, with a misthrow if the active player crossed nothing in it."""
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
        if card.variant.is_over(len(closed), card.misthrows):
            return Game(cards, self.first, self.turn, Phase.OVER, closed)
        return Game(cards, self.first, self.turn + 1, Phase.ROLL, closed)

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self.cards)):
            raise ValueError(f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}")

    def __repr__(self) -> str:
        dice = f" {self.dice}" if self.dice else ""
        return (
            f"<Game {self.variant.name} turn {self.turn} seat {self.active} active, "
            f"phase {self.phase}{dice}, scores {'/'.join(map(str, self.scores))}>"
        )
