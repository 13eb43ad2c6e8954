"""Compares this version with an older one: speed, taken in turn, and the decisions of `strong`.

    git worktree add ../older v0.1.0
    python -m benchmarks.versions ../older/src
    python -m benchmarks.versions ../older/src --decisions 100000

Each version runs in a process of its own. A ratio is the median of ten pairs of measurements of
processor time. The decisions are those of games with the same seeds. Games differ from their first
different decision on, so no later one counts. The differences are listed with the values that the
net gives to both moves.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from qwixx import Game, Move
from qwixx.arena import Match, play_match, play_rounds
from qwixx.bots.net import shipped_net
from qwixx.env import VectorEnv
from qwixx.notation import Record, read_record, write_record
from qwixx.rules import CLASSIC
from qwixx.solver.layout import layout_for
from qwixx.solver.solve import solve

HERE = Path(__file__).resolve().parent.parent / "src"
PAIRS = 10
TABLES = (("classic", 2), ("longo", 2), ("classic", 4), ("mixx-a", 3))
"""The tables at which `strong` decides."""


def match_seconds(bots: str, games: int, variant: str = "classic") -> float:
    match = Match.new(bots.split(","), games, variant=variant, seed=1)
    began = process_time()
    play_match(match, threads=1)
    return process_time() - began


def solve_seconds() -> float:
    layout = layout_for(CLASSIC)
    began = process_time()
    solve(layout, threads=1)
    return process_time() - began


def environment_seconds() -> float:
    env = VectorEnv(players=2, games=4096, seed=1)
    rng = np.random.default_rng(1)
    seconds = 0.0
    for _ in range(100):
        # A random legal action: the one with the largest random number.
        actions = (rng.random(env.masks.shape, np.float32) * env.masks).argmax(1)
        began = process_time()
        env.step(actions)
        seconds += process_time() - began
    return seconds


JOBS: dict[str, Callable[[], float]] = {
    "random": lambda: match_seconds("random,random", 400_000),
    "random, longo": lambda: match_seconds("random,random", 400_000, "longo"),
    "random, mixx-a": lambda: match_seconds("random,random", 400_000, "mixx-a"),
    "greedy": lambda: match_seconds("greedy,greedy", 200_000),
    "heuristic": lambda: match_seconds("heuristic,heuristic", 50_000),
    "solo": lambda: match_seconds("solo", 50_000),
    "strong": lambda: match_seconds("strong,strong", 10_000),
    "strong, four players": lambda: match_seconds("strong,strong,strong,strong", 3_000),
    "strong, longo": lambda: match_seconds("strong,strong", 4_000, "longo"),
    "master": lambda: match_seconds("master,strong", 2),
    "solver": solve_seconds,
    "environment": environment_seconds,
}


def records(variant: str, players: int, games: int) -> list[str]:
    match = Match.new(["strong"] * players, games, variant=variant, seed=1)
    played = play_rounds(match, range(match.rounds), records=True)
    return [write_record(record) for record in played.records]


class Version:
    """A process that answers questions with the code of one version."""

    def __init__(self, source: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source)}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: Any) -> Any:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(question), file=process.stdin, flush=True)
        return json.loads(process.stdout.readline())


def answer() -> None:
    """Answers the questions of the other process until there are no more."""
    for line in sys.stdin:
        question = json.loads(line)
        found = JOBS[question]() if isinstance(question, str) else records(*question)
        print(json.dumps(found), flush=True)


def decisions(record: Record) -> Iterator[tuple[Game, int, Move]]:
    """All decisions of a game: the game as that seat saw it, the seat, and the move."""
    game = record.start
    for turn in record.turns:
        game = game.roll(turn.dice)
        for seat, move in enumerate(turn.choices):
            yield game.seen_by(seat), seat, move
            game = game.play(seat, move)
        if turn.colour is not None:
            yield game, game.active, turn.colour
            game = game.play(game.active, turn.colour)


def compare_decisions(older: Version, newer: Version, least: int) -> None:
    """Plays the same games with both versions, and lists where they part."""
    compared = 0
    gaps: list[float] = []
    for variant, players in TABLES:
        # A game of two has some sixty real decisions.
        question = (variant, players, -(-least // (60 * len(TABLES) * players)) * players)
        for old, new in zip(older.ask(question), newer.ask(question), strict=True):
            both = zip(decisions(read_record(old)), decisions(read_record(new)), strict=False)
            for (game, seat, move), (_, _, other) in both:
                compared += len(game.legal_moves(seat)) > 1
                if move != other:
                    values = shipped_net(game.variant).values(game, seat)
                    gaps.append(abs(values[move] - values[other]))
                    print(f"{variant}, {game.dice}: {move} and {other}, {gaps[-1]:.1e} apart")
                    break
    largest = f", at most {max(gaps):.1e} apart" if gaps else ""
    print(f"{compared:,} decisions of `strong`: {len(gaps)} differ{largest}")


def compare_speed(older: Version, newer: Version, names: list[str]) -> None:
    print(f"{'seconds of processor time':28}{'older':>9}{'this':>9}{'ratio':>8}")
    for name in names:
        older.ask(name), newer.ask(name)  # compiles
        pairs = [(older.ask(name), newer.ask(name)) for _ in range(PAIRS)]
        old, new = (median(column) for column in zip(*pairs, strict=True))
        ratio = median(new / old for old, new in pairs)
        print(f"{name:28}{old:9.3f}{new:9.3f}{ratio:8.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, help="the folder src of the older version")
    parser.add_argument("--only", nargs="+", choices=JOBS, default=[*JOBS], help="what to measure")
    parser.add_argument("--decisions", type=int, help="compare about so many decisions instead")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        answer()
        return
    older, newer = Version(options.source.resolve()), Version(HERE)
    if options.decisions:
        compare_decisions(older, newer, options.decisions)
    else:
        compare_speed(older, newer, options.only)


if __name__ == "__main__":
    main()
