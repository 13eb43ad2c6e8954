"""What people are told about a table: all that they may know, and nothing else.

Everything about a game comes out of `Game.seen_by`, so that no sealed answer is at hand here.
"""

from functools import lru_cache
from typing import Literal, NamedTuple, TypedDict

from msgspec.structs import replace

from qwixx.protocol import views as wire
from qwixx.protocol.codec import SharedView, write_message
from qwixx.protocol.http import TableSummary
from qwixx.protocol.layouts import layout
from qwixx.protocol.words import Reason, Variant
from qwixx.rules import PASS, Answer, Ending, Game, Move, Phase, Refusal, find_variant
from qwixx.rules import Card as RulesCard
from qwixx.rules.legality import lost_refusal
from qwixx.server.live import pictures
from qwixx.table import autopilot
from qwixx.table.fair import commitment
from qwixx.table.state import Seat, Table
from qwixx.table.words import Options, Preferences
from qwixx.table.world import World

_NOT_OFFERED: Reason = "wrong-number"
"""Why most cells cannot be crossed, so it goes without saying."""


class Viewer:
    """Makes the views of one table. What all see alike is made once and kept until `renew`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._shared: dict[str, SharedView] = {}
        self._phase: _Phase | None = None

    def renew(self) -> None:
        """Something is different."""
        self._shared.clear()

    def view(self, table: Table, person: str, link: str) -> bytes:
        """What that person is to be told; `link` is where others reach this server."""
        phase = self._phase
        if phase is None or (phase.since, phase.game_id) != (table.since, table.game_id):
            phase = self._phase = _Phase(table)
        shared = self._shared.get(link)
        if shared is None:
            shared = self._shared[link] = SharedView(
                _spectator_view(table, phase, link, self._world)
            )
        seat = table.seat_of(person)
        return shared.seen_by(None if seat is None else self._you(table, phase, seat))

    def _you(self, table: Table, phase: "_Phase", seat: int) -> bytes:
        """What only the player of that seat is told."""
        game = table.game and table.game.seen_by(seat)
        answer = game.answers[seat] if game and game.phase is Phase.WHITE else None
        preferences = table.seats[seat].preferences
        told = phase.told.get(seat)
        if told is None or told.answer != answer or told.preferences != preferences:
            you = wire.You(
                seat=seat,
                preferences=wire.Preferences(preferences.auto_pass, preferences.auto_roll),
                answer=None if answer is None else str(answer),
                auto_in=None,
                **phase.question(game, seat),
            )
            auto_at = autopilot.auto_at(table, seat, self._world)
            told = phase.told[seat] = _Told(answer, preferences, you, write_message(you), auto_at)
        if told.auto_at is None:
            return told.text
        return write_message(replace(told.you, auto_in=max(0, told.auto_at - self._world.clock())))


class _Told(NamedTuple):
    """What a player was told last, but for the clock."""

    answer: Answer | None
    preferences: Preferences
    you: wire.You
    text: bytes
    auto_at: int | None


class _Phase:
    """What stays as it is while the same is asked: meanwhile only answers come in."""

    def __init__(self, table: Table) -> None:
        self.since = table.since
        self.game_id = table.game_id
        self.game = _game(table)
        self.told: dict[int, _Told] = {}
        self._questions: dict[int, _Question] = {}

    def question(self, game: Game | None, seat: int) -> "_Question":
        if seat not in self._questions:
            self._questions[seat] = _question(game, seat)
        return self._questions[seat]


def _spectator_view(table: Table, phase: _Phase, link: str, world: World) -> wire.View:
    """What everybody may know."""
    shared = _Shared(
        version=table.version,
        code=table.code,
        link=f"{link}/{table.code}" if link else "",
        options=_options(table.options),
        layout=layout(table.options.variant),
        seats=[_seat(seat, world) for seat in table.seats],
        host=table.host,
        spectators=len(set(world.people()) - {seat.person for seat in table.players}),
        fair=_fair(table),
    )
    if table.stage == "lobby":
        return wire.LobbyView(**shared, you=None)
    if table.stage == "sealing":
        return wire.SealingView(**shared, you=None)
    assert phase.game
    assert table.game
    left = autopilot.remaining(table, world)
    game = replace(phase.game, answered=_answered(table.game), remaining=left)
    if table.stage == "playing":
        return wire.PlayingView(**shared, game=game, you=None)
    return wire.OverView(**shared, game=game, result=_result(table), you=None)


class _Shared(TypedDict):
    """What a view shows at every stage; by the names that it has for it."""

    version: int
    code: str
    link: str
    options: wire.Options
    layout: wire.Layout
    seats: list[wire.Seat]
    host: int | None
    spectators: int
    fair: wire.Fair


def _answered(game: Game) -> list[bool]:
    if game.phase is not Phase.WHITE:
        return [False] * game.players
    return [answer is not None for answer in game.answers]


def _options(options: Options) -> wire.Options:
    variant: Variant = options.variant  # type: ignore[assignment]
    return wire.Options(variant, options.seats, options.timer)


def _seat(seat: Seat, world: World) -> wire.Seat:
    away = seat.kind == "player" and world.away(seat.person)
    return wire.Seat(seat.name, seat.kind, seat.bot, "away" if away else "here")


def _game(table: Table) -> wire.GameView | None:
    """How the game stands, before any answer has come in."""
    if not table.game:
        return None
    game = table.game.seen_by(None)
    return wire.GameView(
        id=table.game_id,
        turn=game.turn,
        phase=game.phase.value,
        active=game.active,
        roll=pictures.dice(game.dice) if game.dice else None,
        answered=[],
        white=pictures.moves(game.answers) if game.phase is Phase.COLOUR else None,
        remaining=None,
        cards=[pictures.card(card) for card in game.cards],
        closed=pictures.closed_rows(table.closings),
        last=_last_turn(table),
    )


def _last_turn(table: Table) -> wire.Turn | None:
    last = table.last
    if last is None:
        return None
    return wire.Turn(
        number=last.number,
        active=last.active,
        roll=pictures.dice(last.turn.dice),
        white=pictures.moves(last.turn.choices),
        colour=None if last.turn.colour is None else str(last.turn.colour),
        misthrow=last.misthrow,
        closed=[each.colour for each in table.closings if each.turn == last.number],
    )


def _fair(table: Table) -> wire.Fair:
    """The dice. Parts are shown as they come; the server's secret, once nothing depends on it."""
    return wire.Fair(
        game=table.game_id,
        commitment=commitment(table.secret),
        secret=table.secret if table.stage == "over" else None,
        reveal=table.stage == "sealing" and not table.uncommitted,
        parts=[
            wire.FairPart(number, seat.commitment or None, seat.part or None, seat.excused)
            for number, seat in enumerate(table.seats)
            if seat.kind == "player" or seat.commitment
        ],
        drawn=table.next_first is None,
        restarts=table.restarts,
    )


def _result(table: Table) -> wire.Result:
    outcome = table.game.outcome if table.game else None
    assert outcome
    assert table.recording
    return wire.Result(
        ending="two-rows" if outcome.ending is Ending.ROWS_CLOSED else "misthrows",
        winners=list(outcome.winners),
        places=[1 + sum(other > own for other in outcome.scores) for own in outcome.scores],
        first=table.recording.game.first,
        rolls=[str(turn.dice) for turn in table.recording.record.turns],
    )


# What one seat is asked


class _Question(TypedDict):
    """What may be done with a roll, and why not more; by the names that a view has for it."""

    asked: Literal["roll", "white", "colour"] | None
    offers: list[wire.Offer]
    passing: wire.Pass | None
    refused: list[wire.Refused]
    otherwise: Reason


def _question(game: Game | None, seat: int) -> _Question:
    """An answer that this seat has given counts for nothing here: it can be changed."""
    if game and game.phase is Phase.WHITE:
        return _choice(game if game.answers[seat] is None else game.retract(seat), seat, "white")
    if game and game.phase is Phase.COLOUR and seat == game.active:
        return _choice(game, seat, "colour")
    return _Question(
        asked="roll" if game and game.phase is Phase.ROLL and seat == game.active else None,
        offers=[],
        passing=None,
        refused=[],
        otherwise="not-your-decision" if game and game.phase is Phase.COLOUR else "wrong-phase",
    )


def _choice(game: Game, seat: int, asked: Literal["white", "colour"]) -> _Question:
    own = game.cards[seat]
    offers = [_offer(game, own, move) for move in game.legal_moves(seat) if move.colour]
    misthrow = game.phase is Phase.COLOUR and game.answers[seat] == PASS
    last = own.misthrows + 1 >= own.variant.most_misthrows
    return _Question(
        asked=asked,
        offers=offers,
        passing=wire.Pass(misthrow, misthrow and last),
        refused=_refused(game, seat, {offer.cell for offer in offers}),
        otherwise=_NOT_OFFERED,
    )


def _offer(game: Game, own: RulesCard, move: Move) -> wire.Offer:
    assert move.colour
    assert game.dice
    cell = own.variant.cell(move)
    whites = []
    if game.phase is Phase.COLOUR:
        sums = game.dice.colour_sums(move.colour)
        whites = [white for white, number in enumerate(sums) if number == move.number]
    return wire.Offer(
        move=str(move),
        cell=str(cell.cross),
        lucky=move.lucky,
        skips=own.skips(cell),
        locks=cell.locks,
        ends=cell.locks and len(game.closed | {cell.closes}) >= own.variant.most_closed,
        whites=whites,
    )


def _refused(game: Game, seat: int, offered: set[str]) -> list[wire.Refused]:
    """Why the other cells are not offered, row by row."""
    own = game.cards[seat]
    variant = own.variant
    refused: list[wire.Refused] = []
    for row, marks in zip(variant.rows, own.marks, strict=True):
        lost_cells = _lost_cells(variant.name, row[0].row, marks, row[0].closes in game.closed)
        refused += lost_cells
        for cell in row:
            # Of what is not lost, only cells that lock ask for more than the right number.
            if cell.locks and not any(str(cell.cross) in each.cells for each in lost_cells):
                refusal = None if str(cell.cross) in offered else game.refusal(seat, cell.cross)
                if refusal and refusal.reason != _NOT_OFFERED:
                    refused.append(wire.Refused(_reason(refusal), [str(cell.cross)], None))
    return refused


@lru_cache(maxsize=5000)
def _lost_cells(name: str, number: int, marks: int, closed: bool) -> list[wire.Refused]:
    """Those cells of a row that cannot be crossed any more. Most rows have been seen before."""
    variant = find_variant(name)
    row = variant.rows[number]
    card = RulesCard(variant, (), tuple(marks if cells is row else 0 for cells in variant.rows))
    cells: dict[Reason, list[str]] = {}
    for cell in row:
        refusal = lost_refusal(card, {cell.closes} if closed else set(), cell)
        if refusal:
            cells.setdefault(_reason(refusal), []).append(str(cell.cross))
    last = row[min(marks.bit_length(), len(row)) - 1].cross
    return [
        wire.Refused(reason, names, str(last) if reason == "left-of-last-cross" else None)
        for reason, names in cells.items()
    ]


def _reason(refusal: Refusal) -> Reason:
    reason: Reason = refusal.reason.value  # type: ignore[assignment]
    return reason


# Beside the table


def summary(table: Table, seat: int) -> TableSummary:
    """A line in the list of tables at which somebody sits."""
    game = table.game
    return TableSummary(
        code=table.code,
        stage=table.stage,
        variant=table.options.variant,  # type: ignore[arg-type]
        turn=game.turn if game else 0,
        yours=game is not None and seat in autopilot.asked(game),
        others=[s.name for n, s in enumerate(table.seats) if n != seat and s.kind != "free"],
        card=pictures.card(game.cards[seat]) if game else None,
    )
