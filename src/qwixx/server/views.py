"""What a person is told about a table: all that they may know, and nothing else.

Everything about a game comes out of `Game.seen_by`, so that no sealed answer is at hand here.
"""

from functools import cache
from typing import Final, cast

from qwixx.notation import Record
from qwixx.rules import COLOURS, Ending, Game, Move, Phase, Roll, Variant, find_variant
from qwixx.rules import Card as RulesCard
from qwixx.server.fair import commitment
from qwixx.server.protocol import views as wire
from qwixx.server.protocol.http import Frame, TableSummary
from qwixx.server.protocol.words import Reason
from qwixx.server.protocol.words import Variant as VariantName
from qwixx.server.table import Closing, Table

_ENDINGS: Final = {Ending.ROWS_CLOSED: "two-rows", Ending.MISTHROWS: "misthrows"}


@cache
def layout(name: VariantName) -> wire.Layout:
    """The printed card."""
    variant = find_variant(name)
    rows = [
        wire.LayoutRow(row[0].colour, [cell.number for cell in row], sum(c.locks for c in row))
        for row in variant.rows
    ]
    # Not every cell can be crossed where two lock, and the lock counts: as many as cells plus one,
    # less the locking cells that stay empty.
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


def dice(roll: Roll) -> wire.Dice:
    colours = [
        None if pips is None else wire.ColourDie(colour, pips, list(roll.colour_sums(colour)))
        for colour, pips in zip(COLOURS, roll.coloured, strict=True)
    ]
    return wire.Dice(str(roll), list(roll.white), roll.white_sum, colours)


def card(card: RulesCard) -> wire.Card:
    rows = []
    for row, marks in zip(card.variant.rows, card.marks, strict=True):
        last = marks.bit_length()
        signs = ["x" if marks >> n & 1 else "-" if n < last else "." for n in range(len(row))]
        crosses = marks.bit_count()
        locked = bool(marks >> len(row))
        rows.append(wire.CardRow("".join(signs), locked, crosses, crosses * (crosses + 1) // 2))
    return wire.Card(rows, card.misthrows, card.score, list(card.lucky))


def closed_rows(closings: list[Closing]) -> list[wire.ClosedRow]:
    return [wire.ClosedRow(each.colour, each.turn, list(each.by)) for each in closings]


def moves(answers: tuple[object, ...]) -> list[str]:
    return [str(answer) for answer in answers]


def game_view(table: Table, remaining: int | None) -> wire.GameView | None:
    """The game as a spectator sees it."""
    if not table.game:
        return None
    game = table.game.seen_by(None)
    return wire.GameView(
        id=table.game_id,
        turn=game.turn,
        phase=game.phase.value,
        active=game.active,
        roll=dice(game.dice) if game.dice else None,
        answered=[answer is not None for answer in game.answers]
        if game.phase is Phase.WHITE
        else [False] * game.players,
        white=moves(game.answers) if game.phase is Phase.COLOUR else None,
        remaining=remaining,
        cards=[card(each) for each in game.cards],
        closed=closed_rows(table.closings),
        last=_last_turn(table),
    )


def _last_turn(table: Table) -> wire.Turn | None:
    last = table.last
    if last is None:
        return None
    return wire.Turn(
        number=last.number,
        active=last.active,
        roll=dice(last.turn.dice),
        white=moves(last.turn.choices),
        colour=None if last.turn.colour is None else str(last.turn.colour),
        misthrow=last.misthrow,
        closed=[each.colour for each in table.closings if each.turn == last.number],
    )


def fair(table: Table) -> wire.Fair:
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


def result(table: Table) -> wire.Result | None:
    game = table.game
    outcome = game.outcome if game else None
    if outcome is None or game is None or table.recording is None:
        return None
    return wire.Result(
        ending="two-rows" if outcome.ending is Ending.ROWS_CLOSED else "misthrows",
        winners=list(outcome.winners),
        places=[1 + sum(other > own for other in outcome.scores) for own in outcome.scores],
        first=game.first,
        rolls=[str(turn.dice) for turn in table.recording.record.turns],
    )


# What one seat is asked


def you(table: Table, seat: int, auto_in: int | None) -> wire.You:
    """What only the player of that seat is told."""
    preferences = table.seats[seat].preferences
    if table.game is None or table.game.phase is Phase.OVER:
        return wire.You(seat, preferences, None, None, [], None, [], "wrong-phase", None)
    game = table.game.seen_by(seat)
    if game.phase is Phase.ROLL:
        asked = "roll" if seat == game.active else None
        return wire.You(
            seat, preferences, cast("None", asked), None, [], None, [], "wrong-phase", auto_in
        )
    if game.phase is Phase.COLOUR and seat != game.active:
        return wire.You(seat, preferences, None, None, [], None, [], "not-your-decision", None)
    answer = None
    if game.phase is Phase.WHITE and isinstance(game.answers[seat], Move):
        answer = str(game.answers[seat])
        game = game.retract(seat)
    question = _question(game, seat)
    return wire.You(
        seat=seat,
        preferences=preferences,
        asked=game.phase.value,  # type: ignore[arg-type]  # the other two were dealt with
        answer=answer,
        offers=question.offers,
        passing=question.passing,
        refused=question.refused,
        otherwise="wrong-number",
        auto_in=auto_in,
    )


class _Question:
    """What may be done with a roll, and why not more."""

    def __init__(self, game: Game, seat: int) -> None:
        own = game.cards[seat]
        self.offers = [_offer(game, own, move) for move in game.legal_moves(seat) if move.colour]
        misthrow = game.phase is Phase.COLOUR and not any(
            isinstance(answer, Move) and answer.colour for answer in game.answers[seat : seat + 1]
        )
        last = own.misthrows + 1 >= own.variant.most_misthrows
        self.passing = wire.Pass(misthrow, misthrow and last)
        self.refused = _refused(game, seat, {offer.cell for offer in self.offers})


def _question(game: Game, seat: int) -> _Question:
    return _Question(game, seat)


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
    """Why the other cells are not offered, row by row; the commonest reason is left out."""
    own = game.cards[seat]
    refused = []
    for row in own.variant.rows:
        cells: dict[str, list[str]] = {}
        for cell in row:
            name = str(cell.cross)
            refusal = None if name in offered else game.refusal(seat, cell.cross)
            if refusal and refusal.reason != "wrong-number":
                cells.setdefault(refusal.reason.value, []).append(name)
        for reason, names in cells.items():
            by = None
            if reason == "left-of-last-cross":
                by = f"{row[0].colour}{own.crossed(row[0].colour)[-1]}"
            refused.append(wire.Refused(cast("Reason", reason), names, by))
    return refused


# Beside the table


def summary(table: Table, seat: int) -> TableSummary:
    """A line in the list of tables at which somebody sits."""
    game = table.game
    over = game is None or game.phase is Phase.OVER
    asked = not over and game is not None and (
        seat == game.active if game.phase is Phase.ROLL else seat in game.awaited
    )  # fmt: skip
    return TableSummary(
        code=table.code,
        stage=table.stage,
        variant=table.options.variant,
        turn=game.turn if game else 0,
        yours=asked,
        others=[s.name for n, s in enumerate(table.seats) if n != seat and s.kind != "free"],
        card=card(game.cards[seat]) if game else None,
    )


def frames(record: Record) -> list[Frame]:
    """A finished game, step by step."""
    steps: list[Frame] = []
    game = record.start
    closings: list[Closing] = []
    for number, turn in enumerate(record.turns, 1):
        active = game.active
        for step, after in zip(("roll", "white", "colour"), turn.play(game), strict=False):
            for colour in after.variant.row_colours:
                if colour in after.closed - game.closed:
                    by = [n for n, each in enumerate(after.cards) if each.has_lock(colour)]
                    closings.append(Closing(colour, number, tuple(by)))
            misthrow = after.cards[active].misthrows > game.cards[active].misthrows
            steps.append(
                Frame(
                    turn=number,
                    step=step,  # type: ignore[arg-type]
                    active=active,
                    roll=dice(turn.dice),
                    white=moves(turn.choices) if step != "roll" else None,
                    colour=str(turn.colour) if step == "colour" else None,
                    misthrow=misthrow,
                    cards=[card(each) for each in after.cards],
                    closed=closed_rows(closings),
                )
            )
            game = after
    return steps


def variant_of(table: Table) -> Variant:
    return find_variant(table.options.variant)
