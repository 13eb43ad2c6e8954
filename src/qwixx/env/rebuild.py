"""Makes a game of the rules from the records of a compiled one, to show it or to ask any bot."""

from typing import Any

from qwixx.env.writing import OVER, WHITE
from qwixx.kernel.chart import ROWS, lucky_numbers
from qwixx.kernel.options import PASS as PASS_PICK
from qwixx.kernel.row_states import row_states_for
from qwixx.rules import PASS, Answer, Card, Game, Move, Phase, Roll, Sealed, Variant


def game_of(variant: Variant, position: Any, state: Any) -> Game:
    """Returns the game as the seat that is asked may know it.

    Which cells left of the last crosses are crossed is lost, and never matters.
    """
    players = int(position["players"])
    cards = tuple(_card(variant, position, seat) for seat in range(players))
    gone = [bool(position["closed"] >> row & 1) for row in range(ROWS)]
    closed = frozenset(c for c, out in zip(variant.row_colours, gone, strict=True) if out)
    turn = int(state["turn"]) + 1
    if state["phase"] == OVER:
        return Game(cards, 0, turn, Phase.OVER, closed)
    pips = position["dice"].tolist()
    coloured = [None if out else die for die, out in zip(pips[2:], gone, strict=True)]
    dice = Roll((pips[0], pips[1]), tuple(coloured))
    answers: tuple[Answer | None, ...]
    if state["phase"] == WHITE:
        asked = int(state["seat"])
        answers = (Sealed.SEALED,) * asked + (None,) * (players - asked)
        return Game(cards, 0, turn, Phase.WHITE, closed, dice, answers)
    picks = state["white"].tolist()[:players]
    answers = tuple(_answer(variant, position, seat, pick) for seat, pick in enumerate(picks))
    return Game(cards, 0, turn, Phase.COLOUR, closed, dice, answers)


def _card(variant: Variant, position: Any, seat: int) -> Card:
    states = position["rows"][seat * ROWS : (seat + 1) * ROWS].tolist()
    lucky = lucky_numbers(variant, int(position["lucky"][seat]))
    return row_states_for(variant).card(states, int(position["misthrows"][seat]), lucky)


def _answer(variant: Variant, position: Any, seat: int, pick: int) -> Move:
    """Returns the white move that was made: its cell is the last one crossed in the row."""
    if pick == PASS_PICK:
        return PASS
    row = pick % ROWS
    last = int(row_states_for(variant).last[position["rows"][seat * ROWS + row]])
    cell = variant.rows[row][last - 1]
    return cell.lucky_cross if pick >= ROWS else cell.cross
