"""Makes the view of each person: everything that they may know about a table, and nothing else.

All data of a game come from `Game.seen_by`, so this module never holds a sealed answer. Everybody
gets a new view after every action, so the parts that stay the same are kept between views.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from qwixx.notation import write_position
from qwixx.protocol import views as wire
from qwixx.protocol.cards import layout
from qwixx.protocol.codec import NOBODY, encoded, write_message
from qwixx.protocol.dice import Fair
from qwixx.protocol.http import TableSummary
from qwixx.rules import Answer, Game, Phase
from qwixx.table import autopilot
from qwixx.table.context import TableContext
from qwixx.table.dice_views import fair_view, real_dice_view
from qwixx.table.game_views import card_view, game_view, pad_view, result_view
from qwixx.table.move_options import you_view
from qwixx.table.options import SeatPreferences
from qwixx.table.participant import Participant
from qwixx.table.playing import can_undo
from qwixx.table.stages import PadGame
from qwixx.table.state import Table


class Viewer:
    """Makes the views of one table. It keeps the common part of all views until `renew`."""

    def __init__(self) -> None:
        self._shared: dict[tuple[str, bool], bytes] = {}
        self._question: _Question | None = None

    def renew(self) -> None:
        self._shared.clear()

    def view(self, table: Table, context: TableContext, to: Participant) -> bytes:
        """Returns the view for a connection as bytes."""
        question = self._question
        if question is None or not question.lasts(table):
            question = self._question = _Question(table, question, encode=encoded)
        known = table.options.variant in to.knows
        shared = self._shared.get((to.link, known))
        if shared is None:
            everybody = _public_view(table, question, context, to.link, known)
            shared = self._shared[to.link, known] = write_message(everybody).removesuffix(NOBODY)
        seat = table.seat_of(to.person)
        you = None if seat is None else question.you_text(seat, context, to.program)
        return shared + (NOBODY if you is None else you + b"}")


def view(table: Table, person: str, context: TableContext) -> wire.View:
    question = _Question(table)
    shown = _public_view(table, question, context)
    seat = table.seat_of(person)
    return shown if seat is None else replace(shown, you=question.you(seat))


class _Sent(NamedTuple):
    """The latest view of a player, without its clock."""

    about: tuple[Answer | None, SeatPreferences, int]
    """The inputs of the view that can change while the question stays the same."""
    you: wire.You
    text: bytes
    auto_at: int | None


class _Question:
    """The parts of views that stay the same during one question, while answers come in."""

    fair: Fair | None  # stays the same during a game

    def __init__(
        self,
        table: Table,
        before: "_Question | None" = None,
        *,
        encode: Callable[[Any], Any] = lambda part: part,
    ) -> None:
        """Takes over what stays the same. `encode` prepares parts that are sent several times."""
        self.table = table
        self.encode = encode
        self._since = table.question_version
        self.plays = table.game_id if table.stage == "playing" else None
        self.game: wire.GameView | None = None  # before any answer to the question
        if before and before.plays and (before.table, before.plays) == (table, self.plays):
            self.fair = before.fair
        else:
            self.fair = encode(fair_view(table)) if table.game else None
        self._sent: dict[int, _Sent] = {}
        self._unanswered: dict[int, wire.You] = {}

    def lasts(self, table: Table) -> bool:
        """Returns whether the table still asks this question. A rewritten log makes a new table."""
        return self.table is table and self._since == table.question_version

    def you(self, seat: int) -> wire.You:
        """Returns the part for the player of that seat, without a clock."""
        answer, preferences = self._answer(seat), self.table.seats[seat].preferences
        if seat not in self._unanswered:
            game = self.table.game and self.table.game.seen_by(seat)
            if game and answer is not None:
                game = game.retract(seat)
            rolls = self.table.options.dice == "ours"
            self._unanswered[seat] = you_view(game, seat, preferences, rolls=rolls)
        return replace(
            self._unanswered[seat],
            preferences=preferences.shown,
            answer=None if answer is None else str(answer),
            can_undo=can_undo(self.table, seat),
        )

    def you_text(self, seat: int, context: TableContext, program: bool) -> bytes:
        """Returns the same with a clock, as bytes. A program also gets the position."""
        preferences = self.table.seats[seat].preferences
        now = (self._answer(seat), preferences, context.timers_start_at())
        sent = self._sent.get(seat)
        if sent is None or sent.about != now:
            you, auto_at = self.you(seat), autopilot.auto_at(self.table, seat, context)
            sent = self._sent[seat] = _Sent(now, you, write_message(you), auto_at)
        you = sent.you
        if sent.auto_at is not None:
            you = replace(you, auto_in=max(0, sent.auto_at - context.clock()))
        if program and self.table.game:
            you = replace(you, position=write_position(self.table.game.seen_by(seat)))
        return sent.text if you is sent.you else write_message(you)

    def _answer(self, seat: int) -> Answer | None:
        """Returns the sealed answer of that seat, while others are still missing."""
        game = self.table.game
        return game.answers[seat] if game and game.phase is Phase.WHITE else None


def _public_view(
    table: Table,
    question: _Question,
    context: TableContext,
    link: str = "",
    layout_known: bool = False,
) -> wire.View:
    """Returns the view for everybody, without `you`."""
    options, played = table.options, table.played
    shared: dict[str, Any] = {
        "version": table.version,
        "code": table.code,
        "link": f"{link}/{table.code}" if link else "",
        "options": options.shown,
        "layout": UNSET if layout_known else _layout(options.sheet, question.encode),
        "seats": _seat_views(table, context),
        "host": table.host,
        "spectators": _spectators(table, context),
        "fair": question.fair or fair_view(table),
        "troubled": context.storage_down(),
        "evening": table.evening.view(table.seats, options),
        "asks": _ask_views(table, context) if table.asks else [],
        "you": None,
    }
    if table.stage == "lobby":
        lucky = [] if options.dice == "ours" else [list(seat.lucky) for seat in table.seats]
        return wire.LobbyView(**shared, first=table.next_first, lucky=lucky)
    agreed = sorted(table.agreed)
    if isinstance(played, PadGame):
        over = table.games if table.stage == "over" else None
        return wire.PadView(**shared, pad=pad_view(table.game_id, played.pad, over), agreed=agreed)
    if played is None:
        return wire.SealingView(**shared)
    game, recording = played.game, played.recording
    if question.game is None:
        seen, turns = game.seen_by(None), recording.record.turns
        view, encode = game_view(table.game_id, seen, played.closings, turns), question.encode
        question.game = replace(view, cards=encode(view.cards), last=encode(view.last))
    remaining = autopilot.remaining(table, context)
    shown = replace(question.game, answered=_answered(game), remaining=remaining)
    if table.stage == "playing":
        return wire.PlayingView(**shared, game=shown, real=real_dice_view(table))
    result = result_view(table.games, game, recording.record.turns)
    return wire.OverView(**shared, game=shown, result=result, agreed=agreed)


@cache
def _layout(sheet: str, encode: Callable[[Any], Any]) -> Any:
    return encode(layout(sheet))


def _seat_views(table: Table, context: TableContext) -> list[wire.Seat]:
    return [
        wire.Seat(
            seat.name,
            seat.kind,
            seat.bot,
            "away" if seat.kind == "player" and context.away(seat.person) else "here",
            seat.program,
            table.keeper(number) if seat.kind == "card" else None,
            seat.next_bot or None,
            seat.portrait,
        )
        for number, seat in enumerate(table.seats)
    ]


def _spectators(table: Table, context: TableContext) -> int:
    players = {seat.person for seat in table.players}
    return len(set(context.presence.people) - players - {*table.screens})


def _ask_views(table: Table, context: TableContext) -> list[wire.SeatAsk]:
    """Returns the requests of spectators who are still here."""
    return [
        wire.SeatAsk(number, ask.name, ask.granted)
        for number, ask in table.asks.items()
        if not ask.declined and context.here(ask.person)
    ]


def _answered(game: Game) -> list[bool]:
    if game.phase is not Phase.WHITE:
        return [False] * game.players
    return [answer is not None for answer in game.answers]


def summary(table: Table, seat: int) -> TableSummary:
    """Returns the line about this table in its player's list of games."""
    game, played = table.game, table.pad or table.game
    return TableSummary(
        code=table.code,
        stage=table.stage,
        variant=table.options.sheet,
        turn=game.turn if game else 0,
        yours=game is not None and seat in autopilot.asked(game),
        others=[s.name for n, s in enumerate(table.seats) if n != seat and s.kind != "free"],
        bots=[s.bot for s in table.seats if s.kind == "bot" and s.bot],
        card=card_view(played.cards[seat]) if played else None,
    )
