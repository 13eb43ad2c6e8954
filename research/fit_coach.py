"""`python -m research.fit_coach`: makes what the coach needs besides the net, which stays as it is.

All of it comes from games of `strong` with itself. `totals`: the points still to come are read from
the net's first layer after each turn, by least squares. `sharpness`: the number that makes the
winning chances come true, by maximum likelihood. `openings`: first positions over all rolls, worked
out with both of them.
"""

import argparse
import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np

from qwixx.batch.policy import BatchPolicy
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.evaluator import Evaluator, sharpened
from qwixx.coach.fitted import FEWEST, OPENINGS, SHARPNESS, numbers_in, totals_path
from qwixx.kernel.arrays import Reals
from qwixx.kernel.chart import ROWS
from qwixx.rules import MOST_PLAYERS, VARIANTS, Variant
from research.positions import deal
from research.self_play import play_games

WHAT: Final = ("totals", "sharpness", "openings")
_CLOSE_ENOUGH: Final = 1e-6
_AT_ONCE: Final = 1000
"""The number of games that are played together. The moments of all would take gigabytes."""
_FIRST: Final = 20.0
"""The weight of the ends of first turns. They are few, but reviews show them as the expected
result of a seat."""


@dataclass
class Moments:
    """The ends of all turns of some games, as every seat sees them."""

    read: Reals
    """[moment, unit + 1]: the outputs of the net, and 1."""
    gains: Reals
    """[moment]: how many points were still to come."""
    weights: Reals
    """[moment]: its weight in the fit."""


def moments(policy: BatchPolicy, players: int, games: int, seed: int) -> Moments:
    """Plays games."""
    look = policy.at_ends(players)
    inputs, now, of, weights = [], [], [], []
    final = np.zeros((games, players))
    for turn_number, turn in enumerate(play_games(policy, players, games, seed)):
        after = turn.after
        scores = turn.by_seat(policy.rules.scores(after.rows, after.misthrows))
        final[turn.games[after.over]] = scores[after.over]
        going = after.select(~after.over)
        if len(going):
            inputs.append(turn.by_seat(look.leaves(going).first))
            now.append(scores[~after.over])
            of.append(turn.games[~after.over])
            weights.append(np.full(len(going) * players, 1.0 if turn_number else _FIRST))
    gains: Reals = (final[np.concatenate(of)] - np.concatenate(now)).reshape(-1)
    first = np.concatenate(inputs).reshape(len(gains), -1)
    read = np.concatenate([first, np.ones((len(gains), 1))], 1)
    return Moments(read, gains, np.concatenate(weights))


def fit_totals(policy: BatchPolicy, players: int, games: int, seed: int) -> tuple[Reals, float]:
    """Returns [unit + 1] the head for a number of players, and its mean absolute error in points.

    The error is measured in other games.
    """
    units = policy.at_ends(players).weights.inner.shape[0] + 1
    squares, products = np.zeros((units, units)), np.zeros(units)
    for part in range(-(-games // _AT_ONCE)):
        found = moments(policy, players, _AT_ONCE, seed + part)
        weighted = found.read.T * found.weights
        squares += weighted @ found.read
        products += weighted @ found.gains
    small = 1e-6 * squares[-1, -1] * np.eye(units)
    head: Reals = np.linalg.solve(squares + small, products)
    found = moments(policy, players, _AT_ONCE, seed - 1)
    return head, float(np.abs(found.read @ head - found.gains).mean())


def fit_sharpness(policy: BatchPolicy, players: int, games: int, seed: int) -> float:
    """Returns the sharpness for a number of players.

    All games have the same weight, and so have all ends of turns within a game, as in the
    calibration, which draws one of them.
    """
    told, of = [], []
    results, turns = np.zeros((games, players)), np.zeros(games)
    for turn in play_games(policy, players, games, seed):
        over = turn.after.over
        shares = turn.by_seat(turn.worth.shares)
        results[turn.games[over]] = shares[over]
        going = turn.games[~over]
        turns[going] += 1
        told.append(shares[~over])
        of.append(going)
    game = np.concatenate(of)
    return likeliest_sharpness(np.concatenate(told), results[game], 1 / turns[game])


def likeliest_sharpness(shares: Reals, results: Reals, weights: Reals) -> float:
    """The number that makes what happened [table, seat] likeliest, by Newton's method: the
    likelihood has one top."""
    logs = np.log(shares)
    happened = weights @ (results * logs).sum(1)
    sharpness, step = 1.0, 1.0
    while abs(step) > _CLOSE_ENOUGH:
        sharp = sharpened(shares, sharpness)
        means = (sharp * logs).sum(1)
        spread = (sharp * (logs - means[:, None]) ** 2).sum(1)
        step = float((happened - weights @ means) / (weights @ spread))
        sharpness += step
    return sharpness


def opening(evaluator: Evaluator, players: int) -> dict[str, list[float]]:
    """Returns the values of the first position, over all rolls of six dice."""
    faces = range(1, evaluator.variant.sides + 1)
    rolls = np.array(list(product(faces, repeat=2 + ROWS)))
    chance = np.random.default_rng(0)  # nothing is dealt
    tables = deal(evaluator.variant, len(rolls), players, chance)
    worth = evaluator.after_roll(tables, rolls)
    return {
        "shares": worth.shares.mean(0).round(12).tolist(),
        "points": worth.points.mean(0).round(6).tolist(),
    }


def save_sharpness(variant: Variant, numbers: dict[int, float]) -> None:
    """Keeps the numbers of a sheet, by the number of players, beside those of the others."""
    known = numbers_in(SHARPNESS)
    known[variant.name] = {str(players): round(number, 4) for players, number in numbers.items()}
    SHARPNESS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def save_totals(path: Path, heads: dict[int, Reals]) -> None:
    """Writes an array for each number of players, by that number."""
    named = {str(players): head.astype(np.float32) for players, head in heads.items()}
    np.savez_compressed(path, allow_pickle=False, **named)


def make_totals(policy: BatchPolicy, games: int, seed: int) -> None:
    heads = {}
    for players in range(2, MOST_PLAYERS + 1):
        heads[players], error = fit_totals(policy, players, games, seed)
        _tell(policy.variant, players, f"off by {error:.2f} points on average")
    save_totals(totals_path(policy.variant), heads)


def make_sharpness(policy: BatchPolicy, games: int, seed: int) -> None:
    numbers = {}
    for players in range(FEWEST, MOST_PLAYERS + 1):
        numbers[players] = fit_sharpness(policy, players, games, seed)
        _tell(policy.variant, players, f"sharpness {numbers[players]:.4f}")
    save_sharpness(policy.variant, numbers)


def make_openings(policy: BatchPolicy) -> None:
    variant = policy.variant
    if variant.lucky_count:
        return
    known = numbers_in(OPENINGS)
    evaluator = Evaluator(policy)
    known[variant.name] = {
        str(players): opening(evaluator, players) for players in range(1, MOST_PLAYERS + 1)
    }
    OPENINGS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.fit_coach", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=WHAT, default=WHAT, help="part of it")
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--games", type=int, default=20000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    variant = VARIANTS[args.variant]
    policy = shipped_policy(variant, CompiledPolicy)
    if "totals" in args.only:
        make_totals(policy, args.games, args.seed)
    if "sharpness" in args.only:
        make_sharpness(policy, args.games, args.seed)
    if "openings" in args.only:
        make_openings(policy)


def _tell(variant: Variant, players: int, what: str) -> None:
    line = f"{variant.name}, {players} players: {what}"
    print(line, flush=True)


if __name__ == "__main__":
    main()
