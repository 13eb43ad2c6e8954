"""Makes the view of each person: everything that they may know about a table, and nothing else.

All data of a game come from `Game.seen_by`, so this module never holds a sealed answer. Everybody
gets a new view after every action, so the parts that stay the same are kept between views.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, TypedDict

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from qwixx.notation import write_position
from qwixx.protocol import views as wire
from qwixx.protocol.cards import Layout
from qwixx.protocol.codec import SharedView, write_message
from qwixx.protocol.evening import Evening, SeatAsk
from qwixx.protocol.http import TableSummary
from qwixx.protocol.layouts import layout
from qwixx.protocol.options import Options
from qwixx.rules import Answer, Game, Phase, Roll
from qwixx.table import autopilot
from qwixx.table.card_views import card_view, closed_row_views, dice_view, move_texts
from qwixx.table.context import TableContext
from qwixx.table.dice_views import fair_view, real_dice_view
from qwixx.table.evening_views import asks_view, evening_view
from qwixx.table.move_options import MoveOptions, move_options
from qwixx.table.options import SeatPreferences
from qwixx.table.pad_views import ending_kind, pad_view, places
from qwixx.table.played import Closing, PlayedTurn
from qwixx.table.seat_views import seat_views
from qwixx.table.stages import PadGame
from qwixx.table.state import Table
from qwixx.table.undo import can_undo

_PHASES: Final[dict[Phase, wire.GamePhase]] = {
    Phase.ROLL: "roll",
    Phase.WHITE: "white",
    Phase.COLOUR: "colour",
    Phase.OVER: "over",
}


class Viewer:
    """Makes the views of one table. It keeps the common part of all views until `renew`."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._shared: dict[tuple[str, bool], SharedView] = {}
        self._question: _Question | None = None

    def renew(self) -> None:
        """Forgets the kept parts, because the table has changed."""
        self._shared.clear()

    def view(
        self,
        table: Table,
        person: str,
        link: str = "",
        knows: Collection[str] = (),
        *,
        program: bool = False,
    ) -> bytes:
        """Returns the view of that person as bytes.

        `link` is the server's address for other devices. The view leaves the printed card out if
        `knows` has the variant.
        """
        question = self._question
        if question is None or not question.lasts(table):
            question = self._question = _Question(table, question)
        known = table.options.variant in knows
        shared = self._shared.get((link, known))
        if shared is None:
            everybody = _public_view(table, question, self._context, link, known)
            shared = self._shared[link, known] = SharedView(everybody)
        seat = table.seat_of(person)
        return shared.seen_by(None if seat is None else self._you(table, question, seat, program))

    def _you(self, table: Table, question: "_Question", seat: int, program: bool) -> bytes:
        """Returns the part for the player of that seat. A program also gets the position."""
        now = (own_answer(table, seat), table.seats[seat].preferences)
        sent = question.sent.get(seat)
        if sent is None or sent.about != now or sent.is_late(self._context):
            you = question.you(seat)
            auto_at = autopilot.auto_at(table, seat, self._context)
            since = 0 if auto_at is None else self._context.timers_start_at()
            sent = question.sent[seat] = _Sent(now, since, you, write_message(you), auto_at)
        if sent.auto_at is None and not program:
            return sent.text
        you = sent.you
        if sent.auto_at is not None:
            you = replace(you, auto_in=max(0, sent.auto_at - self._context.clock()))
        if program and table.game:
            you = replace(you, position=write_position(table.game.seen_by(seat)))
        return write_message(you)


def view(table: Table, person: str, context: TableContext) -> wire.View:
    """Returns the view of that person."""
    question = _Question(table)
    shown = _public_view(table, question, context)
    seat = table.seat_of(person)
    return shown if seat is None else replace(shown, you=question.you(seat))


def own_answer(table: Table, seat: int) -> Answer | None:
    """Returns the sealed answer of that seat, while others are still missing."""
    game = table.game
    return game.answers[seat] if game and game.phase is Phase.WHITE else None


class _Sent(NamedTuple):
    """The latest view of a player, without its clock."""

    about: tuple[Answer | None, SeatPreferences]
    """The inputs of the view that can change while the question stays the same."""
    timers_start_at: int
    """The input of its clock."""
    you: wire.You
    text: bytes
    auto_at: int | None

    def is_late(self, context: TableContext) -> bool:
        """Returns whether its clock now starts from another time."""
        return self.auto_at is not None and self.timers_start_at != context.timers_start_at()


class _Question:
    """The parts of views that stay the same during one question, while answers come in."""

    def __init__(self, table: Table, before: "_Question | None" = None) -> None:
        self.table = table
        self._since = table.question_version
        self.plays = table.game_id if table.stage == "playing" else None
        self.game: wire.GameView | None = None
        """The game before any answer to the question."""
        self.fair: wire.Fair | None = None
        if before and before.plays and (before.table, before.plays) == (table, self.plays):
            self.fair = before.fair
        elif table.game:
            self.fair = fair_view(table)
        self.sent: dict[int, _Sent] = {}
        self._options: dict[int, MoveOptions] = {}

    def lasts(self, table: Table) -> bool:
        """Returns whether the table still asks this question. A rewritten log makes a new table."""
        return self.table is table and self._since == table.question_version

    def you(self, seat: int) -> wire.You:
        """Returns the part for the player of that seat, without a clock."""
        answer = own_answer(self.table, seat)
        if seat not in self._options:
            game = self.table.game and self.table.game.seen_by(seat)
            if game and answer is not None:
                game = game.retract(seat)
            dice = self.table.options.dice
            self._options[seat] = move_options(game, seat, rolls=dice == "ours")
        return wire.You(
            seat=seat,
            preferences=self.table.seats[seat].preferences.shown,
            answer=None if answer is None else str(answer),
            auto_in=None,
            can_undo=can_undo(self.table, seat),
            **self._options[seat],
        )


class _Shared(TypedDict):
    """The fields that views have at every stage."""

    version: int
    code: str
    link: str
    options: Options
    layout: Layout | UnsetType
    seats: list[wire.Seat]
    host: int | None
    spectators: int
    fair: wire.Fair | None
    troubled: bool
    evening: Evening | None
    asks: list[SeatAsk]


def _public_view(
    table: Table,
    question: _Question,
    context: TableContext,
    link: str = "",
    layout_known: bool = False,
) -> wire.View:
    """Returns the view for everybody, without `you`."""
    options, played = table.options, table.played
    players = {seat.person for seat in table.players}
    shared = _Shared(
        version=table.version,
        code=table.code,
        link=f"{link}/{table.code}" if link else "",
        options=options.shown,
        layout=UNSET if layout_known else layout(options.sheet),
        seats=seat_views(table, context),
        host=table.host,
        spectators=len(set(context.people()) - players - {*table.screens.people}),
        fair=question.fair or fair_view(table),
        troubled=context.storage_down(),
        evening=evening_view(table),
        asks=asks_view(table, context) if table.asks else [],
    )
    if table.stage == "lobby":
        lucky = [] if options.dice == "ours" else [list(seat.lucky) for seat in table.seats]
        return wire.LobbyView(**shared, first=table.next_first, lucky=lucky, you=None)
    agreed = sorted(table.agreed)
    if isinstance(played, PadGame):
        over = table.games if table.stage == "over" else None
        pad = pad_view(table.game_id, played.pad, over)
        return wire.PadView(**shared, pad=pad, agreed=agreed, you=None)
    if played is None:
        return wire.SealingView(**shared, you=None)
    game = played.recording.game
    if question.game is None:
        seen = game.seen_by(None)
        question.game = game_view(table.game_id, seen, played.closings, played.last)
    remaining = autopilot.remaining(table, context)
    shown = replace(question.game, answered=_answered(game), remaining=remaining)
    if table.stage == "playing":
        return wire.PlayingView(**shared, game=shown, real=real_dice_view(table), you=None)
    rolls = [turn.dice for turn in played.recording.record.turns]
    result = result_view(table.games, game, rolls)
    return wire.OverView(**shared, game=shown, result=result, agreed=agreed, you=None)


def _answered(game: Game) -> list[bool]:
    if game.phase is not Phase.WHITE:
        return [False] * game.players
    return [answer is not None for answer in game.answers]


def game_view(
    name: str, game: Game, closed: Sequence[Closing], last: PlayedTurn | None
) -> wire.GameView:
    """Returns the public view of a game, before any answer to its phase."""
    return wire.GameView(
        id=name,
        turn=game.turn,
        phase=_PHASES[game.phase],
        active=game.active,
        roll=dice_view(game.dice) if game.dice else None,
        answered=[False] * game.players,
        white=move_texts(game.answers) if game.phase is Phase.COLOUR else None,
        remaining=None,
        cards=[card_view(card) for card in game.cards],
        closed=closed_row_views(closed),
        last=None if last is None else _turn_view(last, closed),
    )


def _turn_view(last: PlayedTurn, closed: Sequence[Closing]) -> wire.Turn:
    return wire.Turn(
        number=last.number,
        active=last.active,
        roll=dice_view(last.turn.dice),
        white=move_texts(last.turn.choices),
        colour=None if last.turn.colour is None else str(last.turn.colour),
        misthrow=last.misthrow,
        closed=[each.colour for each in closed if each.turn == last.number],
    )


def result_view(number: int, game: Game, rolls: Sequence[Roll]) -> wire.Result:
    """Returns the result of a game; `number` is its number at the table."""
    outcome = game.outcome
    if outcome is None:
        raise ValueError("this game is not over")
    return wire.Result(
        number=number,
        ending=ending_kind(outcome.ending),
        winners=list(outcome.winners),
        places=places(outcome.scores),
        first=game.first,
        rolls=[str(roll) for roll in rolls],
    )


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
