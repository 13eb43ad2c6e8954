"""One game, played to its end by bots."""

from collections.abc import Sequence
from random import Random

from qwixx.bots import Bot
from qwixx.bots.asking import answer, bot_name
from qwixx.rules import Game, Phase, Roll, Sealed


def playout(game: Game, bots: Bot | Sequence[Bot], rng: Random) -> Game:
    """Plays a game on to its end, from any phase, and returns the finished game.

    `bots` is one bot for each seat, in seat order, or one bot that plays all seats. A game with
    sealed answers, as a bot is shown it, is a ValueError: play `game.unsealed()` instead.

    Examples:
        >>> from random import Random
        >>> from qwixx import Game
        >>> from qwixx.arena import playout
        >>> from qwixx.bots import load_bot
        >>> over = playout(Game.new(players=2), load_bot("greedy"), Random(1))
        >>> over.phase.value, len(over.scores)
        ('over', 2)
    """
    if Sealed.SEALED in game.answers:
        raise ValueError("the game has sealed answers: play game.unsealed() on instead")
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
