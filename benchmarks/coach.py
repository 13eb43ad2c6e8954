"""How long reviews and advice take on one core, in numpy and compiled.

python benchmarks/coach.py [--games N]
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from qwixx.bots import load_bot
from qwixx.bots.compiled import use_compiled_turns
from qwixx.coach import advise, review
from qwixx.notation import Record, Recording
from qwixx.rules import SHEETS, VARIANTS, Game, Phase, Roll


def play(variant: str, players: int, seed: int) -> Record:
    """A game of `casual` and `strong` in turn."""
    rng = Random(seed)
    sheet = VARIANTS[variant]
    start = Game.new(sheet, players, lucky=sheet.deal_lucky(rng, players))
    names = [("casual", "strong")[seat % 2] for seat in range(players)]
    bots = [load_bot(name) for name in names]
    recording = Recording(start, names)
    while recording.game.phase is not Phase.OVER:
        recording.roll(Roll.random(rng, recording.game))
        while recording.game.awaited:
            seat = recording.game.awaited[0]
            seen = recording.game.seen_by(seat)
            recording.play(seat, bots[seat].choose(seen, seat, rng))
    return recording.record


def review_seconds(records: list[Record]) -> float:
    """The mean time of a review, in seconds of one core, once everything is loaded."""
    review(records[0])
    began = process_time()
    for record in records:
        review(record)
    return (process_time() - began) / len(records)


def advice_seconds(records: list[Record]) -> float:
    """The mean time of one piece of advice."""
    asked = [
        (game, seat)
        for record in records
        for game in record.games()
        for seat in game.awaited
        if len(game.legal_moves(seat)) > 1
    ]
    began = process_time()
    for game, seat in asked:
        advise(game, seat)
    return (process_time() - began) / len(asked)


def measured(variant: str, players: int, games: int, compiled: bool) -> tuple[float, float]:
    """The mean seconds of a review and of one piece of advice. A process keeps to one engine."""
    if compiled:
        use_compiled_turns(VARIANTS[variant])
    records = [play(variant, players, seed) for seed in range(games)]
    return review_seconds(records), advice_seconds(records)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8)
    args = parser.parse_args()
    print("seconds of one core          review      compiled   ratio   advice")
    for variant in SHEETS:
        for players in (2, 5):
            with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as process:
                ask = variant, players, args.games
                plain, advice = process.submit(measured, *ask, compiled=False).result()
                fast, _ = process.submit(measured, *ask, compiled=True).result()
            print(
                f"{variant:<8} {players} players  {plain:14.3f} {fast:13.3f} {plain / fast:7.1f}"
                f"{advice * 1000:7.1f} ms"
            )


if __name__ == "__main__":
    main()
