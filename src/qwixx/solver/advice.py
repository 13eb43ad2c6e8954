"""What each move is worth, for one who plays for points alone."""

from dataclasses import dataclass

from qwixx.rules import PASS, Card, Colour, Game, Move, Phase
from qwixx.rules.legality import colour_moves
from qwixx.solver.table import SoloTable


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player may do with a roll, both phases together.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.rules import CLASSIC
        >>> from qwixx.solver import choices, solo_table
        >>> game = Game.new(players=1).roll("41/3256")
        >>> best = choices(solo_table(CLASSIC), game, seat=0)[0]
        >>> str(best.white), str(best.colour), str(best.move), round(best.value, 4)
        ('-', 'y3', '-', 118.2635)
    """

    white: Move | None
    """The white move; None if it has been made already."""
    colour: Move | None
    """The colour move; None where there is no colour phase."""
    value: float
    """The expected final score, if all moves after it are the best ones."""

    @property
    def move(self) -> Move:
        """The first of its moves."""
        move = self.white or self.colour
        assert move is not None  # one of the two is there
        return move


def choices(table: SoloTable, game: Game, seat: int) -> list[Choice]:
    """Returns all that this seat may do now, the best first.

    In a game of several only the rows that the others have closed count.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.rules import CLASSIC
        >>> from qwixx.solver import choices, solo_table
        >>> game = Game.new(players=1).roll("41/3256").play(0, "-")
        >>> [str(choice.move) for choice in choices(solo_table(CLASSIC), game, seat=0)[:3]]
        ['y3', 'r4', 'b10']
    """
    if game.phase is Phase.WHITE:
        found = _white_choices(table, game, seat)
    else:
        crossed = game.answers[seat] != PASS if game.answers else False
        card = game.cards[seat]
        found = [
            Choice(None, move, _after_colour(table, card, game.closed, move, crossed))
            for move in game.legal_moves(seat)
        ]
    # A sort that keeps the order of equals: the same question has the same answer every time.
    return sorted(found, key=lambda choice: -choice.value)


def _white_choices(table: SoloTable, game: Game, seat: int) -> list[Choice]:
    dice = game.dice
    found: list[Choice] = []
    for white in game.legal_moves(seat):
        card, closed = _cross(game.cards[seat], game.closed, white)
        if seat == game.active and dice and len(closed) < game.variant.most_closed:
            found += [
                Choice(
                    white,
                    colour,
                    _after_colour(table, card, closed, colour, not white.is_pass),
                )
                for colour in colour_moves(card, closed, dice)
            ]
        else:
            found.append(Choice(white, None, card.score + table.gain(card, closed)))
    return found


def _after_colour(
    table: SoloTable, card: Card, closed: frozenset[Colour], move: Move, crossed: bool
) -> float:
    if move.is_pass and not crossed:
        card = card.with_misthrow()
    card, closed = _cross(card, closed, move)
    return card.score + table.gain(card, closed)


def _cross(card: Card, closed: frozenset[Colour], move: Move) -> tuple[Card, frozenset[Colour]]:
    if move.colour is None:
        return card, closed
    cell = card.variant.cell(move)
    return card.with_cross(cell), closed | {cell.closes} if cell.locks else closed
