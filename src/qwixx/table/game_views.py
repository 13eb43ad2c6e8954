"""Makes the parts of views that show a game: its cards, dice, moves and result, and pads."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from qwixx.notation import Turn
from qwixx.protocol import cards, pad, views
from qwixx.protocol.cards import ClosedRow
from qwixx.protocol.dice import ColourDie, Dice
from qwixx.protocol.types import EndingKind
from qwixx.rules import COLOURS, PASS, Answer, Card, Cell, Ending, Game, Pad, Phase, Reason, Roll

_PAD_SIGNS: Final = {
    Reason.LEFT_OF_LAST_CROSS: "-",
    Reason.ROW_CLOSED: "c",
    Reason.NOT_ENOUGH_CROSSES: "n",
}


@lru_cache(maxsize=1000)
def dice_view(roll: Roll) -> Dice:
    """Returns the dice of a roll, with the sums that they make."""
    colours = [
        None if pips is None else ColourDie(colour, pips, list(roll.colour_sums(colour)))
        for colour, pips in zip(COLOURS, roll.coloured, strict=True)
    ]
    return Dice(str(roll), list(roll.white), roll.white_sum, colours)


# The same card is drawn again and again, until its player crosses something.
@lru_cache(maxsize=5000)
def card_view(card: Card) -> cards.Card:
    rows = []
    for row, marks in zip(card.variant.rows, card.marks, strict=True):
        last = marks.bit_length()
        signs = ["x" if marks >> n & 1 else "-" if n < last else "." for n in range(len(row))]
        crosses = marks.bit_count()
        locked = bool(marks >> len(row))
        rows.append(cards.CardRow("".join(signs), locked, crosses, card.variant.points[crosses]))
    return cards.Card(rows, card.misthrows, card.score, list(card.lucky))


def move_texts(answers: Iterable[Answer | None]) -> list[str]:
    return [str(answer) for answer in answers]


def game_view(
    name: str, game: Game, closed: Sequence[ClosedRow], turns: Sequence[Turn]
) -> views.GameView:
    """Returns the public view of a game, before any answer to its phase.

    `turns` are all its turns until now, with the one that is being played.
    """
    last = game.turn - (game.phase is not Phase.OVER)
    return views.GameView(
        id=name,
        turn=game.turn,
        phase=game.phase,
        active=game.active,
        roll=dice_view(game.dice) if game.dice else None,
        answered=[False] * game.players,
        white=move_texts(game.answers) if game.phase is Phase.COLOUR else None,
        remaining=None,
        cards=[card_view(card) for card in game.cards],
        closed=list(closed),
        last=_turn_view(last, turns[last - 1], game, closed) if last else None,
    )


def _turn_view(number: int, turn: Turn, game: Game, closed: Sequence[ClosedRow]) -> views.Turn:
    active = (game.first + number - 1) % game.players
    return views.Turn(
        number=number,
        active=active,
        roll=dice_view(turn.dice),
        white=move_texts(turn.choices),
        colour=None if turn.colour is None else str(turn.colour),
        misthrow=turn.choices[active] == turn.colour == PASS,
        closed=[each.colour for each in closed if each.turn == number],
    )


def result_view(number: int, game: Game, turns: Iterable[Turn]) -> views.Result:
    """Returns the result of a game; `number` is its number at the table."""
    outcome = game.outcome
    if outcome is None:
        raise ValueError("this game is not over")
    return views.Result(
        number=number,
        ending=_ending_kind(outcome.ending),
        winners=list(outcome.winners),
        places=places(outcome.scores),
        first=game.first,
        rolls=[str(turn.dice) for turn in turns],
    )


def _ending_kind(ending: Ending) -> EndingKind:
    return "misthrows" if ending is Ending.MISTHROWS else "rows-closed"


def places(scores: Sequence[int]) -> list[int]:
    """Returns places in seat order, 1 for the winners; equal totals share one."""
    return [1 + sum(other > own for other in scores) for own in scores]


# Pads


def pad_view(name: str, game: Pad, over: int | None) -> pad.Pad:
    """Returns the pad for everybody; `over` is the number of the game, once it is over."""
    outcome = game.outcome
    return pad.Pad(
        id=name,
        cards=[card_view(card) for card in game.cards],
        closed=[ClosedRow(colour, 0, list(game.lockers(colour))) for colour in game.closed],
        marking=[_marking(game, seat, card) for seat, card in enumerate(game.cards)],
        ending=_ending_kind(outcome.ending) if outcome else None,
        result=pad.PadResult(over, list(outcome.winners), places(outcome.scores))
        if outcome and over is not None
        else None,
    )


def _marking(game: Pad, seat: int, card: Card) -> pad.PadCard:
    misthrow = f"m{card.misthrows + 1}"
    return pad.PadCard(
        cells=["".join(_pad_signs(game, seat, row)) for row in game.variant.rows],
        misthrow=None if game.refusal(seat, misthrow) else misthrow,
        newest=game.newest(seat),
        shared=[colour for colour in game.closed if game.can_share(seat, colour)],
    )


def _pad_signs(game: Pad, seat: int, row: Sequence[Cell]) -> Iterator[str]:
    for cell in row:
        refusal = game.cell_refusal(seat, cell)
        if refusal is None:
            yield "s" if cell.closes in game.closed else "o"
        else:
            yield "x" if game.can_take_back(seat, cell.name) else _PAD_SIGNS[refusal.reason]
