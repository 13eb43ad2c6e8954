"""`python -m qwixx.coach.fit`: makes what the coach needs besides the net, which stays as it is.

The points still to come are read from its hidden layer after each turn, by least squares on games
of `strong` with itself; and first positions are worked out over all rolls.
"""

import argparse
import json
from itertools import product

import numpy as np

from qwixx.bots.look import Reals
from qwixx.bots.policy import Policy, shipped_policy
from qwixx.coach.judge import Judge
from qwixx.coach.openings import FILE
from qwixx.coach.selfplay import first_tables, play_games
from qwixx.coach.totals import Totals, save_totals, totals_path
from qwixx.kernel.chart import ROWS
from qwixx.rules import MOST_PLAYERS, VARIANTS


def fit(policy: Policy, players: int, games: int, seed: int) -> tuple[Reals, float]:
    """[unit + 1]: the head for so many players, and its mean absolute error in points."""
    units = len(policy.look.weights.inner_bias)
    inputs, now, of = [], [], []
    final = np.zeros((games, players), np.int64)
    for turn_number, turn in enumerate(play_games(policy, players, games, seed)):
        after = turn.after
        # Games are counted from the seat that rolled first, whatever seat rolls now.
        scores = np.roll(policy.charts.scores(after.rows, after.misthrows), turn_number, 1)
        final[turn.games[after.over]] = scores[after.over]
        going = after.select(~after.over)
        if len(going):
            hidden = np.roll(policy.look.leaves(going)[1], turn_number, 1)
            inputs.append(hidden.astype(np.float64))
            now.append(scores[~after.over])
            of.append(turn.games[~after.over])
    gains = (final[np.concatenate(of)] - np.concatenate(now)).reshape(-1)
    x = np.concatenate(inputs).reshape(-1, units)
    x = np.concatenate([x, np.ones((len(x), 1))], 1)
    small = 1e-6 * len(x) * np.eye(units + 1)
    head: Reals = np.linalg.solve(x.T @ x + small, x.T @ gains).astype(np.float64)
    return head, float(np.abs(x @ head - gains).mean())


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
    heads = np.zeros((MOST_PLAYERS + 1, len(policy.look.weights.inner_bias) + 1))
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
