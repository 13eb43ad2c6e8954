"""What people may know of a game that is over, whatever is played at its table now."""

from qwixx.notation import Record
from qwixx.table.fair import BOT, commitment
from qwixx.table.options import GameOptions
from qwixx.table.played import Closing, Finished, PlayedTurn, closings, played_turn
from qwixx.table.sealed import is_real, sealed
from qwixx.table.views import FairView, PartView, SeatView, TableView


def finished_view(code: str, version: int, finished: Finished) -> TableView:
    """The end of that game as everybody may know it."""
    record = finished.record
    closed, last = _played(record)
    game = record.game
    return TableView(
        code=code,
        version=version,
        stage="over",
        options=GameOptions(
            game.variant.name,
            game.players,
            hints="Hints" in record.headers,
            dice="real" if is_real(record) else "ours",
        ),
        seats=tuple(
            SeatView(name, kind, bot, away=False, program=program)
            for name, kind, bot, program in zip(
                record.players, finished.kinds, finished.bots, finished.programs, strict=True
            )
        ),
        host=None,
        spectators=0,
        number=finished.number,
        game_id=record.headers["Game"][0],
        game=game,
        closings=closed,
        last=last,
        remaining=None,
        outcome=game.outcome,
        rolls=tuple(turn.dice for turn in record.turns),
        agreed=(),
        fair=None if is_real(record) else _fair(record),
    )


def _played(record: Record) -> tuple[tuple[Closing, ...], PlayedTurn | None]:
    closed: list[Closing] = []
    last = None
    game = record.start
    for turn in record.turns:
        before = game
        for after in turn.play(game):
            closed += closings(game, after)
            game = after
        last = played_turn(before, game, turn)
    return tuple(closed), last


def _fair(record: Record) -> FairView:
    told = sealed(record)
    seal = told.seal
    return FairView(
        commitment=told.commitment,
        secret=told.secret,
        reveal=False,
        parts=tuple(
            PartView(seat, commitment(part), part, excused=False)
            if seat in seal.people
            else PartView(seat, None, None, excused=True)
            for seat, part in enumerate(seal.parts)
            if part != BOT
        ),
        first=seal.first,
        restarts=seal.restarts,
        scheme=seal.scheme,
    )
