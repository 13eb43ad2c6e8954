"""Draws cards as text, for terminals and notebooks."""

from collections.abc import Collection, Iterator, Sequence

from qwixx.rules import COLOUR_NAMES, Card, Colour, Game


def draw_card(card: Card, closed: Collection[Colour] = ()) -> str:
    """Returns the card as text, with a line for each row: X is a cross, a dot a skipped cell.

    `closed` are the rows that are closed in the game, perhaps by another player's lock. If a row
    mixes colours, each number has the letter of its colour.

    Examples:
        >>> from qwixx import read_position
        >>> from qwixx.notation import draw_card
        >>> print(draw_card(read_position("classic 0.4 - 3,4/-/12/-/1").cards[0]))
        red     .  X  X  5  6  7  8  9 10 11 12    3 points
        yellow  2  3  4  5  6  7  8  9 10 11 12    0 points
        green   X 11 10  9  8  7  6  5  4  3  2    1 points
        blue   12 11 10  9  8  7  6  5  4  3  2    0 points
        misthrows 1, total -1
    """
    return "\n".join(_card_lines(card, closed))


def draw_game(game: Game, names: Sequence[str] = ()) -> str:
    """Returns all cards of a game, each under the name of its player.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.notation import draw_game
        >>> lines = draw_game(Game.new(players=2), ["Ann", "Ben"]).split("\\n")
        >>> lines[0], lines[7]
        ('Ann', 'Ben')
    """
    return "\n\n".join(
        f"{names[seat] if names else f'seat {seat}'}\n{draw_card(card, game.closed)}"
        for seat, card in enumerate(game.cards)
    )


def _card_lines(card: Card, closed: Collection[Colour]) -> Iterator[str]:
    for colour, row, marks in zip(
        card.variant.row_colours, card.variant.rows, card.marks, strict=True
    ):
        mixed = any(cell.colour != colour for cell in row)
        numbers = [f"{cell.cross}" if mixed else f"{cell.number}" for cell in row]
        cells = [
            "X" if marks >> place & 1 else "." if marks >> place else number
            for place, number in enumerate(numbers)
        ]
        lock = "locked" if card.has_lock(colour) else "closed" if colour in closed else ""
        drawn = " ".join(f"{cell:>{3 if mixed else 2}}" for cell in cells)
        points = f"{card.points(colour):3} points"
        yield f"{COLOUR_NAMES[colour]:<7}{drawn}  {points}  {lock}".rstrip()
    lucky = f", lucky numbers {' and '.join(map(str, card.lucky))}" if card.lucky else ""
    yield f"misthrows {card.misthrows}, total {card.score}{lucky}"
