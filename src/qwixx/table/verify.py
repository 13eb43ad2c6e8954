"""Checks that the dice of a recorded game are those that were sealed before it began."""

from collections.abc import Iterator

from qwixx.notation import Record
from qwixx.table.fair import DAY_SCHEME, OLD_SCHEME, FairDice, Seal, commitment
from qwixx.table.sealed import GAME, NotSealed, sealed


def problems(record: Record, seen: str | None = None) -> Iterator[str]:
    """What is not as it should be; nothing, if every roll is as it was sealed. NotSealed.

    `seen` is the commitment that somebody has seen before the game.
    """
    told = sealed(record)
    seal, secret = told.seal, told.secret
    if secret is None:
        raise NotSealed(f"the secret of the day {seal.game} is not told yet: ask after that day")
    if seen is not None and seen != told.commitment:
        yield f"the server's commitment is {told.commitment}, not the one that was seen, {seen}"
    if commitment(secret) != told.commitment:
        yield f"the secret {secret} is not the one that the server committed to"
    yield from _history(seal)
    dice = FairDice(secret, seal)
    start = record.start
    if seal.first is None:
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


def _history(seal: Seal) -> Iterator[str]:
    """What cannot be true, or believed, about how these dice were sealed."""
    if seal.scheme == DAY_SCHEME:  # the server's alone, and said to be
        return
    if not seal.people:
        yield "no player has a part in these dice: they were the server's alone"
    named = GAME.fullmatch(seal.game)
    assert named
    if seal.first is not None and named[1] == "1":
        yield "the first game of a table is no rematch: its first player is drawn"
    if seal.scheme == OLD_SCHEME:
        return
    if int(named[2] or 0) != len(seal.restarts):
        yield f"{seal.game} was not sealed anew {len(seal.restarts)} times"
    for seats in seal.restarts:
        for seat in seats:
            if seat >= len(seal.parts) or seat in seal.people:
                yield f"seat {seat} did not reveal and has a part all the same"
