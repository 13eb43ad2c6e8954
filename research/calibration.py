"""Compares winning chances with what happened in games of `strong` with itself, and draws it."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from matplotlib.figure import Figure

from qwixx.batch.positions import Active, Positions, Values, counted_from
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.evaluator import Evaluator
from qwixx.kernel.arrays import Reals
from qwixx.rules import Variant
from research.positions import deal, roll

_BINS: Final = 10
_STYLES: Final = ("o-", "s--", "^-.", "v:")
_AT_ONCE: Final = 20000
_JUDGED_AT_ONCE: Final = 1000


def measure_calibration(
    variant: Variant, players: int, games: int, seed: int, *, leaves: bool = False
) -> dict[str, Any]:
    """Collects predicted winning chances and results of all seats, at one roll of each game.

    `evaluate` predicts before the roll. With `leaves` the net predicts at the end of the turn
    before, which takes a tenth of the time.
    """
    told, came = [], []
    for start in range(0, games, _AT_ONCE):
        chances, results = _one_position_a_game(
            variant, players, min(_AT_ONCE, games - start), seed + start, leaves=leaves
        )
        told.append(chances.reshape(-1))
        came.append(results.reshape(-1))
    chance, result = np.concatenate(told), np.concatenate(came)
    order = chance.argsort(kind="stable")
    bins = [
        (float(chance[part].mean()), float(result[part].mean()))
        for part in np.array_split(order, _BINS)
    ]
    gap = float(np.mean([abs(said - was) for said, was in bins]))
    return {
        "variant": variant.name,
        "players": players,
        "games": games,
        "mean_gap": gap,
        "bins": bins,
    }


def _one_position_a_game(
    variant: Variant, players: int, games: int, seed: int, *, leaves: bool
) -> tuple[Reals, Reals]:
    """[game, seat]: chances before a roll that is drawn evenly from all but the first, and shares
    of the win."""
    policy = shipped_policy(variant, CompiledPolicy)
    chance = np.random.default_rng(seed)
    tables = deal(variant, games, players, chance)
    drawn = tables.select(np.arange(games))
    first, results = np.zeros(games, np.int64), np.zeros((games, players))
    playing = np.arange(games)
    number = 0
    while len(playing):
        after, worth = policy.after_turn(tables, roll(variant, len(playing), chance))
        going = ~after.over
        # By seat, where 0 rolled first.
        results[playing[~going]] = counted_from(worth.shares[~going], [-number])
        number += 1
        playing, tables = playing[going], after.select(going).next_turn()
        chosen = chance.random(len(playing)) < 1 / number
        first[playing[chosen]] = number
        drawn.replace(playing[chosen], tables.select(chosen))
    evaluator = Evaluator(policy)

    def after_last_turn(tables: Positions[Active]) -> Values[Active]:
        return evaluator.leaves(tables.last_turn()).next_turn()

    parts = np.array_split(np.arange(games), -(-games // _JUDGED_AT_ONCE))
    judged = after_last_turn if leaves else evaluator.before_roll
    chances = np.concatenate([judged(drawn.select(part)).shares for part in parts])
    return counted_from(chances, -first), results


def draw(measured: list[dict[str, Any]], file: Path) -> None:
    """Draws the errors of winning chances: a part for each sheet, a line for each table size."""
    names = list(dict.fromkeys(one["variant"] for one in measured))
    figure = Figure(figsize=(9, 1 + 1.5 * len(names)), layout="constrained")
    parts = figure.subplots(-(-len(names) // 2), 2, squeeze=False, sharex=True, sharey=True)
    for name, axes in zip(names, parts.flat, strict=False):
        axes.axhline(0, color="grey", linewidth=0.8)
        lines = [one for one in measured if one["variant"] == name]
        for one, style in zip(lines, _STYLES, strict=False):
            said, was = (100 * np.array(one["bins"])).T
            label = f"{one['players']} ({100 * one['mean_gap']:.2f})"
            axes.plot(said, was - said, style, markersize=4, linewidth=0.8, label=label)
        axes.set(title=name, xlim=(0, 100), ylim=(-1.5, 3.5))
        axes.legend(frameon=False, ncols=2, loc="upper left", title="players (mean gap)")
    figure.supxlabel("winning chance in %")
    figure.supylabel("won in % less that chance")
    figure.savefig(file, dpi=110)
