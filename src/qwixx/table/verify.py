"""Checks that the dice of a recorded game are those that were sealed before it began."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from qwixx.notation import Record
from qwixx.rules import Colour, Roll, Variant
from qwixx.table.fair import (
    DAY_SCHEME,
    DiceHeaders,
    FairDice,
    NotSealed,
    Seal,
    commitment,
    dice_headers,
)


class Shown(NamedTuple):
    """The visible chance of a game, which must follow from the sealed secrets."""

    variant: Variant
    players: int
    first: int  # the seat that rolled first
    lucky: list[tuple[int, ...]]  # by seat
    rolls: Iterable[tuple[Roll, Collection[Colour]]]  # with the colours that had left the game


def problems(record: Record, seen: str | None = None) -> Iterator[str]:
    """Yields the problems of a record; none if every roll is as it was sealed. Raises NotSealed.

    `seen` is the commitment that a player saw before the game.
    """
    headers = dice_headers(record)
    if headers.secret is None:
        raise NotSealed(f"the secret of the day {headers.seal.game} is not published yet")
    if seen is not None and seen != headers.commitment:
        yield f"the server's commitment is {headers.commitment}, not the one that was seen, {seen}"
    if headers.seal.scheme != DAY_SCHEME and not headers.seal.people:
        yield "no player has a part in these dice: they were the server's alone"
    start = record.start
    lucky = [card.lucky for card in start.cards]
    shown = Shown(start.variant, start.players, start.first, lucky, _rolls(record))
    yield from contradictions(headers, headers.secret, shown)


def contradictions(headers: DiceHeaders, secret: str, shown: Shown) -> Iterator[str]:
    """Yields everything in a game that does not follow from its revealed secrets."""
    seal = headers.seal
    if commitment(secret) != headers.commitment:
        yield f"the secret {secret} is not the one that the server committed to"
    yield from _history(seal)
    dice = FairDice(secret, seal)
    first = dice.first(shown.players) if seal.first is None else seal.first
    if shown.first != first:
        drawn = "was drawn" if seal.first is None else "was"
        yield f"seat {first} {drawn} to roll first, not seat {shown.first}"
    lucky = dice.lucky(shown.variant, shown.players)
    if lucky is not None and shown.lucky != lucky:
        dealt = ", ".join(f"{low} {high}" for low, high in lucky)
        yield f"the lucky numbers were dealt otherwise: {dealt}"
    for number, (roll, closed) in enumerate(shown.rolls, 1):
        fell = dice.roll(number, shown.variant.sides, closed)
        if roll != fell:
            yield f"turn {number}: expected the roll {fell}, found {roll}"


def _rolls(record: Record) -> Iterator[tuple[Roll, Collection[Colour]]]:
    game = record.start
    for turn in record.turns:
        yield turn.dice, game.closed
        *_, game = turn.play(game)


def _history(seal: Seal) -> Iterator[str]:
    """Yields problems in the headers about the sealing of the dice."""
    if seal.scheme == DAY_SCHEME:  # players have no parts in a game of the day
        return
    name, _, restarts = seal.game.partition(".")
    if seal.first is not None and name.endswith("-1"):
        yield "the first game of a table is no rematch: its first player is drawn"
    if int(restarts or 0) != len(seal.restarts):
        yield f"{seal.game} was not sealed again {len(seal.restarts)} times"
    for seats in seal.restarts:
        for seat in seats:
            if seat >= len(seal.parts) or seat in seal.people:
                yield f"seat {seat} did not reveal and has a part all the same"
