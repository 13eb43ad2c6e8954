"""Random games for the tests of the notation."""

from collections.abc import Iterator
from random import Random

from qwixx.notation import Recording
from qwixx.rules import COLOURS, VARIANTS, Game, Phase, Roll


def new_game(rng: Random, variant: str | None = None, players: int | None = None) -> Game:
    """A game of any variant and size before its first roll."""
    chosen = VARIANTS[variant or rng.choice(list(VARIANTS))]
    seats = players or rng.randint(1, 5)
    lucky = rng.sample(chosen.lucky_pairs, seats) if chosen.lucky_count else None
    return Game.new(chosen, seats, first=rng.randrange(seats), lucky=lucky)


def roll(game: Game, rng: Random) -> Roll:
    """Dice that fit the game."""
    sides = game.variant.sides
    white = (rng.randint(1, sides), rng.randint(1, sides))
    return Roll(white, tuple(None if c in game.closed else rng.randint(1, sides) for c in COLOURS))


def play_on(recording: Recording, rng: Random) -> Iterator[Game]:
    """Plays to the end with many crosses, some answers taken back; yields every game on the way."""
    while recording.game.phase is not Phase.OVER:
        yield recording.roll(roll(recording.game, rng))
        while awaited := recording.game.awaited:
            seat = rng.choice(awaited)
            moves = recording.game.legal_moves(seat)
            yield recording.play(seat, rng.choice(moves[:3]))
            if recording.game.phase is Phase.WHITE and rng.random() < 0.1:
                yield recording.retract(seat)


def record_game(rng: Random, variant: str | None = None, players: int | None = None) -> Recording:
    """A game played to its end."""
    game = new_game(rng, variant, players)
    recording = Recording(game, [f"Player {seat}" for seat in range(game.players)])
    for _ in play_on(recording, rng):
        pass
    return recording
