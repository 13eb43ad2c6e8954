"""The ways in which the turn may end for one player; `strong` chooses among them.

The white phase is simultaneous. So a player's possible ends start from *expected* cards, on which
the others have already answered. The rules say which crosses are allowed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from qwixx.rules import PASS, Card, Cell, Colour, Game, Move, Roll
from qwixx.rules.legality import colour_moves, white_moves

_NOTHING: Final[frozenset[Colour]] = frozenset()


class TurnEnd(NamedTuple):
    """How the turn may end for one player."""

    white: Move  # The answer to the white dice; a pass in the colour phase
    colour: Move  # The colour move; a pass for players who are not active
    white_card: Card  # The player's card after the white phase, and at the end of the turn
    card: Card
    closed: frozenset[Colour]  # The closed rows at the end of the turn
    is_over: bool  # Whether the game ends with this turn
    margin: int  # Points more than the best opponent; in solo games, points
    ties: int  # The number of opponents who share the best total


@dataclass(slots=True)
class ExpectedTable:
    """The expected cards at the end of the turn."""

    cards: list[Card]
    scores: list[int]
    white_scores: list[int]  # The scores if the game ends in the white phase
    white_locks: list[frozenset[Colour]]  # The row that each seat closes in the white phase
    colour_lock: frozenset[Colour]  # The row that the active player closes in the colour phase


def expected_table(game: Game, ends: Mapping[int, TurnEnd]) -> ExpectedTable:
    """Returns the cards after the turn, with these ends for some seats; the others pass."""
    scores = [card.score for card in game.cards]
    table = ExpectedTable(
        list(game.cards), scores, scores.copy(), [_NOTHING] * game.players, _NOTHING
    )
    variant = game.variant
    for seat, end in ends.items():
        table.cards[seat] = end.card
        table.scores[seat] = end.card.score
        table.white_scores[seat] = end.white_card.score
        if not end.white.is_pass:
            table.white_locks[seat] = _closes(variant.cell(end.white))
        if not end.colour.is_pass:
            table.colour_lock = _closes(variant.cell(end.colour))
    return table


def white_ends(game: Game, seat: int, table: ExpectedTable) -> list[TurnEnd]:
    """Returns one end for each answer to the white dice, the pass first; for the active player,
    one for each colour move after it."""
    variant, card, roll = game.variant, game.cards[seat], _roll_of(game)
    locks = [lock for other, lock in enumerate(table.white_locks) if other != seat]
    by_others = game.closed.union(*locks)
    is_active = seat == game.active
    moves = white_moves(card, game.closed, roll.white_sum)
    free_white = is_active and _skips_nothing(card, moves)
    # After a pass, a row that another player may close cannot be counted on.
    unsure = _rows_that_may_close(game, seat) if free_white else _NOTHING
    thrown_out = table.cards[game.active].misthrows >= variant.most_misthrows
    best, ties = best_rival(table.scores, seat)
    ends: list[TurnEnd] = []
    # The pass comes first, so that it is preferred to moves of the same value.
    for move in (PASS, *moves[:-1]):
        after, closed = card, by_others
        if not move.is_pass:
            cell = variant.cell(move)
            after, closed = card.with_cross(cell), closed | _closes(cell)
        if len(closed) >= variant.most_closed:
            white_best, white_ties = best_rival(table.white_scores, seat)
            margin = after.score - white_best
            ends.append(TurnEnd(move, PASS, after, after, closed, True, margin, white_ties))
        elif is_active:
            blocked = unsure if move.is_pass else _NOTHING
            ends += _colour_ends(move, after, closed, roll, blocked, free_white, (best, ties))
        else:
            closed |= table.colour_lock
            is_over = thrown_out or len(closed) >= variant.most_closed
            margin = after.score - best
            ends.append(TurnEnd(move, PASS, after, after, closed, is_over, margin, ties))
    return ends


def colour_ends(game: Game, seat: int) -> list[TurnEnd]:
    """Returns one end for each colour move of the active player, the pass first."""
    card, roll = game.cards[seat], _roll_of(game)
    rival = best_rival([card.score for card in game.cards], seat)
    white = game.answers[seat]
    assert isinstance(white, Move)
    moves = white_moves(card, game.closed, roll.white_sum)
    free_white = white.is_pass and _skips_nothing(card, moves)
    ends = list(_colour_ends(white, card, game.closed, roll, _NOTHING, free_white, rival))
    # A cross that skips nothing was there in the white phase, but it is too late for it.
    return ends or [_misthrow(card, game.closed, rival)]


def best_rival(scores: Sequence[int], seat: int) -> tuple[int, int]:
    """Returns the best total among the others, and how many have it; 0 and 1 without others."""
    others = [score for other, score in enumerate(scores) if other != seat]
    if not others:
        return 0, 1
    best = max(others)
    return best, others.count(best)


def _colour_ends(
    white: Move,
    card: Card,
    closed: frozenset[Colour],
    roll: Roll,
    blocked: frozenset[Colour],
    free_white: bool,
    rival: tuple[int, int],
) -> Iterator[TurnEnd]:
    """Yields the ends after that answer to the white dice, which has led to that card.

    A misthrow is left out where something could be crossed that skips nothing: it would look
    silly, and hardly ever pays. One that ends the game may win it, and is always looked at.
    """
    variant = card.variant
    best, ties = rival
    moves = colour_moves(card, closed, roll)[:-1]
    if not white.is_pass:
        yield TurnEnd(white, PASS, card, card, closed, False, card.score - best, ties)
    else:
        misthrow = _misthrow(card, closed, rival)
        if misthrow.is_over or not (free_white or _skips_nothing(card, moves)):
            yield misthrow
    for move in moves:
        cell = variant.cell(move)
        if cell.colour in blocked or cell.closes in blocked:
            continue
        after, shut = card.with_cross(cell), closed | _closes(cell)
        is_over = len(shut) >= variant.most_closed
        yield TurnEnd(white, move, card, after, shut, is_over, after.score - best, ties)


def _misthrow(card: Card, closed: frozenset[Colour], rival: tuple[int, int]) -> TurnEnd:
    after = card.with_misthrow()
    is_over = after.misthrows >= card.variant.most_misthrows
    return TurnEnd(PASS, PASS, card, after, closed, is_over, after.score - rival[0], rival[1])


def _skips_nothing(card: Card, moves: Iterable[Move]) -> bool:
    """Returns whether one of these moves is a cross that skips no cell."""
    cell = card.variant.cell
    return any(not move.is_pass and card.skips(cell(move)) == 0 for move in moves)


def _rows_that_may_close(game: Game, seat: int) -> frozenset[Colour]:
    """Returns the rows that another player than `seat` may close with the white dice."""
    variant, white_sum = game.variant, _roll_of(game).white_sum
    found = set()
    for other, card in enumerate(game.cards):
        cells = list(variant.by_number[white_sum])
        if white_sum in card.lucky:
            cells += _next_cells(card)
        for cell in cells:
            marks = card.marks[cell.row]
            is_ready = marks.bit_count() >= variant.crosses_to_lock
            if other != seat and cell.locks and is_ready and not marks >> cell.position:
                found.add(cell.closes)
    return frozenset(found)


def _next_cells(card: Card) -> list[Cell]:
    rows = zip(card.variant.rows, card.marks, strict=True)
    return [row[marks.bit_length()] for row, marks in rows if marks.bit_length() < len(row)]


def _closes(cell: Cell) -> frozenset[Colour]:
    """Returns the row that crossing this cell closes, if it locks."""
    return frozenset((cell.closes,)) if cell.locks else _NOTHING


def _roll_of(game: Game) -> Roll:
    assert game.dice is not None
    return game.dice
