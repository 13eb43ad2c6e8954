"""For the tests of the coach: games of bots, the same in every run."""

from functools import lru_cache
from random import Random

from qwixx.bots import load_bot
from qwixx.notation import Record, Recording
from qwixx.rules import VARIANTS, Game, Phase, Roll


@lru_cache
def play(variant: str, bots: str, seed: int) -> Record:
    """A game of bots to its end; `bots` are names, separated by commas."""
    rng = Random(f"{variant} {bots} {seed}")
    names = bots.split(",")
    sheet = VARIANTS[variant]
    lucky = rng.sample(sheet.lucky_pairs, len(names)) if sheet.lucky_count else None
    start = Game.new(sheet, len(names), first=rng.randrange(len(names)), lucky=lucky)
    recording = Recording(start, names)
    seated = [load_bot(name) for name in names]
    while recording.game.phase is not Phase.OVER:
        recording.roll(Roll.random(rng, recording.game))
        for seat, bot in enumerate(seated):
            recording.play(seat, bot.choose(recording.game.seen_by(seat), seat, rng))
        game = recording.game
        if game.phase is Phase.COLOUR:
            recording.play(game.active, seated[game.active].choose(game, game.active, rng))
    return recording.record
