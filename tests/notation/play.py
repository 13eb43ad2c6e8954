"""Random games for the tests of the notation."""

from collections.abc import Iterator
from random import Random

from qwixx.notation import Recording
from qwixx.rules import VARIANTS, Game, Phase, Roll


def new_game(rng: Random, variant: str | None = None, players: int | None = None) -> Game:
    """A game of any variant and size before its first roll."""
    chosen = VARIANTS[variant or rng.choice(list(VARIANTS))]
    seats = players or rng.randint(1, 5)
    first = rng.randrange(seats)
    return Game.new(chosen, seats, first=first, lucky=chosen.deal_lucky(rng, seats))


def play_on(recording: Recording, rng: Random) -> Iterator[Game]:
    """Plays to the end with many crosses, some answers taken back; yields every game on the way."""
    while recording.game.phase is not Phase.OVER:
        yield recording.roll(Roll.random(rng, recording.game))
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
