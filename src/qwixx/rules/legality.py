"""What may be crossed, and why not: the heart of the rules.

Each phase has two functions that must agree: one lists the moves, one explains a single move. The
list is asked for all the time and is written for speed; the explanation is asked when a move is
made, and says in words which rule stands against it.
"""

from collections.abc import Set as AbstractSet
from typing import Final

from qwixx.rules.card import Card
from qwixx.rules.colours import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.dice import Roll
from qwixx.rules.errors import NotationError, Reason, Refusal
from qwixx.rules.move import PASS, Move
from qwixx.rules.variant import Cell


class Moves(tuple[Move, ...]):
    """Some moves: iterable, sized, and asked with `in`, also for a move's text."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = Move.parse(move)
            except NotationError:
                return False
        return super().__contains__(move)


NO_MOVES: Final = Moves()


def white_moves(card: Card, closed: AbstractSet[Colour], white_sum: int) -> Moves:
    """What may be answered to the sum of the white dice."""
    marks = card.marks
    needed = card.variant.crosses_to_lock
    moves = [
        cell.cross
        for cell in card.variant.by_number[white_sum]
        if not marks[cell.row] >> cell.position
        and cell.closes not in closed
        and (not cell.locks or marks[cell.row].bit_count() >= needed)
    ]
    if white_sum in card.lucky:
        moves += [
            cell.lucky_cross
            for cell in lucky_cells(card, closed)
            if not cell.locks or marks[cell.row].bit_count() >= needed
        ]
    moves.append(PASS)
    return Moves(moves)


def colour_moves(card: Card, closed: AbstractSet[Colour], dice: Roll) -> Moves:
    """What the active player may cross with one white and one coloured die."""
    marks = card.marks
    variant = card.variant
    moves = []
    left, right = dice.white
    whites = dice.white if left != right else (left,)
    for colour, pips in zip(COLOURS, dice.coloured, strict=True):
        if pips is None or colour in closed:
            continue
        for white in whites:
            cell = variant.by_name[colour, white + pips]
            if not marks[cell.row] >> cell.position and (
                not cell.locks or marks[cell.row].bit_count() >= variant.crosses_to_lock
            ):
                moves.append(cell.cross)
    moves.append(PASS)
    return Moves(moves)


def white_refusal(
    card: Card, closed: AbstractSet[Colour], white_sum: int, move: Move
) -> Refusal | None:
    """Why that move may not be answered to the sum of the white dice; None if it may."""
    if move.colour is None:
        return None
    cell = card.variant.by_name.get((move.colour, move.number))
    if cell is None:
        return _no_such_cell(move)
    if move.lucky:
        return _lucky_refusal(card, closed, white_sum, cell)
    return (
        lost_refusal(card, closed, cell)
        or (_wrong_number(move, f"{white_sum}") if cell.number != white_sum else None)
        or _not_enough_crosses(card, cell)
    )


def colour_refusal(
    card: Card, closed: AbstractSet[Colour], dice: Roll, move: Move
) -> Refusal | None:
    """Why the active player may not make that move in the colour phase; None if it may be made."""
    if move.colour is None:
        return None
    if move.lucky:
        return Refusal(Reason.WRONG_PHASE, "lucky numbers count in the white phase only")
    cell = card.variant.by_name.get((move.colour, move.number))
    if cell is None:
        return _no_such_cell(move)
    refusal = lost_refusal(card, closed, cell)
    if refusal:
        return refusal
    sums = dice.colour_sums(move.colour)
    if move.number not in sums:
        low, high = sorted(sums)
        name = COLOUR_NAMES[move.colour]
        return _wrong_number(move, f"{name} {low}" if low == high else f"{name} {low} or {high}")
    return _not_enough_crosses(card, cell)


def lucky_cells(card: Card, closed: AbstractSet[Colour]) -> list[Cell]:
    """The next free cell of each open row with the fewest crosses (R13)."""
    rows = [
        (marks.bit_count(), row[marks.bit_length()])
        for row, marks in zip(card.variant.rows, card.marks, strict=True)
        if row[0].closes not in closed
    ]
    fewest = min(crosses for crosses, _ in rows)
    return [cell for crosses, cell in rows if crosses == fewest]


def _lucky_refusal(
    card: Card, closed: AbstractSet[Colour], white_sum: int, cell: Cell
) -> Refusal | None:
    if not card.lucky:
        return Refusal(
            Reason.NO_LUCKY_NUMBERS, f"the {card.variant.name} game has no lucky numbers"
        )
    if white_sum not in card.lucky:
        numbers = " and ".join(map(str, card.lucky))
        return Refusal(
            Reason.NOT_A_LUCKY_NUMBER,
            f"{white_sum} was rolled; the lucky numbers of this card are {numbers}",
        )
    refusal = lost_refusal(card, closed, cell)
    if refusal:
        return refusal
    offered = {cell.row: cell for cell in lucky_cells(card, closed)}
    if cell.row not in offered:
        return Refusal(
            Reason.NOT_THE_FEWEST_CROSSES,
            f"a lucky cross goes into the open row with the fewest crosses, "
            f"and that is not {COLOUR_NAMES[cell.closes]}",
        )
    if cell is not offered[cell.row]:
        return Refusal(
            Reason.NOT_THE_NEXT_CELL,
            f"a lucky cross goes to the next free cell, here {offered[cell.row].cross.in_words()}",
        )
    return _not_enough_crosses(card, cell)


def _no_such_cell(move: Move) -> Refusal:
    return Refusal(Reason.NO_SUCH_CELL, f"there is no {move.in_words()} on this card")


def _wrong_number(move: Move, rolled: str) -> Refusal:
    return Refusal(Reason.WRONG_NUMBER, f"the dice give {rolled}, not {move.in_words()}")


def lost_refusal(card: Card, closed: AbstractSet[Colour], cell: Cell) -> Refusal | None:
    """Whether that cell can never be crossed again, and why."""
    if cell.closes in closed:
        return Refusal(Reason.ROW_CLOSED, f"the {COLOUR_NAMES[cell.closes]} row is closed")
    if card.marks[cell.row] >> cell.position & 1:
        return Refusal(
            Reason.LEFT_OF_LAST_CROSS, f"{cell.cross.in_words()} has been crossed already"
        )
    if card.marks[cell.row] >> cell.position:
        return Refusal(
            Reason.LEFT_OF_LAST_CROSS,
            f"{cell.cross.in_words()} is left of the last cross in its row",
        )
    return None


def _not_enough_crosses(card: Card, cell: Cell) -> Refusal | None:
    crosses = card.marks[cell.row].bit_count()
    needed = card.variant.crosses_to_lock
    if not cell.locks or crosses >= needed:
        return None
    return Refusal(
        Reason.NOT_ENOUGH_CROSSES,
        f"{cell.cross.in_words()} locks the row and needs {needed} crosses in it; "
        f"there {'is' if crosses == 1 else 'are'} {crosses}",
    )
