"""Makes the part of views that shows a pad: its cards, and the marks that each cell allows."""

from collections.abc import Iterator, Sequence
from typing import Final

from qwixx.protocol import pad as wire
from qwixx.protocol.cards import ClosedRow
from qwixx.rules import Card, Cell, Ending, Pad
from qwixx.rules import Reason as RulesReason
from qwixx.table.card_views import card_view

_SIGNS: Final = {
    RulesReason.LEFT_OF_LAST_CROSS: "-",
    RulesReason.ROW_CLOSED: "c",
    RulesReason.NOT_ENOUGH_CROSSES: "n",
}


def pad_view(name: str, pad: Pad, over: int | None) -> wire.Pad:
    """Returns the pad for everybody; `over` is the number of the game, once it is over."""
    outcome = pad.outcome
    return wire.Pad(
        id=name,
        cards=[card_view(card) for card in pad.cards],
        closed=[ClosedRow(colour, 0, list(pad.lockers(colour))) for colour in pad.closed],
        marking=[_marking(pad, seat, card) for seat, card in enumerate(pad.cards)],
        ending=ending_kind(outcome.ending) if outcome else None,
        result=wire.PadResult(over, list(outcome.winners), places(outcome.scores))
        if outcome and over is not None
        else None,
    )


def ending_kind(ending: Ending) -> wire.EndingKind:
    """Returns the kind of a game's end."""
    return "misthrows" if ending is Ending.MISTHROWS else "rows-closed"


def places(scores: Sequence[int]) -> list[int]:
    """Returns places in seat order, 1 for the winners; equal totals share one."""
    return [1 + sum(other > own for other in scores) for own in scores]


def _marking(pad: Pad, seat: int, card: Card) -> wire.PadCard:
    misthrow = f"m{card.misthrows + 1}"
    return wire.PadCard(
        cells=["".join(_signs(pad, seat, row)) for row in pad.variant.rows],
        misthrow=None if pad.refusal(seat, misthrow) else misthrow,
        newest=pad.newest(seat),
        shared=[colour for colour in pad.closed if pad.can_share(seat, colour)],
    )


def _signs(pad: Pad, seat: int, row: Sequence[Cell]) -> Iterator[str]:
    for cell in row:
        refusal = pad.cell_refusal(seat, cell)
        if refusal is None:
            yield "s" if cell.closes in pad.closed else "o"
        else:
            yield "x" if pad.can_take_back(seat, cell.name) else _SIGNS[refusal.reason]
