"""Advises a seat: values every legal move."""

import numpy as np

from qwixx.batch.positions import dice_of, positions_of
from qwixx.bots.option_values import WhitePhases, value_colour
from qwixx.coach.evaluator import evaluator_for
from qwixx.coach.explain import options_of, reasons_for
from qwixx.coach.results import Advice
from qwixx.coach.solo import solo_advice, table_at_hand
from qwixx.rules import PASS, Colour, Game, Phase


def advise(game: Game, seat: int) -> tuple[Advice, ...]:
    """Returns every legal move of a seat, best first; nothing when it has nothing to decide.

    The answers of the others do not count, whether they are sealed or not.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach import advise
        >>> game = Game.new(players=2).roll("11/6661")
        >>> best, *others = advise(game, seat=0)
        >>> best.cost, best.move in game.legal_moves(0)
        (0.0, True)
        >>> all(other.share <= best.share for other in others)
        True
        >>> advise(Game.new(players=2), seat=0)  # nothing to decide before the roll
        ()
    """
    if not game.legal_moves(seat):
        return ()
    table = table_at_hand(game) if game.players == 1 else None
    if table:
        return solo_advice(table, game)
    evaluator = evaluator_for(game.variant)
    tables, dice = positions_of([game]), np.array([dice_of(game)])
    mixes: dict[int, float] = {}
    closing: frozenset[Colour] = frozenset()
    if game.phase is Phase.WHITE:
        phases = WhitePhases(evaluator, tables, dice)
        place = (seat - game.active) % game.players
        valued = phases.value(phases.scenarios(np.array([0]), np.array([place])))
        (closing,) = phases.closing(np.array([0]), np.array([place]))
        fight = phases.fight(0, place)
        if fight:
            number = fight.seats.index(place)
            mixes = dict(zip(fight.options[number], fight.mixes[number].tolist(), strict=True))
    else:
        valued = value_colour(evaluator, tables, dice, np.array([game.answers[seat] != PASS]))
    slots = valued.slots(0).tolist()
    options = options_of(game, seat, valued, slots, closing)
    best = float(valued.share[slots[0]])
    return tuple(
        Advice(
            option.move,
            float(valued.share[slot]),
            best - float(valued.share[slot]),
            float(valued.points[slot]),
            reasons,
            mixes.get(int(valued.option[slot]), 0.0) if mixes else None,
        )
        for slot, option, reasons in zip(slots, options, reasons_for(options), strict=True)
    )
