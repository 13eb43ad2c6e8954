"""Makes views of finished games."""

from typing import Final, Literal

from qwixx.notation import Record
from qwixx.protocol import views as wire
from qwixx.protocol.http import Frame
from qwixx.protocol.layouts import layout
from qwixx.table.card_views import card_view, closed_row_views, dice_view, move_texts
from qwixx.table.dice_views import recorded_fair_view
from qwixx.table.options import GameOptions
from qwixx.table.played import Closing, Finished, PlayedTurn, closings, played_turn
from qwixx.table.sealed import is_real
from qwixx.table.views import game_view, result_view

_STEPS: Final[tuple[Literal["roll", "white", "colour"], ...]] = ("roll", "white", "colour")


def finished_view(code: str, version: int, finished: Finished) -> wire.OverView:
    """Returns the public view of the end of that game."""
    record = finished.record
    closed, last = _played(record)
    game = record.game
    dice: Literal["real", "ours"] = "real" if is_real(record) else "ours"
    hints = "Hints" in record.headers
    options = GameOptions(game.variant.name, game.players, hints=hints, dice=dice)
    seats = zip(record.players, finished.kinds, finished.bots, finished.programs, strict=True)
    rolls = [turn.dice for turn in record.turns]
    return wire.OverView(
        version=version,
        code=code,
        link="",
        options=options.shown,
        layout=layout(options.sheet),
        seats=[wire.Seat(name, kind, bot, "here", program) for name, kind, bot, program in seats],
        host=None,
        spectators=0,
        fair=recorded_fair_view(record),
        game=game_view(record.headers["Game"][0], game, closed, last),
        result=result_view(finished.number, game, rolls),
        agreed=[],
        you=None,
    )


def _played(record: Record) -> tuple[list[Closing], PlayedTurn | None]:
    closed: list[Closing] = []
    last = None
    game = record.start
    for turn in record.turns:
        before = game
        for after in turn.play(game):
            closed += closings(game, after)
            game = after
        last = played_turn(before, game, turn)
    return closed, last


def frames(record: Record) -> list[Frame]:
    """Returns a finished game, step by step."""
    steps: list[Frame] = []
    game = record.start
    closed: list[Closing] = []
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
                    closed=closed_row_views(closed),
                )
            )
            game = after
    return steps
