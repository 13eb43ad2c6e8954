"""What people are told: what they may know of a table (`table/views.py`), in words of the wire."""

from collections.abc import Collection
from dataclasses import astuple
from typing import NamedTuple, TypedDict

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from qwixx.notation import write_position
from qwixx.protocol import views as wire
from qwixx.protocol.cards import Layout
from qwixx.protocol.codec import SharedView, write_message
from qwixx.protocol.http import TableSummary
from qwixx.protocol.layouts import layout
from qwixx.protocol.options import Options
from qwixx.rules import Answer, Game, Outcome, Phase
from qwixx.server.live import pads, pictures
from qwixx.server.live.questions import Question, question
from qwixx.table import autopilot, views
from qwixx.table.finished import finished_view
from qwixx.table.options import SeatPreferences
from qwixx.table.played import Finished
from qwixx.table.state import Table
from qwixx.table.world import World


class Viewer:
    """Makes the views of one table. What all see alike is made once and kept until `renew`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._shared: dict[tuple[str, bool], SharedView] = {}
        self._phase: _Phase | None = None

    def renew(self) -> None:
        """Something is different."""
        self._shared.clear()

    def view(
        self,
        table: Table,
        person: str,
        link: str,
        knows: Collection[str] = (),
        *,
        program: bool = False,
    ) -> bytes:
        """What that person is to be told; `link` is where others reach this server, and `knows` are
        the variants whose printed card need not be told."""
        phase = self._phase
        if phase is None or not phase.lasts(table):
            phase = self._phase = _Phase(table, phase)
        known = table.options.variant in knows
        shared = self._shared.get((link, known))
        if shared is None:
            everybody = views.public_view(table, self._world, phase.fair)
            written = _everybody(everybody, phase, link, known)
            if self._world.troubled():
                written = replace(written, troubled=True)
            shared = self._shared[link, known] = SharedView(written)
        seat = table.seat_of(person)
        return shared.seen_by(None if seat is None else self._you(table, phase, seat, program))

    def _you(self, table: Table, phase: "_Phase", seat: int, program: bool) -> bytes:
        """What only the player of that seat is told; a program, the position as text, too."""
        now = (views.own_answer(table, seat), table.seats[seat].preferences)
        told = phase.told.get(seat)
        if told is None or told.about != now or told.is_late(self._world):
            yours = views.your_view(table, seat, self._world)
            written = _you(yours, phase.question(yours))
            since = 0 if yours.auto_at is None else self._world.here_since()
            told = _Told(now, since, written, write_message(written), yours.auto_at)
            phase.told[seat] = told
        if told.auto_at is None and not program:
            return told.text
        you = told.you
        if told.auto_at is not None:
            you = replace(you, auto_in=max(0, told.auto_at - self._world.clock()))
        if program and table.game:
            you = replace(you, position=write_position(table.game.seen_by(seat)))
        return write_message(you)


class _Told(NamedTuple):
    """What a player was told last, but for the clock."""

    about: tuple[Answer | None, SeatPreferences]
    """What it depends on, within a phase …"""
    here_since: int
    """… and what the clock in it depends on."""
    you: wire.You
    text: bytes
    auto_at: int | None

    def is_late(self, world: World) -> bool:
        """Whether the clock in it runs from another moment now."""
        return self.auto_at is not None and self.here_since != world.here_since()


class _Phase:
    """What stays as it is while the same is asked: meanwhile only answers come in."""

    def __init__(self, table: Table, before: "_Phase | None" = None) -> None:
        self.table = table
        self._since = table.since
        self.plays = table.game_id if table.stage == "playing" else None
        self.game: wire.GameView | None = None
        """How the game stands, before any answer has come in."""
        self.fair: views.FairView | None = None
        self.written_fair: wire.Fair | None = None
        if before and before.plays and (before.table, before.plays) == (table, self.plays):
            self.fair, self.written_fair = before.fair, before.written_fair
        elif table.game:
            self.fair = views.fair_view(table)
        self.told: dict[int, _Told] = {}
        self._questions: dict[int, Question] = {}

    def lasts(self, table: Table) -> bool:
        """Whether that table still asks the same. It is another one when its log is rewritten."""
        return self.table is table and self._since == table.since

    def question(self, you: views.YourView) -> Question:
        if you.seat not in self._questions:
            self._questions[you.seat] = question(you)
        return self._questions[you.seat]


class _Shared(TypedDict):
    """What a view shows at every stage; by the names that it has for it."""

    version: int
    code: str
    link: str
    options: Options
    layout: Layout | UnsetType
    seats: list[wire.Seat]
    host: int | None
    spectators: int
    fair: wire.Fair | None


def _everybody(
    view: views.TableView, phase: _Phase, link: str, layout_known: bool = False
) -> wire.View:
    """What everybody may know."""
    options = view.options
    shared = _Shared(
        version=view.version,
        code=view.code,
        link=f"{link}/{view.code}" if link else "",
        options=options.shown,
        layout=UNSET if layout_known else layout(options.sheet),
        seats=[
            wire.Seat(
                seat.name,
                seat.kind,
                seat.bot,
                "away" if seat.away else "here",
                seat.program,
                seat.keeper,
            )
            for seat in view.seats
        ],
        host=view.host,
        spectators=view.spectators,
        fair=phase.written_fair or _fair(view),
    )
    if view.stage == "lobby":
        return wire.LobbyView(**shared, first=view.first, lucky=_lucky(view), you=None)
    if view.pad:
        pad = pads.pad_of(view, view.pad)
        return wire.PadView(**shared, pad=pad, agreed=list(view.agreed), you=None)
    if view.game is None:
        return wire.SealingView(**shared, you=None)
    if phase.game is None:
        phase.game = _game(view, view.game)
        phase.written_fair = shared["fair"]
    game = replace(phase.game, answered=_answered(view.game), remaining=view.remaining)
    if view.stage != "over" or view.outcome is None:
        return wire.PlayingView(**shared, game=game, real=_real(view), you=None)
    return wire.OverView(
        **shared, game=game, result=_result(view, view.outcome), agreed=list(view.agreed), you=None
    )


def _answered(game: Game) -> list[bool]:
    if game.phase is not Phase.WHITE:
        return [False] * game.players
    return [answer is not None for answer in game.answers]


def _game(view: views.TableView, game: Game) -> wire.GameView:
    return wire.GameView(
        id=view.game_id,
        turn=game.turn,
        phase=game.phase.value,
        active=game.active,
        roll=pictures.dice(game.dice) if game.dice else None,
        answered=[],
        white=pictures.moves(game.answers) if game.phase is Phase.COLOUR else None,
        remaining=None,
        cards=[pictures.card(card) for card in game.cards],
        closed=pictures.closed_rows(view.closings),
        last=_last_turn(view),
    )


def _last_turn(view: views.TableView) -> wire.Turn | None:
    last = view.last
    if last is None:
        return None
    return wire.Turn(
        number=last.number,
        active=last.active,
        roll=pictures.dice(last.turn.dice),
        white=pictures.moves(last.turn.choices),
        colour=None if last.turn.colour is None else str(last.turn.colour),
        misthrow=last.misthrow,
        closed=[each.colour for each in view.closings if each.turn == last.number],
    )


def _lucky(view: views.TableView) -> list[list[int]]:
    return [list(seat.lucky) for seat in view.seats] if view.options.dice != "ours" else []


def _real(view: views.TableView) -> wire.RealDice | None:
    real = view.real
    if real is None:
        return None
    entered = real.entered
    if entered is None:
        return wire.RealDice(list(real.colours), None)
    asked = None if entered.asked is None else wire.Correction(*astuple(entered.asked))
    said = wire.EnteredDice(entered.seat, entered.free, entered.agreeing, asked)
    return wire.RealDice(list(real.colours), said)


def _fair(view: views.TableView) -> wire.Fair | None:
    fair = view.fair
    if fair is None:
        return None
    return wire.Fair(
        game=view.game_id,
        commitment=fair.commitment,
        secret=fair.secret,
        reveal=fair.reveal,
        parts=[
            wire.FairPart(part.seat, part.commitment, part.part, part.excused)
            for part in fair.parts
        ],
        first=fair.first,
        restarts=[list(seats) for seats in fair.restarts],
        scheme=fair.scheme,
    )


def _result(view: views.TableView, outcome: Outcome) -> wire.Result:
    assert view.game
    return wire.Result(
        number=view.number,
        ending=pads.ending_kind(outcome.ending),
        winners=list(outcome.winners),
        places=pads.places(outcome.scores),
        first=view.game.first,
        rolls=[str(roll) for roll in view.rolls],
    )


def _you(you: views.YourView, question: Question) -> wire.You:
    return wire.You(
        seat=you.seat,
        preferences=you.preferences.shown,
        answer=None if you.answer is None else str(you.answer),
        auto_in=None,
        **question,
    )


def finished(table: Table, game: Finished) -> wire.OverView:
    """The end of a game at that table, also when another one is played there now."""
    view = finished_view(table.code, table.version, game)
    shown = _everybody(view, _Phase(Table(table.code)), "")
    assert isinstance(shown, wire.OverView)
    return shown


def summary(table: Table, seat: int) -> TableSummary:
    """A line in the list of tables at which somebody sits."""
    game, played = table.game, table.pad or table.game
    return TableSummary(
        code=table.code,
        stage=table.stage,
        variant=table.options.sheet,
        turn=game.turn if game else 0,
        yours=game is not None and seat in autopilot.asked(game),
        others=[s.name for n, s in enumerate(table.seats) if n != seat and s.kind != "free"],
        card=pictures.card(played.cards[seat]) if played else None,
    )
