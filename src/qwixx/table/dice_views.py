"""Makes the part of views that shows where the dice come from: fair dice, or real dice."""

from collections.abc import Iterator

from qwixx.notation import Record
from qwixx.protocol.dice import Correction, EnteredDice, Fair, FairPart, RealDice
from qwixx.rules import COLOURS, Colour, Game
from qwixx.table.fair import ABSENT, BOT, commitment, is_real, sealed
from qwixx.table.real_dice import agreeing
from qwixx.table.stages import Playing
from qwixx.table.state import Table


def fair_view(table: Table) -> Fair | None:
    """Returns the public facts about the dice, which stay the same during a game.

    Returns None for real dice.
    """
    if table.options.dice != "ours":
        return None
    return Fair(
        game=table.game_id,
        commitment=commitment(table.secret),
        secret=table.secret if table.stage == "over" and not table.day else None,
        reveal=table.stage == "sealing" and not table.uncommitted,
        parts=list(_parts(table)),
        first=table.next_first,
        restarts=[list(seats) for seats in table.reseals],
        scheme=table.scheme,
    )


def _parts(table: Table) -> Iterator[FairPart]:
    """Returns the parts of all players who were asked for one, including those who have left."""
    seal = table.fair.seal if table.fair else None
    for number, seat in enumerate(() if table.day else table.seats):
        if seal:
            person, excused = seal.parts[number] != BOT, seal.parts[number] == ABSENT
        else:
            person, excused = seat.kind == "player" or bool(seat.commitment), seat.excused
        if person:
            yield FairPart(number, seat.commitment or None, seat.part or None, excused)


def recorded_fair_view(record: Record) -> Fair | None:
    """Returns the same for a game that is over, from its record."""
    if is_real(record):
        return None
    said = sealed(record)
    seal = said.seal
    return Fair(
        game=seal.game,
        commitment=said.commitment,
        secret=said.secret,
        reveal=False,
        parts=[
            FairPart(seat, commitment(part), part, excused=False)
            if seat in seal.people
            else FairPart(seat, None, None, excused=True)
            for seat, part in enumerate(seal.parts)
            if part != BOT
        ],
        first=seal.first,
        restarts=[list(seats) for seats in seal.restarts],
        scheme=seal.scheme,
    )


def real_dice_view(table: Table) -> RealDice | None:
    """Returns the dice that were entered in this turn; None for other kinds of dice."""
    if table.options.dice != "real" or not isinstance(table.now, Playing):
        return None
    recording, entered = table.now.recording, table.now.entered
    if entered is None:
        return RealDice(_colours(recording.game), None)
    waiting = entered.asked
    asked = Correction(waiting.roll, waiting.seat) if waiting else None
    said = EnteredDice(entered.seat, not entered.answered, agreeing(table, recording.game), asked)
    return RealDice(_colours(recording.before_roll), said)


def _colours(game: Game) -> list[Colour]:
    return [colour for colour in COLOURS if colour not in game.closed]
