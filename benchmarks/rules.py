"""Measures how many random games a second the rules play in plain Python, on one core.

It prints the best and the median of several short runs, because machines are noisy, and their ratio
to the goal.
"""

import statistics
import time
from random import Random

from qwixx.rules import COLOURS, VARIANTS, Game, Phase, Roll

GOAL = 2000
RUNS, GAMES = 25, 100


def play(variant: str, rng: Random) -> None:
    chosen = VARIANTS[variant]
    lucky = chosen.lucky_pairs[:2] if chosen.lucky_count else None
    game = Game.new(chosen, players=2, lucky=lucky)
    sides = chosen.sides
    random, choice = rng.random, rng.choice
    while game.phase is not Phase.OVER:
        closed = game.closed
        white = (int(random() * sides) + 1, int(random() * sides) + 1)
        coloured = [None if c in closed else int(random() * sides) + 1 for c in COLOURS]
        game = game.roll(Roll(white, tuple(coloured)))
        for seat in (0, 1):
            game = game.play(seat, choice(game.legal_moves(seat)))
        if game.phase is Phase.COLOUR:
            game = game.play(game.active, choice(game.legal_moves(game.active)))


def main() -> None:
    rng = Random(1)
    for variant in VARIANTS:
        speeds = []
        for _ in range(RUNS):
            start = time.perf_counter()
            for _ in range(GAMES):
                play(variant, rng)
            speeds.append(GAMES / (time.perf_counter() - start))
        best, median = max(speeds), statistics.median(speeds)
        print(
            f"{variant}: {best:,.0f} random two-player games a second, {median:,.0f} median; "
            f"{best / GOAL:.2f} of the goal"
        )


if __name__ == "__main__":
    main()
