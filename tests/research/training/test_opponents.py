"""The heuristic at many tables chooses what the bot chooses."""

from random import Random

import numpy as np
import pytest

from qwixx.batch.positions import dice_in, positions_of
from qwixx.batch.rules import move_of_option, rules_for
from qwixx.bots.heuristic import HeuristicBot
from qwixx.rules import PASS, SHEETS, Phase, Variant
from research.training.opponents import HeuristicPlayer
from tests.coach.games import play

CLOSE = 1e-4
"""The bot counts in twice as many digits."""


@pytest.mark.parametrize("variant", SHEETS.values(), ids=lambda variant: variant.name)
def test_the_opponent_chooses_as_its_bot(variant: Variant) -> None:
    rules, player, bot = rules_for(variant), HeuristicPlayer(variant), HeuristicBot()
    for game in play(variant.name, "greedy,random,heuristic", 3).games():
        if game.phase not in (Phase.WHITE, Phase.COLOUR):
            continue
        positions, dice = positions_of([game]), dice_in([game])
        if game.phase is Phase.WHITE:
            values = player.white_values(positions, rules.white(positions, dice), dice)[0]
            seats = [(game.active + place) % game.players for place in range(game.players)]
        else:
            colour = rules.colour(positions.rows[:, 0], positions.closed, dice)
            crossed = np.array([game.answers[game.active] != PASS])
            values = player.colour_values(positions, colour, dice, crossed)
            seats = [game.active]
        for seat, option in zip(seats, values.argmax(-1).tolist(), strict=True):
            worth = bot.evaluate(game, seat, Random(1))
            chosen = move_of_option(game, seat, option)
            assert worth[chosen] > max(worth.values()) - CLOSE, (game, seat, chosen, worth)
