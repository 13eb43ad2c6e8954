"""`python -m qwixx.coach.fit`: makes what the coach needs besides the net, which stays as it is.

The points still to come are read from its first layer after each turn, by least squares on games
of `strong` with itself; and first positions are worked out over all rolls.
"""

import argparse
import json
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.bots.look import Reals
from qwixx.bots.policy import Policy, shipped_policy
from qwixx.coach.judge import Judge
from qwixx.coach.openings import FILE
from qwixx.coach.selfplay import first_tables, play_games
from qwixx.coach.totals import Totals, save_totals, totals_path
from qwixx.kernel.chart import ROWS
from qwixx.rules import MOST_PLAYERS, VARIANTS

_AT_ONCE: Final = 1000
"""So many games are played together: the moments of all would take gigabytes."""
_FIRST: Final = 20.0
"""So many times as much as others count the ends of first turns: what is promised there to each
seat is what a game begins with, and there are few of them."""


@dataclass
class Moments:
    """The ends of all turns of some games, as every seat sees them."""

    read: Reals
    """[moment, unit + 1]: what is read there."""
    gains: Reals
    """[moment]: how many points were still to come."""
    weights: Reals
    """[moment]: what they count in the fit."""


def moments(policy: Policy, players: int, games: int, seed: int) -> Moments:
    """Plays games."""
    inputs, now, of, weights = [], [], [], []
    final = np.zeros((games, players))
    for turn_number, turn in enumerate(play_games(policy, players, games, seed)):
        after = turn.after
        # Games are counted from the seat that rolled first, whatever seat rolls now.
        scores = np.roll(policy.charts.scores(after.rows, after.misthrows), turn_number, 1)
        final[turn.games[after.over]] = scores[after.over]
        going = after.select(~after.over)
        if len(going):
            inputs.append(np.roll(policy.look.leaves(going).first, turn_number, 1))
            now.append(scores[~after.over])
            of.append(turn.games[~after.over])
            weights.append(np.full(len(going) * players, 1.0 if turn_number else _FIRST))
    gains: Reals = (final[np.concatenate(of)] - np.concatenate(now)).reshape(-1)
    first = np.concatenate(inputs).reshape(len(gains), -1)
    read = np.concatenate([first, np.ones((len(gains), 1))], 1)
    return Moments(read, gains, np.concatenate(weights))


def fit(policy: Policy, players: int, games: int, seed: int) -> tuple[Reals, float]:
    """[unit + 1]: the head for so many players; and its mean absolute error in points, in games
    that it was not made of."""
    units = policy.look.weights.inner.shape[0] + 1
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


def opening(judge: Judge, players: int) -> dict[str, list[float]]:
    """What the first position is worth, over all rolls of six dice."""
    faces = range(1, judge.variant.sides + 1)
    rolls = np.array(list(product(faces, repeat=2 + ROWS)))
    chance = np.random.default_rng(0)  # nothing is dealt
    tables = first_tables(judge.variant, players, len(rolls), chance)
    worth = judge.after_roll(tables, rolls)
    return {
        "shares": worth.shares.mean(0).round(9).tolist(),
        "points": worth.points.mean(0).round(6).tolist(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m qwixx.coach.fit", description=__doc__)
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--games", type=int, default=20000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    variant = VARIANTS[args.variant]
    policy = shipped_policy(variant)
    use_compiled_turns(variant)
    heads = np.zeros((MOST_PLAYERS + 1, policy.look.weights.inner.shape[0] + 1))
    for players in range(2, MOST_PLAYERS + 1):
        heads[players], error = fit(policy, players, args.games, args.seed)
        line = f"{variant.name}, {players} players: off by {error:.2f} points on average"
        print(line)  # noqa: T201
    totals = Totals(heads)
    save_totals(totals_path(variant), totals)
    if not variant.lucky_count:
        known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        judge = Judge(policy, totals)
        known[variant.name] = {
            str(players): opening(judge, players) for players in range(1, MOST_PLAYERS + 1)
        }
        FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
