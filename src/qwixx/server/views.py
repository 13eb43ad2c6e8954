"""What people are told about a table: all that they may know, and nothing else.

Everything about a game comes out of `Game.seen_by`, so that no sealed answer is at hand here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from qwixx.rules import Card as RulesCard
from qwixx.rules import Ending, Game, Move, Phase, Refusal, find_variant
from qwixx.rules.legality import lost_refusal
from qwixx.server import autopilot, pictures
from qwixx.server.fair import commitment
from qwixx.server.protocol import views as wire
from qwixx.server.protocol.codec import SharedView, write_message
from qwixx.server.protocol.http import TableSummary
from qwixx.server.protocol.words import Reason, Variant
from qwixx.server.settings import Settings
from qwixx.server.table import Seat, Table

_NOT_OFFERED: Reason = "wrong-number"
"""Why most cells cannot be crossed, so it goes without saying."""


@dataclass(frozen=True)
class Surroundings:
    """What a view shows beside the log."""

    away: Callable[[str], bool]
    """Whether that person is away."""
    spectators: int
    loaded_at: int
    now: int


class Viewer:
    """Makes the views of one table. What all see alike is made once and kept until `renew`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._shared: dict[str, SharedView] = {}
        self._questions: dict[int, _Question] = {}
        self._asked = (0, "")
        self._told: dict[int, tuple[wire.You, bytes]] = {}

    def renew(self) -> None:
        """Something is different."""
        self._shared.clear()

    def view(self, table: Table, person: str, link: str, around: Surroundings) -> bytes:
        """What that person is to be told; `link` is where others reach this server."""
        shared = self._shared.get(link)
        if shared is None:
            shared = self._shared[link] = SharedView(spectator_view(table, link, around))
        seat = table.seat_of(person)
        if seat is None:
            return shared.seen_by(None)
        you = self._you(table, seat, around)
        told, text = self._told.get(seat, (None, b""))
        if you != told:  # what others do mostly leaves it as it was
            text = write_message(you)
            self._told[seat] = you, text
        return shared.seen_by(text)

    def _you(self, table: Table, seat: int, around: Surroundings) -> wire.You:
        """What only the player of that seat is told."""
        game = table.game and table.game.seen_by(seat)
        asked: Literal["roll", "white", "colour"] | None = None
        otherwise: Reason = "wrong-phase"
        answer = question = None
        if game and game.phase is Phase.ROLL:
            asked = "roll" if seat == game.active else None
        elif game and game.phase is Phase.COLOUR:
            asked = "colour" if seat == game.active else None
            otherwise = _NOT_OFFERED if asked else "not-your-decision"
        elif game and game.phase is Phase.WHITE:
            asked, otherwise = "white", _NOT_OFFERED
            if game.answers[seat] is not None:
                answer = str(game.answers[seat])
                game = game.retract(seat)
        if game and asked in ("white", "colour"):
            question = self._question(table, game, seat)
        pace, loaded_at = self._settings.pace, around.loaded_at
        return wire.You(
            seat=seat,
            preferences=table.seats[seat].preferences,
            asked=asked,
            answer=answer,
            offers=question.offers if question else [],
            passing=question.passing if question else None,
            refused=question.refused if question else [],
            otherwise=otherwise,
            auto_in=autopilot.auto_in(table, seat, pace, loaded_at, around.now),
        )

    def _question(self, table: Table, game: Game, seat: int) -> "_Question":
        """Others' answers do not change what a seat is asked, so it is worked out once a phase."""
        if self._asked != (table.since, table.game_id):
            self._asked = (table.since, table.game_id)
            self._questions.clear()
        if seat not in self._questions:
            self._questions[seat] = _Question(game, seat)
        return self._questions[seat]


def spectator_view(table: Table, link: str, around: Surroundings) -> wire.View:
    """What everybody may know."""
    left = autopilot.remaining(table, around.loaded_at, around.now)
    return wire.View(
        version=table.version,
        code=table.code,
        link=f"{link}/{table.code}" if link else "",
        stage=table.stage,
        options=table.options,
        layout=layout(table.options.variant),
        seats=[_seat(seat, around) for seat in table.seats],
        host=table.host,
        spectators=around.spectators,
        game=_game(table, left),
        fair=_fair(table),
        result=_result(table),
        you=None,
    )


@cache
def layout(name: Variant) -> wire.Layout:
    """The printed card."""
    variant = find_variant(name)
    rows = [
        wire.LayoutRow(row[0].colour, [cell.number for cell in row], sum(c.locks for c in row))
        for row in variant.rows
    ]
    # The lock counts as one more, and only one of the cells that lock can be crossed.
    most = len(variant.rows[0]) + 2 - rows[0].locking
    return wire.Layout(
        variant=name,
        rows=rows,
        faces=variant.sides,
        needed=variant.crosses_to_lock,
        points=[crosses * (crosses + 1) // 2 for crosses in range(1, most + 1)],
        misthrow=-variant.misthrow_points,
        misthrows=variant.most_misthrows,
    )


def _seat(seat: Seat, around: Surroundings) -> wire.Seat:
    away = seat.kind == "player" and around.away(seat.person)
    return wire.Seat(seat.name, seat.kind, seat.bot, "away" if away else "here")


def _game(table: Table, remaining: int | None) -> wire.GameView | None:
    if not table.game:
        return None
    game = table.game.seen_by(None)
    answered = game.answered if game.phase is Phase.WHITE else ()
    return wire.GameView(
        id=table.game_id,
        turn=game.turn,
        phase=game.phase.value,
        active=game.active,
        roll=pictures.dice(game.dice) if game.dice else None,
        answered=[seat in answered for seat in range(game.players)],
        white=pictures.moves(game.answers) if game.phase is Phase.COLOUR else None,
        remaining=remaining,
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


def _result(table: Table) -> wire.Result | None:
    outcome = table.game.outcome if table.game else None
    if outcome is None or table.recording is None:
        return None
    return wire.Result(
        ending="two-rows" if outcome.ending is Ending.ROWS_CLOSED else "misthrows",
        winners=list(outcome.winners),
        places=[1 + sum(other > own for other in outcome.scores) for own in outcome.scores],
        first=table.recording.game.first,
        rolls=[str(turn.dice) for turn in table.recording.record.turns],
    )


# What one seat is asked


class _Question:
    """What may be done with a roll, and why not more."""

    def __init__(self, game: Game, seat: int) -> None:
        own = game.cards[seat]
        self.offers = [_offer(game, own, move) for move in game.legal_moves(seat) if move.colour]
        answer = game.answers[seat]
        crossed = isinstance(answer, Move) and not answer.is_pass
        misthrow = game.phase is Phase.COLOUR and not crossed
        last = own.misthrows + 1 >= own.variant.most_misthrows
        self.passing = wire.Pass(misthrow, misthrow and last)
        self.refused = _refused(game, seat, {offer.cell for offer in self.offers})


def _offer(game: Game, own: RulesCard, move: Move) -> wire.Offer:
    assert move.colour
    assert game.dice
    cell = own.variant.by_name[move.colour, move.number]
    whites = []
    if game.phase is Phase.COLOUR:
        sums = game.dice.colour_sums(move.colour)
        whites = [white for white, number in enumerate(sums) if number == move.number]
    return wire.Offer(
        move=str(move),
        cell=str(cell.cross),
        lucky=move.lucky,
        skips=cell.position - own.marks[cell.row].bit_length(),
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
        variant=table.options.variant,
        turn=game.turn if game else 0,
        yours=game is not None and seat in autopilot.asked(game),
        others=[s.name for n, s in enumerate(table.seats) if n != seat and s.kind != "free"],
        card=pictures.card(game.cards[seat]) if game else None,
    )
