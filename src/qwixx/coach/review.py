"""Reviews a recorded game: the cost of every choice, and the luck of every seat."""

from hashlib import sha256
from typing import Final

import numpy as np

from qwixx.batch.positions import SeatValues
from qwixx.coach.choices import choices_of
from qwixx.coach.evaluator import evaluator_for
from qwixx.coach.results import Choice, Review, SeatReview, Source, Step, Unit
from qwixx.coach.solo import solo_choices, solo_worth, table_at_hand
from qwixx.coach.timeline import Timeline, TurnValues, turns_of
from qwixx.kernel.arrays import Reals
from qwixx.notation import Record
from qwixx.solver.table import SoloTable

SEED: Final = "Seed"  # The header that adds to the seeds of the sampled rolls


def review(record: Record) -> Review:
    """Reviews a game, finished or not. Raises IllegalMove if the record breaks the rules.

    Examples:
        >>> from qwixx.coach import review
        >>> from qwixx.notation import read_record
        >>> headers = '[Variant "classic"]\\n[Players "Ann" "Ben"]\\n[First "0"]\\n'
        >>> found = review(read_record(headers + "\\n1. 65/1126  r11 g11  b12\\n"))
        >>> found.seats[0].given_away > 0.25  # of a win, in one turn
        True
    """
    start = record.start
    table = table_at_hand(start)
    if table:
        return _review_by_table(table, record)
    seed = " ".join(record.headers.get(SEED, ()))
    salt = int.from_bytes(sha256(seed.encode()).digest()[:8]) if seed else 0
    timeline = Timeline(evaluator_for(start.variant), record, salt)
    unit = Unit.POINTS if start.players == 1 else Unit.SHARE
    choices = choices_of(timeline, unit) if timeline.turns else []
    return _assemble(record, timeline.starts, timeline.values, choices, unit, Source.NET)


def _assemble(
    record: Record,
    starts: list[SeatValues],
    turns: list[TurnValues],
    choices: list[Choice],
    unit: Unit,
    source: Source,
) -> Review:
    players = record.start.players
    luck, own, others, rest, given = np.zeros((5, players))
    steps = []
    result = starts[0].shares
    for number, turn in enumerate(turns):
        moments = {"start": turn.start, "roll": turn.roll, "white": turn.white}
        moments["colour"] = turn.colour
        steps += [_step(number + 1, after, moment) for after, moment in moments.items() if moment]
        luck += turn.roll.shares - turn.start.shares
        result = turn.roll.shares
        for seat, part in turn.parts.items():
            _credit(own, others, seat, part)
        if turn.white:
            result = turn.white.shares
        if turn.white and turn.colour:
            active = (record.start.first + number) % players
            _credit(own, others, active, turn.colour.shares - turn.white.shares)
            rest += starts[number + 1].shares - turn.colour.shares
            result = starts[number + 1].shares
    if record.finished:
        steps.append(_step(len(turns), "end", starts[-1]))
    elif len(starts) > len(turns):
        steps.append(_step(len(turns) + 1, "start", starts[-1]))
    for choice in choices:
        given[choice.seat] += choice.cost
    adjusted = (result - luck).tolist() if record.finished else [None] * players
    parts = (part.tolist() for part in (result, starts[0].shares, luck, own, others, rest))
    seats = tuple(
        SeatReview(*seat)
        for seat in zip(record.players, *parts, adjusted, given.tolist(), strict=True)
    )
    return Review(unit, source, record.finished, seats, tuple(choices), tuple(steps))


def _credit(own: Reals, others: Reals, seat: int, part: Reals) -> None:
    """Splits the effect of one seat's choice: `own` for that seat, `others` for all others."""
    others += part
    others[seat] -= part[seat]
    own[seat] += part[seat]


def _step(turn: int, after: str, moment: SeatValues) -> Step:
    return Step(turn, after, tuple(moment.shares.tolist()), tuple(moment.points.tolist()))


# Solo games, by the exact table


def _review_by_table(table: SoloTable, record: Record) -> Review:
    turns = turns_of(record)
    starts = [_point(solo_worth(table, turn.before)) for turn in turns]
    last = record.game
    if not turns or turns[-1].after:
        starts.append(_point(solo_worth(table, last)))
    values = []
    choices: list[Choice] = []
    for start, turn in zip(starts, turns, strict=False):
        one = TurnValues(start, _point(solo_worth(table, turn.rolled)))
        if turn.answered:
            # In a solo game the answer is the only possible deviation.
            one.white = _point(solo_worth(table, turn.answered))
            one.parts = {0: one.white.shares - one.roll.shares}
        if turn.after:
            one.colour = _point(solo_worth(table, turn.after))
        values.append(one)
        choices += solo_choices(table, turn)
    return _assemble(record, starts, values, choices, Unit.POINTS, Source.TABLE)


def _point(value: float) -> SeatValues:
    return SeatValues(np.array([value]), np.array([value]))
