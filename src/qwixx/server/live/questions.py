"""What a player is asked and may answer: what the rules say about it, in words of the wire."""

from functools import lru_cache
from typing import TypedDict

from qwixx.protocol import views as wire
from qwixx.protocol.words import Reason
from qwixx.rules import PASS, Card, Game, Move, Phase, Refusal, find_variant
from qwixx.rules import Reason as RulesReason
from qwixx.rules.legality import lost_refusal
from qwixx.table import views

_NOT_OFFERED = RulesReason.WRONG_NUMBER
"""Why most cells cannot be crossed, so it goes without saying."""


class Question(TypedDict):
    """What may be done with a roll, and why not more; by the names that a view has for it."""

    asked: views.Question | None
    offers: list[wire.Offer]
    passing: wire.Pass | None
    refused: list[wire.Refused]
    otherwise: Reason


def question(you: views.YourView) -> Question:
    """What is asked of that player, whatever they have answered: it can be changed."""
    game, seat = you.game, you.seat
    if game is None or you.asked in (None, "roll"):
        elsewhere = game is not None and game.phase is Phase.COLOUR
        return Question(
            asked=you.asked,
            offers=[],
            passing=None,
            refused=[],
            otherwise="not-your-decision" if elsewhere else "wrong-phase",
        )
    passing = game.consequences(seat, PASS)
    return Question(
        asked=you.asked,
        offers=[_offer(game, seat, move) for move in game.legal_moves(seat) if move.colour],
        passing=wire.Pass(passing.misthrow, passing.ends),
        refused=_refused(game, seat),
        otherwise=_reason(_NOT_OFFERED),
    )


def _offer(game: Game, seat: int, move: Move) -> wire.Offer:
    brings = game.consequences(seat, move)
    assert brings.cell
    whites = []
    if game.phase is Phase.COLOUR and game.dice:
        sums = game.dice.colour_sums(brings.cell.colour)
        whites = [white for white, number in enumerate(sums) if number == move.number]
    return wire.Offer(
        move=str(move),
        cell=str(brings.cell.cross),
        lucky=move.lucky,
        skips=len(brings.skipped),
        locks=bool(brings.closes),
        ends=brings.ends,
        whites=whites,
    )


def _refused(game: Game, seat: int) -> list[wire.Refused]:
    """Why the other cells are not offered, row by row: `game.refusals`, but for those that go
    without saying, and with rows that have been seen before not asked about again."""
    own = game.cards[seat]
    refused: list[wire.Refused] = []
    for row, marks in zip(game.variant.rows, own.marks, strict=True):
        lost = _lost_cells(game.variant.name, row[0].row, marks, row[0].closes in game.closed)
        refused += lost
        for cell in row:
            if cell.locks and not any(str(cell.cross) in each.cells for each in lost):
                ways = (cell.cross, cell.lucky_cross) if own.lucky else (cell.cross,)
                if any(_lacks_crosses(game.refusal(seat, way)) for way in ways):
                    refused.append(wire.Refused("not-enough-crosses", [str(cell.cross)], None))
    return refused


def _lacks_crosses(refusal: Refusal | None) -> bool:
    return refusal is not None and refusal.reason is RulesReason.NOT_ENOUGH_CROSSES


@lru_cache(maxsize=5000)
def _lost_cells(name: str, number: int, marks: int, closed: bool) -> list[wire.Refused]:
    """Those cells of a row that cannot be crossed any more."""
    variant = find_variant(name)
    row = variant.rows[number]
    card = Card(variant, (), tuple(marks if cells is row else 0 for cells in variant.rows))
    cells: dict[Reason, list[str]] = {}
    for cell in row:
        refusal = lost_refusal(card, {cell.closes} if closed else set(), cell)
        if refusal:
            cells.setdefault(_reason(refusal.reason), []).append(str(cell.cross))
    crossed = [cell for cell in row if marks >> cell.position & 1]
    return [
        wire.Refused(
            reason, names, str(crossed[-1].cross) if reason == "left-of-last-cross" else None
        )
        for reason, names in cells.items()
    ]


def _reason(reason: RulesReason) -> Reason:
    word: Reason = reason.value  # type: ignore[assignment]  # a test walks all reasons
    return word
