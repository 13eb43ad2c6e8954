"""One game, played to its end by bots."""

from collections.abc import Sequence
from random import Random

from qwixx.bots import Bot
from qwixx.bots.asking import answer, bot_name
from qwixx.rules import Game, Phase, Roll


def playout(game: Game, bots: Bot | Sequence[Bot], rng: Random) -> Game:
    """The game played on to its end, from any phase, by one bot for each seat or by one for all."""
    seated = [bots] * game.players if isinstance(bots, Bot) else list(bots)
    if len(seated) != game.players:
        raise ValueError(f"{game.players} play, but there are {len(seated)} bots")
    names = [bot_name(bot) for bot in seated]
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = game.roll(Roll.random(rng, game))
        for seat in game.awaited:
            game = answer(seated[seat], names[seat], game, seat, rng, game.play)
    return game
