"""Makes the part of views that shows where the dice come from: fair dice, or real dice."""

from qwixx.notation import Record
from qwixx.protocol.dice import EnteredDice, Fair, FairPart, RealDice
from qwixx.rules import COLOURS, Colour, Game
from qwixx.table.fair import ABSENT, BOT, DiceHeaders, commitment, dice_headers, is_real
from qwixx.table.real_dice import agreeing
from qwixx.table.stages import Playing
from qwixx.table.state import Table


def fair_view(table: Table) -> Fair | None:
    """Returns the public facts about the dice, which stay the same during a game.

    Returns None for real dice.
    """
    if table.options.dice != "ours":
        return None
    committed = commitment(table.secret)
    if table.fair:
        secret = table.secret if table.stage == "over" and not table.day else None
        return _sealed_view(DiceHeaders(committed, secret, table.fair.seal))
    asked = () if table.day else table.seats
    return Fair(
        game=table.game_id,
        commitment=committed,
        secret=None,
        reveal=table.stage == "sealing" and not table.uncommitted,
        parts=[
            FairPart(number, seat.commitment or None, seat.part or None, seat.excused)
            for number, seat in enumerate(asked)
            if seat.kind == "player" or seat.commitment
        ],
        first=table.next_first,
        restarts=[list(seats) for seats in table.reseals],
        scheme=table.scheme,
    )


def recorded_fair_view(record: Record) -> Fair | None:
    """Returns the public facts about the dice of a game that is over, from its record."""
    return None if is_real(record) else _sealed_view(dice_headers(record))


def _sealed_view(headers: DiceHeaders) -> Fair:
    seal = headers.seal
    return Fair(
        game=seal.game,
        commitment=headers.commitment,
        secret=headers.secret,
        reveal=False,
        parts=[
            FairPart(seat, None, None, excused=True)
            if part == ABSENT
            else FairPart(seat, commitment(part), part, excused=False)
            for seat, part in enumerate(seal.parts)
            if part != BOT
        ],
        first=seal.first,
        restarts=[list(seats) for seats in seal.restarts],
        scheme=seal.scheme,
    )


def real_dice_view(table: Table) -> RealDice | None:
    """Returns the dice that were entered in this turn; None for other kinds of dice."""
    if table.options.dice != "real" or not isinstance(table.stage_data, Playing):
        return None
    recording, entered = table.stage_data.recording, table.stage_data.entered
    if entered is None:
        return RealDice(_colours(recording.game), None)
    may_agree = agreeing(table, recording.game)
    shown = EnteredDice(entered.seat, not entered.answered, may_agree, entered.asked)
    return RealDice(_colours(recording.before_roll), shown)


def _colours(game: Game) -> list[Colour]:
    return [colour for colour in COLOURS if colour not in game.closed]
