"""Converts games and moves of the rules into positions and picks of the kernel, and back."""

from types import SimpleNamespace
from typing import cast

from qwixx.kernel.chart import ROWS, Position, lucky_bits
from qwixx.kernel.options import PASS
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import PASS as PASS_MOVE
from qwixx.rules import Game, Move, Phase, Roll


def position_of(game: Game) -> Position:
    """Returns the part of a game that a policy sees in the white or the colour phase."""
    tables = row_states_for(game.variant)
    colours = game.variant.row_colours
    position = SimpleNamespace(
        rows=[state for card in game.cards for state in tables.row_states(card)],
        misthrows=[card.misthrows for card in game.cards],
        lucky=[lucky_bits(card.lucky) for card in game.cards],
        dice=dice_of(game),
        players=game.players,
        active=game.active,
        closed=sum(1 << row for row in range(ROWS) if colours[row] in game.closed),
    )
    return cast("Position", position)


def dice_of(game: Game) -> list[int]:
    """Returns the six dice of a game, those that have left as 0; before a roll, none."""
    return [pips or 0 for pips in (*game.dice.white, *game.dice.coloured)] if game.dice else []


def move_of(game: Game, seat: int, pick: int) -> Move:
    """Returns the move that a pick of that seat stands for in this phase."""
    if pick == PASS:
        return PASS_MOVE
    assert game.dice is not None
    if game.phase is Phase.COLOUR:
        colour = game.variant.row_colours[pick >> 1]
        return Move(colour, game.dice.colour_sums(colour)[pick & 1])
    if pick < ROWS:
        return game.variant.by_number[game.dice.white_sum][pick].cross
    return game.variant.rows[pick & 3][game.cards[seat].marks[pick & 3].bit_length()].lucky_cross


def roll_of(game: Game, dice: list[int]) -> Roll:
    """Returns the roll that six dice show; some of them may have left the game."""
    closed = [colour in game.closed for colour in game.variant.row_colours]
    coloured = [None if gone else pips for pips, gone in zip(dice[2:], closed, strict=True)]
    return Roll((dice[0], dice[1]), tuple(coloured))
