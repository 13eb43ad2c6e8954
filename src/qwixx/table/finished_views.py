"""Makes views of finished games."""

from itertools import pairwise
from typing import Final, Literal

from qwixx.notation import Record
from qwixx.protocol import views as wire
from qwixx.protocol.cards import ClosedRow, layout
from qwixx.protocol.http import Frame
from qwixx.table.dice_views import recorded_fair_view
from qwixx.table.fair import is_real
from qwixx.table.game_views import (
    card_view,
    dice_view,
    game_view,
    move_texts,
    result_view,
)
from qwixx.table.options import GameOptions
from qwixx.table.stages import Finished, closings

_STEPS: Final[tuple[Literal["roll", "white", "colour"], ...]] = ("roll", "white", "colour")


def finished_view(code: str, version: int, finished: Finished) -> wire.OverView:
    """Returns the public view of the end of that game."""
    record = finished.record
    game = record.game
    closed = [each for step in pairwise(record.games()) for each in closings(*step)]
    dice: Literal["real", "ours"] = "real" if is_real(record) else "ours"
    hints = "Hints" in record.headers
    options = GameOptions(game.variant.name, game.players, hints=hints, dice=dice)
    return wire.OverView(
        version=version,
        code=code,
        link="",
        options=options.shown,
        layout=layout(options.sheet),
        seats=finished.seats,
        host=None,
        spectators=0,
        fair=recorded_fair_view(record),
        game=game_view(record.headers["Game"][0], game, closed, record.turns),
        result=result_view(finished.number, game, record.turns),
        agreed=[],
        you=None,
    )


def frames(record: Record) -> list[Frame]:
    """Returns a finished game, step by step."""
    steps: list[Frame] = []
    game = record.start
    closed: list[ClosedRow] = []
    for number, turn in enumerate(record.turns, 1):
        active = game.active
        for step, after in zip(_STEPS, turn.play(game), strict=False):
            closed += closings(game, after)
            steps.append(
                Frame(
                    turn=number,
                    step=step,
                    active=active,
                    roll=dice_view(turn.dice),
                    white=move_texts(turn.choices) if step != "roll" else None,
                    colour=str(turn.colour) if step == "colour" else None,
                    misthrow=after.cards[active].misthrows > game.cards[active].misthrows,
                    cards=[card_view(each) for each in after.cards],
                    closed=list(closed),
                )
            )
            game = after
    return steps
