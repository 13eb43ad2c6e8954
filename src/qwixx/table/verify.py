"""Checks that the dice of a recorded game are those that were sealed before it began."""

import re
from collections.abc import Iterator
from typing import Final

from qwixx.notation import Record
from qwixx.table.fair import NO_PART, SCHEME, FairDice, commitment

_BYTES: Final = re.compile("[0-9a-f]{64}")


class NotSealed(ValueError):  # noqa: N818
    """The record does not hold what a check needs."""


def problems(record: Record) -> Iterator[str]:
    """What is not as it should be; nothing, if every roll is as it was sealed."""
    scheme = _header(record, "Dice")
    if scheme != SCHEME:
        raise NotSealed(f"these dice are sealed in a way that is not known here: {scheme}")
    secret, sealed = _bytes(record, "DiceSecret"), _bytes(record, "DiceCommitment")
    if commitment(secret) != sealed:
        yield f"the secret {secret} is not the one that the server committed to"
    dice = FairDice(secret, _header(record, "Game"), _parts(record))
    start = record.start
    if _header(record, "FirstBy") == "lot":
        first = dice.first(start.players)
        if start.first != first:
            yield f"seat {first} was drawn to roll first, not seat {start.first}"
    lucky = dice.lucky(start.variant, start.players)
    if lucky is not None and [card.lucky for card in start.cards] != lucky:
        dealt = ", ".join(f"{low} {high}" for low, high in lucky)
        yield f"the lucky numbers were dealt otherwise: {dealt}"
    game = start
    for number, turn in enumerate(record.turns, 1):
        roll = dice.roll(number, game.variant.sides, game.closed)
        if turn.dice != roll:
            yield f"turn {number}: the dice fell {roll}, not {turn.dice}"
        *_, game = turn.play(game)


def _header(record: Record, name: str) -> str:
    values = record.headers.get(name, ())
    if len(values) != 1:
        raise NotSealed(f"the header {name} is missing: nothing is known about these dice")
    return values[0]


def _bytes(record: Record, name: str) -> str:
    value = _header(record, name)
    if not _BYTES.fullmatch(value):
        raise NotSealed(f"the header {name} is 64 hex digits, not {value!r}")
    return value


def _parts(record: Record) -> dict[int, str]:
    values = record.headers.get("DiceParts", ())
    if len(values) != len(record.players):
        raise NotSealed(f"the header DiceParts has one value for each seat, not {len(values)}")
    for value in values:
        if value != NO_PART and not _BYTES.fullmatch(value):
            raise NotSealed(f"a part is 64 hex digits, or {NO_PART}, not {value!r}")
    return {seat: part for seat, part in enumerate(values) if part != NO_PART}
