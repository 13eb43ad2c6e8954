"""Values games for their seats: chances in any phase, every legal move, and the luck of rolls."""

from collections.abc import Sequence

import numpy as np

from qwixx.batch.positions import Places, SeatValues, dice_in, ends_of, place_of, positions_of
from qwixx.batch.rules import move_of_option
from qwixx.bots.option_values import Valued, value_moves
from qwixx.coach.evaluator import Evaluator, evaluator_for
from qwixx.coach.reasons import POINTS, Option, reasons_for
from qwixx.coach.results import Advice, Chances, Source
from qwixx.coach.solo import solo_advice, solo_worth, table_at_hand
from qwixx.kernel.arrays import Ints, Reals
from qwixx.notation import Record
from qwixx.rules import PASS, Colour, Game, Phase


def evaluate(game: Game) -> Chances:
    """Returns the winning chances of all seats and their expected final totals.

    White answers that have been given already do not count: nobody may know them yet.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import evaluate
        >>> chances = evaluate(Game.new(players=2))
        >>> round(sum(chances.shares), 6), chances.shares[0] > chances.shares[1]
        (1.0, True)
    """
    table = table_at_hand(game)
    if table:
        return Chances((1.0,), (solo_worth(table, game),), Source.TABLE)
    worth = _worth_of(evaluator_for(game.variant), game)
    shares = (1.0,) if game.players == 1 else tuple(worth.shares.tolist())
    return Chances(shares, tuple(worth.points.tolist()))


def _worth_of(evaluator: Evaluator, game: Game) -> SeatValues:
    if game.phase is Phase.OVER:
        return evaluator.leaves(ends_of([game], [game.active])).by_seat([game.active])[0]
    tables, dice = positions_of([game]), dice_in([game])
    if game.phase is Phase.ROLL:
        worth = evaluator.before_roll(tables)
    elif game.phase is Phase.WHITE:
        worth = evaluator.after_roll(tables, dice)
    else:
        worth = evaluator.after_white(tables, dice, np.array([game.answers[game.active] != PASS]))
    return worth.by_seat([game.active])[0]


def advise(game: Game, seat: int) -> tuple[Advice, ...]:
    """Returns every legal move of a seat, best first; nothing when it has nothing to decide.

    The answers of the others do not count, whether they are sealed or not.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import advise
        >>> game = Game.new(players=2).roll("11/6661")
        >>> best, *others = advise(game, seat=0)
        >>> best.cost, all(other.share <= best.share for other in others)
        (0.0, True)
    """
    if not game.legal_moves(seat):
        return ()
    table = table_at_hand(game)
    if table:
        return solo_advice(table, game)
    evaluator, place = evaluator_for(game.variant), place_of(game, seat)
    valued, phases = value_moves(evaluator.policy, evaluator.leaves, game, place)
    mixes: dict[int, float] = {}
    closing: frozenset[Colour] = frozenset()
    if phases:
        (closing,) = phases.closing(np.array([0]), Places(np.array([place])))
        fight = phases.fight(0, place)
        if fight:
            number = fight.places.index(place)
            mixes = dict(zip(fight.options[number], fight.mixes[number].tolist(), strict=True))
    slots = valued.slots(0)
    options = options_of(game, seat, valued, slots, closing)
    shares, points = valued.share[slots].tolist(), valued.points[slots].tolist()
    return tuple(
        Advice(
            *(option.move, shares[number], shares[0] - shares[number], points[number], reasons),
            mixes.get(int(valued.option[slot]), 0.0) if mixes else None,
        )
        for number, (slot, option, reasons) in enumerate(
            zip(slots, options, reasons_for(options), strict=True)
        )
    )


def options_of(
    game: Game, seat: int, valued: Valued, slots: Ints, closing: frozenset[Colour]
) -> list[Option]:
    """Returns options of a decision; others are expected to close the colours in `closing`."""
    scale = POINTS if game.players == 1 else 1.0
    return [
        Option(game, seat, move_of_option(game, seat, option), share / scale, closing)
        for option, share in zip(
            valued.option[slots].tolist(), valued.share[slots].tolist(), strict=True
        )
    ]


def luck_in(records: Sequence[Record], evaluator: Evaluator | None = None) -> Reals:
    """Returns [game, seat]: the sum over all rolls of W₁ − W₀.

    All games have the same variant and number of seats. The numbers are those of `review` for
    records without a seed.
    """
    start = records[0].start
    luck = np.zeros((len(records), start.players))
    numbers, games = [], []
    for number, record in enumerate(records):
        rolled = [game for game in record.games() if game.phase is Phase.WHITE]
        games += rolled
        numbers += [number] * len(rolled)
    if start.players == 1 or not games:
        return luck
    evaluator = evaluator or evaluator_for(start.variant)
    tables, actives = positions_of(games), [game.active for game in games]
    before = evaluator.before_roll(tables).by_seat(actives)
    after = evaluator.after_roll(tables, dice_in(games)).by_seat(actives)
    np.add.at(luck, numbers, [w1.shares - w0.shares for w0, w1 in zip(before, after, strict=True)])
    return luck
