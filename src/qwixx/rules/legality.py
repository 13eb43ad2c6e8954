"""The legal crosses, and the reasons against others: the heart of the rules.

Each phase has two functions that must agree: one lists the moves, one explains a single move. The
list is needed all the time and written for speed. The explanation is needed when a move is made,
and says which rule forbids it.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final, Protocol, overload

from qwixx.rules.card import Card
from qwixx.rules.cell import COLOUR_NAMES, COLOURS, PASS, Cell, Colour, Move
from qwixx.rules.dice import Roll
from qwixx.rules.errors import NotationError, Reason, Refusal
from qwixx.rules.variant import Variant


class Moves(Protocol):
    """The legal moves in a fixed order. Supports iteration, `len`, and `in` for moves and texts.

    Examples:
        >>> from qwixx import Game
        >>> moves = Game.new().roll("41/3256").legal_moves(0)
        >>> len(moves), "r5" in moves, str(moves[-1])
        (5, True, '-')
    """

    def __contains__(self, move: Move | str, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Move, ...]: ...


class _Moves(tuple[Move, ...]):
    """The class behind `Moves`, whose type allows `"r5" in moves`; that of a tuple does not."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = Move.parse(move)
            except NotationError:
                return False
        return super().__contains__(move)


NO_MOVES: Final = _Moves()


def white_moves(card: Card, closed: AbstractSet[Colour], white_sum: int) -> Moves:
    """Returns the legal answers to the sum of the white dice."""
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
    return _Moves(moves)


def colour_moves(card: Card, closed: AbstractSet[Colour], dice: Roll) -> Moves:
    """Returns the legal colour moves of the active player."""
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
            if (
                not marks[cell.row] >> cell.position
                and not (closed and cell.closes in closed)
                and (not cell.locks or marks[cell.row].bit_count() >= variant.crosses_to_lock)
            ):
                moves.append(cell.cross)
    moves.append(PASS)
    return _Moves(moves)


def white_refusal(
    card: Card, closed: AbstractSet[Colour], white_sum: int, move: Move
) -> Refusal | None:
    """Returns why a move is no legal answer to the sum of the white dice; None if it is one."""
    if move.colour is None:
        return None
    cell = card.variant.by_name.get((move.colour, move.number))
    if cell is None:
        return _no_such_cell(move)
    if move.lucky:
        return _lucky_refusal(card, closed, white_sum, cell)
    if cell.number != white_sum:
        wrong = _wrong_number(cell.cross, f"{white_sum}")
        return lost_refusal(card, closed, cell) or wrong
    return card_refusal(card, closed, cell)


def colour_refusal(
    card: Card, closed: AbstractSet[Colour], dice: Roll, move: Move
) -> Refusal | None:
    """Returns why a move is not legal in the colour phase; None if it is."""
    if move.colour is None:
        return None
    if move.lucky:
        return Refusal(Reason.WRONG_PHASE, "lucky numbers count in the white phase only")
    cell = card.variant.by_name.get((move.colour, move.number))
    if cell is None:
        return _no_such_cell(move)
    sums = () if cell.colour in closed else dice.colour_sums(cell.colour)
    return lost_refusal(card, closed, cell) or _colour_cell_refusal(card, sums, cell)


def white_refusals(
    card: Card, closed: AbstractSet[Colour], white_sum: int
) -> dict[Cell, Refusal | None]:
    """Returns why each cell may not be crossed for the white dice; None if it may, also by luck."""
    found: dict[Cell, Refusal | None] = {**_wrong_numbers(card.variant, white_sum)}
    for cell in card.variant.by_number[white_sum]:
        found[cell] = _not_enough_crosses(card, cell)
    if white_sum in card.lucky:
        for cell in lucky_cells(card, closed):
            found[cell] = _not_enough_crosses(card, cell)
    _add_lost(found, card, closed)
    return found


def colour_refusals(
    card: Card, closed: AbstractSet[Colour], dice: Roll
) -> dict[Cell, Refusal | None]:
    """Returns why each cell may not be crossed in the colour phase; None if it may."""
    sums = {colour: () if colour in closed else dice.colour_sums(colour) for colour in COLOURS}
    found = {
        cell: _colour_cell_refusal(card, sums[cell.colour], cell)
        for row in card.variant.rows
        for cell in row
    }
    _add_lost(found, card, closed)
    return found


def _colour_cell_refusal(card: Card, sums: tuple[int, ...], cell: Cell) -> Refusal | None:
    return _not_enough_crosses(card, cell) if cell.number in sums else _not_made(cell, sums)


@lru_cache(maxsize=5000)
def _not_made(cell: Cell, sums: tuple[int, ...]) -> Refusal:
    """Returns the refusal of a cell whose number the dice do not make."""
    name = COLOUR_NAMES[cell.colour]
    if not sums:  # in a row that is open: there are sheets that mix colours
        wanted = cell.cross.in_words()
        message = f"the {name} die has left the game, so only the white dice reach {wanted}"
        return Refusal(Reason.WRONG_NUMBER, message)
    low, high = sorted(sums)
    return _wrong_number(cell.cross, f"{name} {low}" if low == high else f"{name} {low} or {high}")


def lucky_cells(card: Card, closed: AbstractSet[Colour]) -> list[Cell]:
    """Returns the next free cell of each open row with the fewest crosses (R13)."""
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


@lru_cache(maxsize=5000)
def _wrong_number(move: Move, rolled: str) -> Refusal:
    return Refusal(Reason.WRONG_NUMBER, f"the dice give {rolled}, not {move.in_words()}")


def lost_refusal(card: Card, closed: AbstractSet[Colour], cell: Cell) -> Refusal | None:
    """Returns why a cell can never be crossed again; None if it can."""
    if cell.closes in closed:
        return Refusal(Reason.ROW_CLOSED, f"the {COLOUR_NAMES[cell.closes]} row is closed")
    marks = card.marks[cell.row] >> cell.position
    if not marks:
        return None
    where = "has been crossed already" if marks & 1 else "is left of the last cross in its row"
    return Refusal(Reason.LEFT_OF_LAST_CROSS, f"{cell.cross.in_words()} {where}")


def card_refusal(card: Card, closed: AbstractSet[Colour], cell: Cell) -> Refusal | None:
    """Returns why a card forbids crossing a cell, for all dice; None if the card allows it."""
    return lost_refusal(card, closed, cell) or _not_enough_crosses(card, cell)


def _add_lost(found: dict[Cell, Refusal | None], card: Card, closed: AbstractSet[Colour]) -> None:
    """Replaces the refusals of cells that can never be crossed again: that reason comes first."""
    for row, marks in zip(card.variant.rows, card.marks, strict=True):
        shut = row[0].closes in closed
        if marks or shut:
            found.update(_lost_in_row(card.variant, row[0].row, marks, shut))


# Most rows have been seen before: they change with their player's crosses only.
@lru_cache(maxsize=5000)
def _lost_in_row(variant: Variant, number: int, marks: int, shut: bool) -> dict[Cell, Refusal]:
    row = variant.rows[number]
    card = Card(variant, (), tuple([marks if cells is row else 0 for cells in variant.rows]))
    closed = {row[0].closes} if shut else set[Colour]()
    return {cell: lost for cell in row if (lost := lost_refusal(card, closed, cell))}


@lru_cache(maxsize=500)
def _wrong_numbers(variant: Variant, white_sum: int) -> dict[Cell, Refusal]:
    """Returns the refusals of all cells for a white sum that is not theirs, row by row."""
    return {cell: _wrong_number(cell.cross, f"{white_sum}") for row in variant.rows for cell in row}


def _not_enough_crosses(card: Card, cell: Cell) -> Refusal | None:
    if not cell.locks:
        return None
    crosses = card.marks[cell.row].bit_count()
    needed = card.variant.crosses_to_lock
    if crosses >= needed:
        return None
    return Refusal(
        Reason.NOT_ENOUGH_CROSSES,
        f"{cell.cross.in_words()} locks the row and needs {needed} crosses in it; "
        f"there {'is' if crosses == 1 else 'are'} {crosses}",
    )
