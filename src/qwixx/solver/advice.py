"""The value of each move for a player who plays for points alone."""

from dataclasses import dataclass

from qwixx.rules import PASS, Card, Colour, Game, Move, Phase
from qwixx.rules.legality import colour_moves
from qwixx.solver.table import SoloTable


@dataclass(frozen=True, slots=True)
class Choice:
    """A white move and a colour move that a player may make together.

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
    """The colour move; None without a colour phase."""
    value: float
    """The expected final score, if all later moves are the best ones."""

    @property
    def move(self) -> Move:
        """The first of its moves."""
        move = self.white or self.colour
        assert move is not None
        return move


def choices(table: SoloTable, game: Game, seat: int) -> list[Choice]:
    """Returns all choices of a seat, the best first.

    The other players matter only by the rows that they have closed.

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
    # The sort keeps the order of equals, so the same question always has the same answer.
    return sorted(found, key=lambda choice: -choice.value)


def move_values(table: SoloTable, game: Game, seat: int) -> dict[Move, float]:
    """Returns every legal move of a seat with the expected final score after it, best first."""
    values: dict[Move, float] = {}
    for choice in choices(table, game, seat):
        values.setdefault(choice.move, choice.value)
    return values


def _white_choices(table: SoloTable, game: Game, seat: int) -> list[Choice]:
    dice = game.dice
    found: list[Choice] = []
    for white in game.legal_moves(seat):
        card, closed = _cross(game.cards[seat], game.closed, white)
        if seat == game.active and dice and len(closed) < game.variant.most_closed:
            found += [
                Choice(white, colour, _after_colour(table, card, closed, colour, not white.is_pass))
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
