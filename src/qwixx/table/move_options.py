"""Makes the part of a view that lists a player's possible answers, and the refused cells."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from qwixx.protocol import views as wire
from qwixx.rules import PASS, Card, Cell, Game, Move, Phase, Reason, Refusal, Variant
from qwixx.rules.legality import white_refusals
from qwixx.rules.outcome import cross_consequences
from qwixx.table.options import SeatPreferences

_NOT_OFFERED = Reason.WRONG_NUMBER
"""The most common reason against a cell, so views do not list it."""


def you_view(
    game: Game | None, seat: int, preferences: SeatPreferences, *, rolls: bool
) -> wire.You:
    """Returns the part of a view for the player of that seat: the decision, and possible answers.

    In `game` the seat has not answered, because an answer can be changed. With real dice `rolls` is
    False: any player enters them.
    """
    idle = wire.You(
        seat=seat,
        preferences=preferences.shown,
        asked=None,
        answer=None,
        offers=[],
        passing=None,
        refused=[],
        otherwise=Reason.WRONG_PHASE,
        auto_in=None,
    )
    if game is None or game.phase is Phase.OVER:
        return idle
    if game.phase is Phase.ROLL:
        return replace(idle, asked="roll") if rolls and seat == game.active else idle
    if game.phase is Phase.COLOUR and seat != game.active:
        return replace(idle, otherwise=Reason.NOT_YOUR_DECISION)
    passing = game.consequences(seat, PASS)
    return replace(
        idle,
        asked="white" if game.phase is Phase.WHITE else "colour",
        offers=[_offer(game, seat, move) for move in game.legal_moves(seat) if move.colour],
        passing=wire.Pass(passing.misthrow, passing.ends),
        refused=_refused(game, seat),
        otherwise=_NOT_OFFERED,
    )


def _offer(game: Game, seat: int, move: Move) -> wire.Offer:
    cell = game.variant.cell(move)
    # Not `game.consequences`, which would check again that the move is legal.
    brings = cross_consequences(game.cards[seat], game.closed, cell)
    whites = []
    if game.phase is Phase.COLOUR and game.dice:
        sums = game.dice.colour_sums(cell.colour)
        whites = [white for white, number in enumerate(sums) if number == move.number]
    return wire.Offer(
        move=str(move),
        cell=cell.name,
        lucky=move.lucky,
        skips=len(brings.skipped),
        locks=bool(brings.closes),
        ends=brings.ends,
        whites=whites,
    )


def _refused(game: Game, seat: int) -> list[wire.Refused]:
    """Returns the reasons against the other cells, row by row, without the most common reason."""
    card, dice = game.cards[seat], game.dice
    if game.phase is not Phase.WHITE or dice is None or dice.white_sum in card.lucky:
        return _groups(card, game.refusals(seat))
    refused: list[wire.Refused] = []
    for number, marks in enumerate(card.marks):
        shut = card.variant.rows[number][0].closes in game.closed
        refused += _refused_in_row(card.variant, number, marks, shut, dice.white_sum)
    return refused


# Most rows come again, because only the crosses of their player change them.
@lru_cache(maxsize=20_000)
def _refused_in_row(
    variant: Variant, number: int, marks: int, shut: bool, white_sum: int
) -> list[wire.Refused]:
    row = variant.rows[number]
    card = Card(variant, (), tuple(marks if cells is row else 0 for cells in variant.rows))
    closed = {row[0].closes} if shut else set()
    found = white_refusals(card, closed, white_sum)
    return _groups(card, {cell: found[cell] for cell in row})


def _groups(card: Card, refusals: Mapping[Cell, Refusal | None]) -> list[wire.Refused]:
    """Groups adjacent cells that are refused for the same reason."""
    refused: list[wire.Refused] = []
    row, reason, names = -1, _NOT_OFFERED, list[str]()
    for cell, refusal in refusals.items():
        if refusal is None or refusal.reason is _NOT_OFFERED:
            continue
        if refusal.reason is not reason or cell.row != row:
            row, reason, names = cell.row, refusal.reason, []
            last = None
            if reason is Reason.LEFT_OF_LAST_CROSS:
                last = card.last_cross(row)
            refused.append(wire.Refused(reason, names, last.name if last else None))
        names.append(cell.name)
    return refused
